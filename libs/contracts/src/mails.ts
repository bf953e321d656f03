/**
 * The stream of a mail. Recipients unsubscribe from each stream separately; `service` mails, which respond to the
 * recipient's own actions, cannot be unsubscribed from.
 */
export const mailStreams = ['service', 'reminder', 'alert', 'newsletter'] as const;

export type MailStream = (typeof mailStreams)[number];

/** A stream that recipients can unsubscribe from. */
export type OptionalMailStream = Exclude<MailStream, 'service'>;

export const optionalMailStreams = mailStreams.filter((stream) => stream !== 'service');

/** The declaration of a template: what messaging has to know of it. */
interface MailDeclaration {
  stream: MailStream;
  /** `staff`: our support, or a member of staff in that role: the mail never concerns the reader's own membership. */
  audience: 'reader' | 'staff';
  /** The first part of the key that makes a mail unique; by default the template and a full stop. */
  keyPrefix?: string;
  /** Nothing about the person may be kept, not even that we wrote to them. */
  deletedOnceSent?: true;
}

const toReader = { stream: 'service', audience: 'reader' } as const;
const toStaff = { stream: 'service', audience: 'staff' } as const;

/**
 * Every mail template. The workers have a builder for each. In brackets: the table of its `subject_id`, by which a mail
 * is unique unless an occasion is given when it is queued.
 */
export const mailTemplates = {
  /** A new enquiry, complaint or affiliate application, without its text (`contact_messages`). */
  'contact-message': toStaff,
  /** A complaint is still unanswered (`contact_messages`). */
  'complaint-escalated': toStaff,
  /** A new data dispute, without its text (`disputes`). */
  dispute: toStaff,
  /** The link with which an admin sets a password (`password_resets`). */
  'staff-password': toStaff,
  /** A bank has returned a refund to us (`payments`). */
  'refund-failed-notice': { ...toStaff, keyPrefix: 'refund-failed.' },
  /** A bank has returned the refund of a second charge to us (`payments`, the first charge). */
  'second-charge-refund-failed-notice': { ...toStaff, keyPrefix: 'refund-failed.' },
  /** Staff have refunded an earlier month of a membership that continues (`payments`). */
  'earlier-refund-notice': { ...toStaff, keyPrefix: 'earlier-refund.' },
  /** A bank has returned the refund of a deleted account (`retained_records`). */
  'retained-payment-refund-failed-notice': { ...toStaff, keyPrefix: 'kept-refund-failed.' },
  /** Stripe cannot make a refund that was promised (`cancellation_requests`). */
  'refund-refused-notice': { ...toStaff, keyPrefix: 'refund-refused.' },
  /** A chargeback was opened or decided (`payments`). */
  'payment-disputed-notice': { ...toStaff, keyPrefix: 'payment-disputed.' },
  /** Something is wrong with the service, or no longer (`service_faults`). */
  'service-fault': toStaff,
  'service-fault-resolved': toStaff,
  /** (`contact_messages`) */
  'contact-confirmation': toReader,
  /** The reference and the deadlines of a complaint (`contact_messages`). */
  'complaint-confirmation': toReader,
  /** A complaint is still unanswered: mail to its sender (`contact_messages`). */
  'complaint-delayed': toReader,
  /** The answer to an enquiry or an affiliate application (`contact_messages`). */
  'enquiry-answer': toReader,
  /** The answer to a complaint (`contact_messages`). */
  'complaint-answer': toReader,
  /** (`disputes`) */
  'dispute-confirmation': toReader,
  /** The answer to a disputed report entry (`disputes`). */
  'dispute-answer': toReader,
  /** (`newsletter_subscriptions`) */
  'newsletter-confirm': toReader,
  /** A newsletter, to a subscriber (`newsletter_issues`). */
  newsletter: { stream: 'newsletter', audience: 'reader' },
  /** A newsletter, to the member of staff who asks for a test (`newsletter_issues`). */
  'newsletter-test': toStaff,
  /** (`sign_in_requests`) */
  'sign-in-link': toReader,
  /** The code for the search for a subscription by e-mail address (`cancellation_codes`). */
  'cancellation-code': toReader,
  /** The contract in writing, when a trial begins (`sign_ups`). */
  welcome: toReader,
  /** The 50p is refunded, of a second trial or of one that could not be started (`sign_ups`). */
  'payment-returned': toReader,
  /** After a restore: all payments are refunded, because the account is lost. Has no row. */
  'returned-after-restore': toReader,
  /** (`payments`) */
  receipt: toReader,
  /** Before the first full charge (`subscriptions`). */
  'pre-charge': toReader,
  /** (`subscriptions`) */
  'charge-failed': toReader,
  /** (`cancellation_requests`) */
  'membership-cancelled': toReader,
  /** A cancellation was undone (`subscriptions`). */
  'cancellation-withdrawn': toReader,
  /** A bank has returned a refund to us: mail to the member (`payments`). */
  'refund-failed': toReader,
  /** A second charge of the same month is refunded (`payments`, the first charge). */
  'second-charge-returned': toReader,
  /** A bank has returned the refund of a second charge to us: mail to the member (`payments`, the first charge). */
  'second-charge-refund-failed': { ...toReader, keyPrefix: 'refund-failed.' },
  /** A chargeback was opened or decided (`payments`). */
  'payment-disputed': toReader,
  /** (`subscriptions`) */
  'six-monthly': toReader,
  /** A change of the price or the terms, and how to agree (`change_notices`). */
  'change-announced': toReader,
  /** The link that confirms the deletion of an account (`account_deletions`). */
  'account-deletion': toReader,
  /** The last mail: the account is deleted. Its row is deleted when the mail is sent. */
  'account-deleted': { ...toReader, deletedOnceSent: true },
  /** The link to the data held about an address without an account (`data_requests`). */
  'data-request-link': toReader,
  /** The slow sources that a user waited for have responded (`report_ready_mails`). */
  'report-ready': toReader,
  /** (`full_checks`) */
  'full-check-failed': toReader,
  /** A change of address was requested: mail to the present address (`email_changes`). */
  'email-change-old': toReader,
  /** A change of address was requested: mail to the new address (`email_changes`). */
  'email-change-new': toReader,
  /** The change has taken effect: mail to both addresses (`email_changes`). */
  'email-changed': toReader,
  /** (`data_exports`) */
  'data-export-ready': toReader,
  /** A date of the member's car is near (`reminders`). */
  reminder: { stream: 'reminder', audience: 'reader', keyPrefix: 'reminder:' },
  /** Something about the member's car has changed (`watch_events`). */
  alert: { stream: 'alert', audience: 'reader', keyPrefix: 'alert:' },
} as const satisfies Record<string, MailDeclaration>;

export type MailTemplate = keyof typeof mailTemplates;

/** The declaration of a template; null for one of another release. */
export const mailTemplateDeclarationOf = (template: string): MailDeclaration | null =>
  Object.hasOwn(mailTemplates, template) ? mailTemplates[template as MailTemplate] : null;

/** Whether a mail goes to our support, or to a member of staff in that role. */
export const isStaffMailTemplate = (template: string): boolean =>
  mailTemplateDeclarationOf(template)?.audience === 'staff';
