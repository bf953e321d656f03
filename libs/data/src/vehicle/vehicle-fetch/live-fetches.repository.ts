import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Fetches that are queued or running, in total and of one requester. */
export interface LiveFetches {
  all: number;
  own: number;
}

/** Counts the live fetches; `requesterHash` is the requester's key, as stored with the fetches. */
export const countLiveFetches = async (em: EntityManager, requesterHash: string): Promise<LiveFetches> => {
  const counted = await sql<LiveFetches>`
    select count(*)::int as all, (count(*) filter (where requester_hash = ${requesterHash}))::int as own
    from vehicle_fetches where status in ('queued', 'running')
  `.execute(tables(em));
  return counted.rows[0] ?? { all: 0, own: 0 };
};

/** Serialises transactions that admit new fetches, until the caller's ends: each sees the rows of the one before. */
export const lockFetchAdmission = async (em: EntityManager): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('vehicle-fetch admission', 0))`.execute(tables(em));
};
