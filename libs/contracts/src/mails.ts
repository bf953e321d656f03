/**
 * The stream of a mail. Recipients unsubscribe from each stream separately; `service` mails, which respond to the
 * recipient's own actions, cannot be unsubscribed from.
 */
export const mailStreams = ['service', 'reminder', 'alert', 'newsletter'] as const;

export type MailStream = (typeof mailStreams)[number];

/** A stream that recipients can unsubscribe from. */
export type OptionalMailStream = Exclude<MailStream, 'service'>;

export const optionalMailStreams = mailStreams.filter((stream) => stream !== 'service');

/** Mails to our support, or to a member of staff in that role; in brackets as below. */
const staffTemplates = {
  /** An enquiry (`contact_messages`). */
  'contact-message': 'service',
  /** A complaint is still unanswered (`contact_messages`). */
  'complaint-escalated': 'service',
  /** A disputed report entry (`disputes`). */
  dispute: 'service',
  /** The link with which an admin sets a password (`password_resets`). */
  'staff-password': 'service',
  /** A bank has returned a refund to us (`payments`). */
  'refund-failed-notice': 'service',
  /** A bank has returned the refund of a second charge to us (`payments`, the first charge). */
  'second-charge-refund-failed-notice': 'service',
  /** Staff have refunded an earlier month of a membership that continues (`payments`). */
  'earlier-refund-notice': 'service',
  /** A bank has returned the refund of a deleted account (`retained_records`). */
  'retained-payment-refund-failed-notice': 'service',
  /** Stripe cannot make a refund that was promised (`cancellation_requests`). */
  'refund-refused-notice': 'service',
  /** A chargeback was opened or decided (`payments`). */
  'payment-disputed-notice': 'service',
} as const satisfies Record<string, MailStream>;

/**
 * Every mail template and its stream. The workers have a builder for each. In brackets: the table of its `subject_id`.
 */
export const mailTemplates = {
  ...staffTemplates,
  /** (`contact_messages`) */
  'contact-confirmation': 'service',
  /** The reference and the deadlines of a complaint (`contact_messages`). */
  'complaint-confirmation': 'service',
  /** A complaint is still unanswered: mail to its sender (`contact_messages`). */
  'complaint-delayed': 'service',
  /** The answer to a complaint (`contact_messages`). */
  'complaint-answer': 'service',
  /** (`disputes`) */
  'dispute-confirmation': 'service',
  /** The answer to a disputed report entry (`disputes`). */
  'dispute-answer': 'service',
  /** (`newsletter_subscriptions`) */
  'newsletter-confirm': 'service',
  /** (`sign_in_requests`) */
  'sign-in-link': 'service',
  /** The code for the search for a subscription by e-mail address (`cancellation_codes`). */
  'cancellation-code': 'service',
  /** The contract in writing, when a trial begins (`sign_ups`). */
  welcome: 'service',
  /** The 50p is refunded, of a second trial or of one that could not be started (`sign_ups`). */
  'payment-returned': 'service',
  /** After a restore: all payments are refunded, because the account is lost. Has no row. */
  'returned-after-restore': 'service',
  /** (`payments`) */
  receipt: 'service',
  /** Before the first full charge (`subscriptions`). */
  'pre-charge': 'service',
  /** (`subscriptions`) */
  'charge-failed': 'service',
  /** (`cancellation_requests`) */
  'membership-cancelled': 'service',
  /** A cancellation was undone (`subscriptions`). */
  'cancellation-withdrawn': 'service',
  /** A bank has returned a refund to us: mail to the member (`payments`). */
  'refund-failed': 'service',
  /** A second charge of the same month is refunded (`payments`, the first charge). */
  'second-charge-returned': 'service',
  /** A bank has returned the refund of a second charge to us: mail to the member (`payments`, the first charge). */
  'second-charge-refund-failed': 'service',
  /** A chargeback was opened or decided (`payments`). */
  'payment-disputed': 'service',
  /** (`subscriptions`) */
  'six-monthly': 'service',
  /** The link that confirms the deletion of an account (`account_deletions`). */
  'account-deletion': 'service',
  /** The last mail: the account is deleted. Its row is deleted when the mail is sent. */
  'account-deleted': 'service',
  /** The link to the data held about an address without an account (`data_requests`). */
  'data-request-link': 'service',
  /** The slow sources that a user waited for have responded (`report_ready_mails`). */
  'report-ready': 'service',
  /** (`full_checks`) */
  'full-check-failed': 'service',
  /** A change of address was requested: mail to the present address (`email_changes`). */
  'email-change-old': 'service',
  /** A change of address was requested: mail to the new address (`email_changes`). */
  'email-change-new': 'service',
  /** The change has taken effect: mail to both addresses (`email_changes`). */
  'email-changed': 'service',
  /** (`data_exports`) */
  'data-export-ready': 'service',
  /** A date of the member's car is near (`reminders`). */
  reminder: 'reminder',
  /** Something about the member's car has changed (`watch_events`). */
  alert: 'alert',
} as const satisfies Record<string, MailStream>;

/**
 * Whether a mail goes to our support or to a member of staff in that role: it never concerns the reader's own
 * membership.
 */
export const isStaffTemplate = (template: string): boolean => Object.hasOwn(staffTemplates, template);

export type MailTemplate = keyof typeof mailTemplates;
