import type { EntityManager } from '@mikro-orm/postgresql';
import { mailTemplates, type MailStream, type MailTemplate } from '@ve/contracts/mails';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { claimMessage, type ClaimedMessage, type NewMessage } from '../message.repository.ts';

export interface NewMail extends NewMessage {
  template: MailTemplate;
  /** Null: our own support. */
  recipient: string | null;
}

/** A mail that only its claimer may send until the claim ends. */
export type ClaimedMail = ClaimedMessage & { stream: MailStream };

/** Writes a mail to be sent; returns its id, or null when there already is one with this key (but see `afterSkip`). */
export const addMail = async (em: EntityManager, mail: NewMail, now: Date): Promise<string | null> => {
  const added = await tables(em)
    .insertInto('mails')
    .values({
      template: mail.template,
      stream: mailTemplates[mail.template].stream,
      recipient: mail.recipient,
      subjectId: mail.subjectId,
      uniqueKey: mail.uniqueKey,
      createdAt: now,
    })
    .onConflict((conflict) => {
      const known = conflict.column('uniqueKey');
      if (mail.afterSkip !== true) return known.doNothing();
      const opened = {
        recipient: mail.recipient,
        createdAt: now,
        claimedUntil: null,
        skippedAt: null,
        skipReason: null,
      };
      return known.doUpdateSet(opened).where('mails.skippedAt', 'is not', null);
    })
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
};

/** Claims a mail, as `claimMessage`. */
export const claimMail = (
  em: EntityManager,
  id: string,
  claim: { now: Date; until: Date },
): Promise<ClaimedMail | null> => claimMessage(em, { table: 'mails', id, columns: ['stream'] }, claim);

/** Releases a claimed mail, so that the next attempt need not wait for the claim to end. */
export const releaseMailClaim = async (
  em: EntityManager,
  { id, claimedUntil }: Pick<ClaimedMail, 'id' | 'claimedUntil'>,
): Promise<void> => {
  await tables(em)
    .updateTable('mails')
    .set({ claimedUntil: null })
    .where('id', '=', id)
    .where('claimedUntil', '=', claimedUntil)
    .execute();
};

/** Marks a mail as accepted by the mail server, regardless of its state. */
export const markMailSent = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('mails')
    .set({ sentAt: now, failedAt: null, failure: null, skippedAt: null, skipReason: null })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .execute();
};

/**
 * Marks a mail as bounced by a later server, and returns it, once; null and no effect when it was not sent, or was sent
 * to another recipient.
 */
export const markMailBounced = async (
  em: EntityManager,
  { id, recipient, at }: { id: string; recipient: string; at: Date },
): Promise<Pick<ClaimedMail, 'template' | 'subjectId'> | null> => {
  const bounced = await tables(em)
    .updateTable('mails')
    .set({ bouncedAt: at })
    .where('id', '=', id)
    .where('recipient', '=', recipient)
    .where('sentAt', 'is not', null)
    .where('bouncedAt', 'is', null)
    .returning(['template', 'subjectId'])
    .executeTakeFirst();
  return bounced ?? null;
};

/** Whether any mail to an address is recorded. */
export const hasMailToRecipient = async (em: EntityManager, recipient: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', recipient)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export const deleteMail = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em).deleteFrom('mails').where('id', '=', id).execute();
};

/**
 * Serialises transactions that count and write mails of one template to one address, until the caller's transaction
 * ends.
 */
export const lockMailsToRecipient = async (
  em: EntityManager,
  { template, recipient }: { template: MailTemplate; recipient: string },
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${template} ${recipient}`}, 0))`.execute(tables(em));
};

/** Counts mails of one template written to one address after `since`, sent or not. */
export const countMailsToRecipient = async (
  em: EntityManager,
  { template, recipient, since }: { template: MailTemplate; recipient: string; since: Date },
): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from mails
    where recipient = ${recipient} and template = ${template} and created_at > ${since.toISOString()}
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/** Sends the reminders and alerts that wait for an address to another one. */
export const redirectPendingMails = async (
  em: EntityManager,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await sql`
    update mails set recipient = ${to}
    where recipient = ${from} and stream in ('reminder', 'alert') and num_nonnulls(sent_at, failed_at, skipped_at) = 0
  `.execute(tables(em));
};
