import type { Mailbox, MailPort } from '@ve/providers/mail/mail.port';

/** What sending mails takes. */
export interface MailNeeds {
  mail: MailPort;
  mailSettings: MailSettings;
  /** How long a sender has a mail to itself: longer than the mail server may take for one. */
  mailLeaseMs: number;
}

export interface MailSettings {
  /** Who our mails come from. */
  from: Mailbox;
  /** Where enquiries go, and whom every mail names to write to. */
  support: string;
  /** Where browsers reach the site, without a slash at its end. */
  origin: string;
}
