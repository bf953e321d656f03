import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedMail } from '@ve/data/mails/mail.repository';
import type { Mail, Mailbox } from '@ve/providers/mail/mail.port';
import type { ReactElement } from 'react';
import type { MailSettings } from './mail-settings.ts';

/** What a mail says, before it is rendered and addressed. */
export interface Letter {
  subject: string;
  /** A MailFrame: the text and the HTML are both made of it. */
  document: ReactElement;
  replyTo?: Mailbox;
  automatic: Mail['automatic'];
  unsubscribeUrl?: string;
}

/** `subject-gone`: the row that the mail is about is no more; `not-needed`: what it asks was done by then. */
export interface Skipped {
  skip: 'subject-gone' | 'not-needed';
}

/**
 * Makes the letter of a claimed mail from the row that it is about. The tokens of its links are made here; what is
 * stored of them is their hash, through `em`, which commits before anything is sent.
 */
export type MailBuilder = (
  em: EntityManager,
  mail: ClaimedMail,
  needs: { settings: MailSettings; now: Date },
) => Promise<Letter | Skipped>;
