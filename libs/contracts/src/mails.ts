/**
 * The stream of a mail. Recipients unsubscribe from each stream separately; `service` mails, which answer the
 * recipient's own actions, cannot be unsubscribed from.
 */
export const mailStreams = ['service', 'reminder', 'newsletter'] as const;

export type MailStream = (typeof mailStreams)[number];

/** A stream that recipients can unsubscribe from. */
export type StoppableStream = Exclude<MailStream, 'service'>;

/** Every mail template and its stream. The workers have a builder for each. */
export const mailTemplates = {
  'contact-message': 'service',
  'contact-confirmation': 'service',
  'newsletter-confirm': 'service',
  'sign-in-link': 'service',
  welcome: 'service',
  'payment-returned': 'service',
  receipt: 'service',
  'pre-charge': 'service',
  'charge-failed': 'service',
  'membership-cancelled': 'service',
  'six-monthly': 'service',
} as const satisfies Record<string, MailStream>;

export type MailTemplate = keyof typeof mailTemplates;
