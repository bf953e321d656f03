import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countRowsUpToMax, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { type KeysetPage, keysetPageClauses, type PagePosition, toKeysetPage } from '../../kernel/list/keyset-page.ts';

/** The filters of an event search; undefined matches all. */
export interface StripeEventFilters {
  state?: 'failed' | 'waiting' | 'processed' | undefined;
  type?: string | undefined;
  /** The id of the event's object, or of the event itself at Stripe. */
  id?: string | undefined;
}

export interface ListedStripeEvent {
  id: string;
  stripeEventId: string;
  type: string;
  objectId: string | null;
  receivedAt: Date;
  processedAt: Date | null;
  firstProcessedAt: Date | null;
  failure: string | null;
}

/** A page of Stripe's events, the last received first. */
export const listStripeEvents = async (
  em: EntityManager,
  filters: StripeEventFilters,
  place: PagePosition,
): Promise<KeysetPage<ListedStripeEvent>> => {
  const { where, tail } = keysetPageClauses(place, { at: 'received_at', id: 'id' });
  const rows = await tables(em)
    .selectFrom('stripe_events')
    .select(['id', 'stripeEventId', 'type', 'objectId', 'failure'])
    .select(['receivedAt', 'processedAt', 'firstProcessedAt'])
    .where(conditionOf(filters))
    .where(where)
    .modifyEnd(tail)
    .execute();
  return toKeysetPage(place, rows);
};

/** Counts the events that match the filters, up to a thousand. */
export const countFilteredStripeEvents = (em: EntityManager, filters: StripeEventFilters): Promise<CappedTotal> =>
  countRowsUpToMax(em, 'stripe_events', conditionOf(filters));

/** Locks an event until the caller's transaction ends; null when there is none with this id. */
export const lockStripeEvent = async (
  em: EntityManager,
  id: string,
): Promise<{ type: string; objectId: string | null } | null> => {
  const row = await tables(em)
    .selectFrom('stripe_events')
    .select(['type', 'objectId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
};

const states = {
  failed: sql`processed_at is null and failure is not null`,
  waiting: sql`processed_at is null and failure is null`,
  processed: sql`processed_at is not null`,
};

const conditionOf = ({ state, type, id }: StripeEventFilters): RawBuilder<boolean> => {
  const conditions = [
    ...(state === undefined ? [] : [states[state]]),
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(id === undefined ? [] : [sql`(object_id = ${id} or stripe_event_id = ${id})`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
};
