import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface NewStripeEvent {
  stripeEventId: string;
  type: string;
  objectId: string | null;
  createdAt: Date;
}

export interface StripeEventRow extends NewStripeEvent {
  id: string;
  receivedAt: Date;
  processedAt: Date | null;
}

/** Stores an event; returns its row's id, or null when it was delivered before. */
export const addStripeEvent = async (em: EntityManager, event: NewStripeEvent, now: Date): Promise<string | null> => {
  const row = await tables(em)
    .insertInto('stripe_events')
    .values({
      stripeEventId: event.stripeEventId,
      type: event.type,
      objectId: event.objectId,
      createdAt: event.createdAt,
      receivedAt: now,
    })
    .onConflict((conflict) => conflict.column('stripeEventId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Returns an event by the id of its row, or null when there is none. */
export const findStripeEvent = async (em: EntityManager, id: string): Promise<StripeEventRow | null> => {
  const row = await tables(em).selectFrom('stripe_events').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    stripeEventId: row.stripeEventId,
    type: row.type,
    objectId: row.objectId,
    createdAt: row.createdAt,
    receivedAt: row.receivedAt,
    processedAt: row.processedAt,
  };
};

/** Counts the events of a type for an object. */
export const countStripeEventsOfObject = async (
  em: EntityManager,
  { type, objectId }: { type: string; objectId: string },
): Promise<number> => {
  const { count } = await tables(em)
    .selectFrom('stripe_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('objectId', '=', objectId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Marks an event as processed: `first` for the first time, `again` when staff had it processed again; null when it is
 * processed already.
 */
export const markStripeEventProcessed = async (
  em: EntityManager,
  id: string,
  now: Date,
): Promise<'first' | 'again' | null> => {
  const row = await tables(em)
    .updateTable('stripe_events')
    .set({ processedAt: now, failure: null })
    .where('id', '=', id)
    .where('processedAt', 'is', null)
    .returning('firstProcessedAt')
    .executeTakeFirst();
  if (row === undefined) return null;
  return row.firstProcessedAt === null ? 'first' : 'again';
};

/**
 * Records why an event could not be processed, unless it has been processed meanwhile. `failure` must not contain
 * personal data.
 */
export const markStripeEventFailed = async (em: EntityManager, id: string, failure: string): Promise<void> => {
  await tables(em)
    .updateTable('stripe_events')
    .set({ failure: failure.slice(0, 300) || 'unknown' })
    .where('id', '=', id)
    .where('processedAt', 'is', null)
    .execute();
};

/** Lets an event be processed again, whether it was processed or failed. */
export const reopenStripeEvent = async (em: EntityManager, id: string): Promise<void> => {
  await sql`
    update stripe_events set processed_at = null, failure = null,
      first_processed_at = coalesce(first_processed_at, processed_at)
    where id = ${id}
  `.execute(tables(em));
};
