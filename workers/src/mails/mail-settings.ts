import type { Mailbox, MailPort } from '@ve/providers/mail/mail.port';
import type { MailBuilder } from './letter.ts';

/** Dependencies of the mail handler. */
export interface MailNeeds {
  mail: MailPort;
  mailSettings: MailSettings;
  /** Lease of a claimed mail: longer than the mail server's timeout. */
  mailLeaseMs: number;
  /** The builder of a template; by default that of `mail-builders.ts`. */
  builderOf?: (template: string) => MailBuilder | null;
}

export interface MailSettings {
  /** The sender of our mails. */
  from: Mailbox;
  /** The recipient of enquiries, and the contact address in every mail. */
  support: string;
  /** The site's origin, without a trailing slash. */
  origin: string;
}
