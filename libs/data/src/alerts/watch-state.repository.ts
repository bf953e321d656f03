import type { EntityManager } from '@mikro-orm/postgresql';
import type { WatchAspect } from '@ve/domain/alerts/watch-aspects';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

export interface StoredWatchState {
  aspect: WatchAspect;
  registration: string;
  /** In the shape of the aspect (`domain/alerts`); null: no look has found anything yet. */
  known: unknown;
  readAt: Date | null;
  triedAt: Date | null;
  failure: string | null;
  nextAt: Date;
}

const columns = sql`aspect, registration_number as registration, known, read_at as "readAt", tried_at as "triedAt",
  failure, next_at as "nextAt"`;

/** What is known of each aspect of a member's car; of the car `registration` alone. */
export const listWatchStates = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<StoredWatchState[]> => {
  const found = await sql<StoredWatchState>`
    select ${columns} from watch_states where user_id = ${userId} and registration_number = ${registration}
  `.execute(tables(em));
  return found.rows;
};

export interface WatchedAspect {
  userId: string;
  aspect: WatchAspect;
  registration: string;
}

/**
 * The state of one aspect, locked until the caller's transaction ends; a row is made where there is none, and one of
 * another car begins anew. A concurrent look waits here and is then compared with what this one stores.
 */
export const lockWatchState = async (
  em: EntityManager,
  { userId, aspect, registration }: WatchedAspect,
  now: Date,
): Promise<StoredWatchState> => {
  await sql`
    insert into watch_states (user_id, aspect, registration_number, next_at)
    values (${userId}, ${aspect}, ${registration}, ${now.toISOString()})
    on conflict (user_id, aspect) do update set registration_number = excluded.registration_number, known = null,
        read_at = null, tried_at = null, failure = null, next_at = excluded.next_at
      where watch_states.registration_number <> excluded.registration_number
  `.execute(tables(em));
  const found = await sql<StoredWatchState>`
    select ${columns} from watch_states where user_id = ${userId} and aspect = ${aspect} for update
  `.execute(tables(em));
  const [row] = found.rows;
  if (!row) throw new Error('the state of a watch is not there, although it was locked');
  return row;
};

/** Stores what a look found, in the transaction that locked the state. `readAt`: when the source was asked. */
export const storeWatchState = async (
  em: EntityManager,
  { userId, aspect }: Pick<WatchedAspect, 'userId' | 'aspect'>,
  { known, readAt, triedAt, nextAt }: { known: object; readAt: Date; triedAt: Date; nextAt: Date },
): Promise<void> => {
  await sql`
    update watch_states set known = ${JSON.stringify(known)}::jsonb, read_at = ${readAt.toISOString()},
      tried_at = ${triedAt.toISOString()}, failure = null, next_at = ${nextAt.toISOString()}
    where user_id = ${userId} and aspect = ${aspect}
  `.execute(tables(em));
};

/** Records that a look learned nothing, and why; what is known stays. */
export const failWatchState = async (
  em: EntityManager,
  { userId, aspect }: Pick<WatchedAspect, 'userId' | 'aspect'>,
  { failure, triedAt, nextAt }: { failure: string; triedAt: Date; nextAt: Date },
): Promise<void> => {
  await sql`
    update watch_states set tried_at = ${triedAt.toISOString()}, failure = ${failure}, next_at = ${nextAt.toISOString()}
    where user_id = ${userId} and aspect = ${aspect}
  `.execute(tables(em));
};
