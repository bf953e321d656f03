import type { EntityManager } from '@mikro-orm/postgresql';
import type { MessageSkipReason } from '@ve/domain/messaging/message-skip-reason';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../entities.ts';

/** The tables of messages, with these columns in common. */
export type MessageTable = 'mails' | 'texts';

/** A message to be sent. */
export interface NewMessage {
  recipient: string | null;
  subjectId: string | null;
  /** Unique; at most 200 characters. */
  uniqueKey: string;
  /** A message that has this key and was skipped is sent after all, to this recipient. */
  afterSkip?: true;
}

/** A message that only its claimer may send until the claim ends. */
export interface ClaimedMessage {
  id: string;
  template: string;
  recipient: string | null;
  subjectId: string | null;
  createdAt: Date;
  claimedUntil: Date;
}

export interface MessageClaimState {
  claimedUntil: Date | null;
  /** Sent, failed or skipped: nothing more to do. */
  ended: boolean;
}

/** Kysely cannot type a query over either table: what is common to both is typed by one of them. */
const typed = (table: MessageTable) => table as 'texts';

/**
 * Claims a message until `until`, and returns its `columns`; null when it is final, claimed by another worker, or does
 * not exist. A claim by a clock since set back counts as ended.
 */
export const claimMessage = async <M extends ClaimedMessage>(
  em: EntityManager,
  { table, id, columns }: { table: MessageTable; id: string; columns: readonly string[] },
  { now, until }: { now: Date; until: Date },
): Promise<M | null> => {
  const found = await sql<M>`
    update ${sql.table(table)} set claimed_until = ${until.toISOString()}
    where id = ${id} and sent_at is null and failed_at is null and skipped_at is null and (
      claimed_until is null or claimed_until <= ${now.toISOString()}
      or claimed_until > ${latestPlausibleInstant(until).toISOString()}
    )
    returning id, template, recipient, subject_id, created_at, claimed_until, ${sql.join(columns.map((column) => sql.ref(column)))}
  `.execute(tables(em));
  return found.rows[0] ?? null;
};

/** Whether a message is final, and until when it is claimed; null when it does not exist. */
export const findMessageState = async (
  em: EntityManager,
  table: MessageTable,
  id: string,
): Promise<MessageClaimState | null> => {
  const row = await tables(em)
    .selectFrom(typed(table))
    .select(['claimedUntil', 'sentAt', 'failedAt', 'skippedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const ended = row.sentAt !== null || row.failedAt !== null || row.skippedAt !== null;
  return { claimedUntil: row.claimedUntil, ended };
};

/** Marks a message as failed permanently, unless it was sent meanwhile. */
export const markMessageFailed = async (
  em: EntityManager,
  table: MessageTable,
  { id, failure, now }: { id: string; failure: string; now: Date },
): Promise<void> => {
  await tables(em)
    .updateTable(typed(table))
    .set({ failedAt: now, failure })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('skippedAt', 'is', null)
    .execute();
};

/** Marks a message as skipped, with the reason. */
export const markMessageSkipped = async (
  em: EntityManager,
  table: MessageTable,
  { id, reason, now }: { id: string; reason: MessageSkipReason; now: Date },
): Promise<void> => {
  await tables(em)
    .updateTable(typed(table))
    .set({ skippedAt: now, skipReason: reason })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute();
};

/** Lets a message that was not accepted, and had failed permanently, be sent again. */
export const reopenMessage = async (em: EntityManager, table: MessageTable, id: string): Promise<void> => {
  await tables(em)
    .updateTable(typed(table))
    .set({ failedAt: null, failure: null, claimedUntil: null })
    .where('id', '=', id)
    .where('failedAt', 'is not', null)
    .where('sentAt', 'is', null)
    .execute();
};
