import type { EntityManager } from '@mikro-orm/postgresql';
import type { AlertFacts } from '@ve/domain/monitoring/alerts/alert';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface StoredWatchEvent {
  id: string;
  userId: string;
  registration: string;
  facts: AlertFacts;
  at: Date;
}

const columns = sql`id, user_id, registration_number as registration, facts, detected_at as at`;

export interface NewWatchEvent {
  userId: string;
  registration: string;
  facts: AlertFacts;
  /** Distinguishes it from every other event of this member's car (`domain/monitoring/alerts/alert-key`). */
  key: string;
}

/** Delays an event's text until `after`, in the transaction that wrote the event. */
export const delayAlertText = async (em: EntityManager, id: string, after: Date): Promise<void> => {
  await tables(em).updateTable('watch_events').set({ textSendAfter: after }).where('id', '=', id).execute();
};

/** Claims the events whose text is due, in the caller's transaction, which writes the texts; each is claimed once. */
export const claimDueAlertTexts = async (
  em: EntityManager,
  { now, limit }: { now: Date; limit: number },
): Promise<StoredWatchEvent[]> => {
  const taken = await sql<StoredWatchEvent>`
    update watch_events set text_send_after = null where id in (
      select id from watch_events where text_send_after <= ${now.toISOString()}
      order by text_send_after limit ${limit} for update skip locked
    ) returning ${columns}
  `.execute(tables(em));
  return taken.rows;
};

/** Writes an event and returns its id; null when one with the same key exists already. */
export const addWatchEvent = async (
  em: EntityManager,
  { userId, registration, facts, key }: NewWatchEvent,
  now: Date,
): Promise<string | null> => {
  const added = await tables(em)
    .insertInto('watch_events')
    .values({
      userId,
      registrationNumber: registration,
      kind: facts.kind,
      facts: sql<AlertFacts>`${JSON.stringify(facts)}::jsonb`,
      uniqueKey: `${userId}:${registration}:${key}`,
      detectedAt: now,
    })
    .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
};

/** Returns an event by its id, or null when there is none. */
export const findWatchEvent = async (em: EntityManager, id: string): Promise<StoredWatchEvent | null> => {
  const found = await sql<StoredWatchEvent>`select ${columns} from watch_events where id = ${id}`.execute(tables(em));
  return found.rows[0] ?? null;
};

/** A cursor in the list, newest first: what follows is older. */
export interface WatchEventCursor {
  at: Date;
  id: string;
}

/**
 * A member's events, of every car they have watched, newest first, at most `limit`; `before`: only those older than
 * this one.
 */
export const listWatchEvents = async (
  em: EntityManager,
  userId: string,
  { before, limit }: { before: WatchEventCursor | null; limit: number },
): Promise<StoredWatchEvent[]> => {
  const older =
    before === null
      ? sql`true`
      : sql`(detected_at, id) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`;
  const found = await sql<StoredWatchEvent>`
    select ${columns} from watch_events where user_id = ${userId} and ${older} order by detected_at desc, id desc limit ${limit}
  `.execute(tables(em));
  return found.rows;
};
