/**
 * What a mail is sent as. Whoever stops a stream gets no more of it and goes on getting the others; nobody can stop
 * `service`: answers to what they did themselves.
 */
export const mailStreams = ['service', 'reminder', 'newsletter'] as const;

export type MailStream = (typeof mailStreams)[number];

/** A stream that its reader may stop. */
export type StoppableStream = Exclude<MailStream, 'service'>;

/** Every kind of mail and its stream. The workers hold a builder for each. */
export const mailTemplates = {
  'contact-message': 'service',
  'contact-confirmation': 'service',
  'newsletter-confirm': 'service',
} as const satisfies Record<string, MailStream>;

export type MailTemplate = keyof typeof mailTemplates;
