import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedMail } from '@ve/data/messaging/mails/mail.repository';
import type { MailPort } from '@ve/providers/mail/mail.port';
import type { MailBuilder } from './email-content.ts';
import type { MailSettings } from './mail-settings.ts';
import type { ReaderMembership } from './reader-membership.ts';

/**
 * Returns what the reader of a mail can cancel, regardless of the mail's subject; null if there is nothing, or the reader is
 * staff.
 */
export type FindReaderMembership = (
  em: EntityManager,
  mail: Pick<ClaimedMail, 'template' | 'recipient'>,
  at: { settings: MailSettings; now: Date },
) => Promise<ReaderMembership | null>;

export interface MailDeps {
  mail: MailPort;
  mailSettings: MailSettings;
  /** For the cancel link at the foot of every mail. */
  findReaderMembership: FindReaderMembership;
  /** Lease of a claimed mail: longer than the mail server's timeout. */
  mailLeaseMs: number;
  /** Returns the builder of a template; default: that of `mail-builders.ts`. */
  builderOf?: (template: string) => MailBuilder | null;
}
