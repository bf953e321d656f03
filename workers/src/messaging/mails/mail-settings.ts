import type { Mailbox } from '@ve/providers/mail/mail.port';

export interface MailSettings {
  from: Mailbox;
  /** The recipient of enquiries, and the contact address in every mail. */
  support: string;
  /** The site's origin, without a trailing slash. */
  origin: string;
}
