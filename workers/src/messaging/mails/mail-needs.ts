import type { MailPort } from '@ve/providers/mail/mail.port';
import type { MailBuilder } from './letter.ts';
import type { MailSettings } from './mail-settings.ts';

/** Dependencies of the mail handler. */
export interface MailNeeds {
  mail: MailPort;
  mailSettings: MailSettings;
  /** Lease of a claimed mail: longer than the mail server's timeout. */
  mailLeaseMs: number;
  /** The builder of a template; by default that of `mail-builders.ts`. */
  builderOf?: (template: string) => MailBuilder | null;
}
