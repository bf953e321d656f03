import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

/** Fetches that are queued or under way, of everybody and of one asker. */
export interface LiveFetches {
  all: number;
  own: number;
}

/** Counts the live fetches; `askedBy` is the name that the asker's fetches were inserted under. */
export const countLiveFetches = async (em: EntityManager, askedBy: string): Promise<LiveFetches> => {
  const counted = await sql<LiveFetches>`
    select count(*)::int as all, (count(*) filter (where asked_by = ${askedBy}))::int as own
    from vehicle_fetches where status in ('queued', 'running')
  `.execute(tables(em));
  return counted.rows[0] ?? { all: 0, own: 0 };
};

/** Makes transactions that admit new fetches wait for each other, until the caller's ends: each counts what the one before inserted. */
export const lockFetchAdmission = async (em: EntityManager): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('vehicle-fetch admission', 0))`.execute(tables(em));
};
