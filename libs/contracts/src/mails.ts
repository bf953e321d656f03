/**
 * The stream of a mail. Recipients unsubscribe from each stream separately; `service` mails, which answer the
 * recipient's own actions, cannot be unsubscribed from.
 */
export const mailStreams = ['service', 'reminder', 'alert', 'newsletter'] as const;

export type MailStream = (typeof mailStreams)[number];

/** A stream that recipients can unsubscribe from. */
export type OptionalMailStream = Exclude<MailStream, 'service'>;

export const optionalMailStreams = mailStreams.filter((stream) => stream !== 'service');

/** Mails to our support, or to a member of staff as such; in brackets as below. */
const staffTemplates = {
  /** An enquiry (`contact_messages`). */
  'contact-message': 'service',
  /** A complaint is still unanswered (`contact_messages`). */
  'complaint-escalated': 'service',
  /** What is wrong in a report (`disputes`). */
  dispute: 'service',
  /** The link by which an admin sets a password (`password_resets`). */
  'staff-password': 'service',
  /** A bank has sent a refund back to us (`payments`). */
  'refund-failed-notice': 'service',
  /** Staff have refunded an earlier month of a membership that runs on (`payments`). */
  'earlier-refund-notice': 'service',
  /** A bank has sent back the refund of an account that is deleted (`retained_records`). */
  'retained-payment-refund-failed-notice': 'service',
  /** Stripe cannot make a refund that was promised (`cancellation_requests`). */
  'refund-refused-notice': 'service',
  /** A card holder claims a charge back at their bank, and what it decides (`payments`). */
  'payment-disputed-notice': 'service',
} as const satisfies Record<string, MailStream>;

/** Every mail template and its stream. The workers have a builder for each. In brackets: the row of its `subject_id`. */
export const mailTemplates = {
  ...staffTemplates,
  /** (`contact_messages`) */
  'contact-confirmation': 'service',
  /** The reference of a complaint, and by when what happens (`contact_messages`). */
  'complaint-confirmation': 'service',
  /** A complaint is still unanswered: to its sender (`contact_messages`). */
  'complaint-delayed': 'service',
  /** The answer to a complaint (`contact_messages`). */
  'complaint-answer': 'service',
  /** (`disputes`) */
  'dispute-confirmation': 'service',
  /** The answer to what somebody said is wrong in a report (`disputes`). */
  'dispute-answer': 'service',
  /** (`newsletter_subscriptions`) */
  'newsletter-confirm': 'service',
  /** (`sign_in_requests`) */
  'sign-in-link': 'service',
  /** For whoever looks for their subscription by e-mail address (`cancellation_codes`). */
  'cancellation-code': 'service',
  /** The contract in writing, when a trial begins (`sign_ups`). */
  welcome: 'service',
  /** The 50p of a second trial, or of one that could not be started, goes back (`sign_ups`). */
  'payment-returned': 'service',
  /** After a restore: all that was paid goes back, as the account is lost. About no row. */
  'returned-after-restore': 'service',
  /** (`payments`) */
  receipt: 'service',
  /** Before the first full charge (`subscriptions`). */
  'pre-charge': 'service',
  /** (`subscriptions`) */
  'charge-failed': 'service',
  /** (`cancellation_requests`) */
  'membership-cancelled': 'service',
  /** A cancellation was taken back (`subscriptions`). */
  'cancellation-withdrawn': 'service',
  /** A bank has sent a refund back to us: to its member (`payments`). */
  'refund-failed': 'service',
  /** A card holder claims a charge back at their bank, and what it decides (`payments`). */
  'payment-disputed': 'service',
  /** (`subscriptions`) */
  'six-monthly': 'service',
  /** The link that confirms the deletion of an account (`account_deletions`). */
  'account-deletion': 'service',
  /** The last mail: the account is deleted. Its row goes when it is sent. */
  'account-deleted': 'service',
  /** The link to what is held of an address without an account (`data_requests`). */
  'data-request-link': 'service',
  /** For somebody who waited for slow sources (`report_ready_mails`). */
  'report-ready': 'service',
  /** (`full_checks`) */
  'full-check-failed': 'service',
  /** To the address that an account has: another is wanted (`email_changes`). */
  'email-change-old': 'service',
  /** To the address that an account shall have (`email_changes`). */
  'email-change-new': 'service',
  /** To both, once it counts (`email_changes`). */
  'email-changed': 'service',
  /** (`data_exports`) */
  'data-export-ready': 'service',
  /** A date of the member's car is near (`reminders`). */
  reminder: 'reminder',
  /** Something about the member's car has changed (`watch_events`). */
  alert: 'alert',
} as const satisfies Record<string, MailStream>;

/** Whether a mail goes to our support or to a member of staff as such: nothing in it is about a membership of its reader. */
export const isStaffTemplate = (template: string): boolean => Object.hasOwn(staffTemplates, template);

export type MailTemplate = keyof typeof mailTemplates;
