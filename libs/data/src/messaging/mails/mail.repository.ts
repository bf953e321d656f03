import type { EntityManager } from '@mikro-orm/postgresql';
import { mailTemplates, type MailStream, type MailTemplate } from '@ve/contracts/mails';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '../../kernel/clock-skew.ts';
import { tables } from '../../entities.ts';

export interface NewMail {
  template: MailTemplate;
  /** Null: our own support. */
  recipient: string | null;
  subjectId: string | null;
  /** Unique; at most 200 characters. */
  uniqueKey: string;
  /** A mail that has this key and was skipped is sent after all, to this recipient. */
  afterSkip?: true;
}

/** A mail that only its claimer may send until the claim ends. */
export interface ClaimedMail {
  id: string;
  template: string;
  stream: MailStream;
  recipient: string | null;
  subjectId: string | null;
  claimedUntil: Date;
}

/** A claimed mail with the time it was written, from which its waiting time follows. */
export type DatedMail = ClaimedMail & { createdAt: Date };

export interface MailState {
  claimedUntil: Date | null;
  /** Sent, failed or skipped: nothing more to do. */
  ended: boolean;
}

/** Writes a mail to be sent; returns its id, or null when there already is one with this key (but see `afterSkip`). */
export const addMail = async (em: EntityManager, mail: NewMail, now: Date): Promise<string | null> => {
  const added = await tables(em)
    .insertInto('mails')
    .values({
      template: mail.template,
      stream: mailTemplates[mail.template],
      recipient: mail.recipient,
      subjectId: mail.subjectId,
      uniqueKey: mail.uniqueKey,
      createdAt: now,
    })
    .onConflict((conflict) => {
      const known = conflict.column('uniqueKey');
      if (mail.afterSkip !== true) return known.doNothing();
      const opened = { recipient: mail.recipient, createdAt: now, skippedAt: null, skipReason: null };
      return known.doUpdateSet(opened).where('mails.skippedAt', 'is not', null);
    })
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
};

/**
 * Claims a mail until `until`; null when it is final, claimed by another worker, or does not exist. A claim by a clock
 * since set back counts as ended.
 */
export const claimMail = async (
  em: EntityManager,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<DatedMail | null> => {
  const row = await tables(em)
    .updateTable('mails')
    .set({ claimedUntil: until })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('skippedAt', 'is', null)
    .where((mail) =>
      mail.or([
        mail('claimedUntil', 'is', null),
        mail('claimedUntil', '<=', now),
        mail('claimedUntil', '>', latestPlausibleInstant(until)),
      ]),
    )
    .returning(['id', 'template', 'stream', 'recipient', 'subjectId', 'createdAt'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    template: row.template,
    stream: row.stream,
    recipient: row.recipient,
    subjectId: row.subjectId,
    createdAt: row.createdAt,
    claimedUntil: until,
  };
};

/** Whether a mail is final, and until when it is claimed; null when it does not exist. */
export const findMailState = async (em: EntityManager, id: string): Promise<MailState | null> => {
  const row = await tables(em)
    .selectFrom('mails')
    .select(['claimedUntil', 'sentAt', 'failedAt', 'skippedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const ended = row.sentAt !== null || row.failedAt !== null || row.skippedAt !== null;
  return { claimedUntil: row.claimedUntil, ended };
};

/** Releases a claimed mail, so that the next attempt need not wait for the claim to end. */
export const releaseMail = async (em: EntityManager, { id, claimedUntil }: ClaimedMail): Promise<void> => {
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
 * Marks a mail as bounced by a later server, once; no effect when it was not sent, or was sent to another recipient.
 */
export const markMailBounced = async (
  em: EntityManager,
  { id, recipient, at }: { id: string; recipient: string; at: Date },
): Promise<void> => {
  await tables(em)
    .updateTable('mails')
    .set({ bouncedAt: at })
    .where('id', '=', id)
    .where('recipient', '=', recipient)
    .where('sentAt', 'is not', null)
    .where('bouncedAt', 'is', null)
    .execute();
};

/** Whether any mail to an address is recorded. */
export const hasMailTo = async (em: EntityManager, recipient: string): Promise<boolean> => {
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

/** Marks a mail as failed permanently, unless it was sent meanwhile. */
export const markMailFailed = async (em: EntityManager, id: string, failure: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('mails')
    .set({ failedAt: now, failure })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('skippedAt', 'is', null)
    .execute();
};

/** Lets a permanently failed mail be sent again. */
export const reopenMail = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em)
    .updateTable('mails')
    .set({ failedAt: null, failure: null, claimedUntil: null })
    .where('id', '=', id)
    .where('failedAt', 'is not', null)
    .execute();
};

/** Marks a mail as skipped, with the reason. */
export const markMailSkipped = async (em: EntityManager, id: string, reason: SkipReason, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('mails')
    .set({ skippedAt: now, skipReason: reason })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute();
};

/**
 * Serialises transactions that count and write mails of one template to one address, until the caller's transaction
 * ends.
 */
export const lockMailsTo = async (
  em: EntityManager,
  { template, recipient }: { template: MailTemplate; recipient: string },
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${template} ${recipient}`}, 0))`.execute(tables(em));
};

/** Counts mails of one template written to one address after `since`, sent or not. */
export const countMails = async (
  em: EntityManager,
  { template, recipient, since }: { template: MailTemplate; recipient: string; since: Date },
): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from mails
    where recipient = ${recipient} and template = ${template} and created_at > ${since.toISOString()}
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};
