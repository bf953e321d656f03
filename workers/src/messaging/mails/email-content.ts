import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedMail } from '@ve/data/messaging/mails/mail.repository';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';
import type { Mail, Mailbox } from '@ve/providers/mail/mail.port';
import type { ReactElement } from 'react';
import type { MailSettings } from './mail-settings.ts';

/** The content of a mail, before it is rendered and addressed. */
export interface EmailContent {
  subject: string;
  /** A MailFrame, from which text and HTML are both rendered. */
  document: ReactElement;
  replyTo?: Mailbox;
  automatic: Mail['automatic'];
  unsubscribeUrl?: string;
}

/**
 * `subject-deleted`: the row that the mail is about was deleted; `not-needed`: what it asks for is already done; for a
 * reminder, the reason it is not sent.
 */
export interface Skipped {
  skip: SkipReason;
}

/**
 * Builds the content of a claimed mail from the row that it is about. The tokens of its links are generated here; only their
 * hashes are stored, through `em`, which commits before anything is sent.
 */
export type MailBuilder = (
  em: EntityManager,
  mail: ClaimedMail,
  needs: { settings: MailSettings; now: Date },
) => Promise<EmailContent | Skipped>;
