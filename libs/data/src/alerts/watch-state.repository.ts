import type { EntityManager } from '@mikro-orm/postgresql';
import type { WatchAspect } from '@ve/domain/alerts/watch-aspects';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { withInstants } from '../raw-instants.ts';
import { isMemberRow } from '../subscription/is-member.ts';

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
const read = (row: StoredWatchState): StoredWatchState => withInstants(row, ['readAt', 'triedAt', 'nextAt']);

/** What is known of each aspect of a member's car; of the car `registration` alone. */
export const listWatchStates = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<StoredWatchState[]> => {
  const found = await sql<StoredWatchState>`
    select ${columns} from watch_states where user_id = ${userId} and registration_number = ${registration}
  `.execute(tables(em));
  return found.rows.map(read);
};

export interface WatchedAspect {
  userId: string;
  aspect: WatchAspect;
  registration: string;
}

/**
 * The state of one aspect, locked until the caller's transaction ends; a row is made where there is none, and one of
 * another car starts over. A concurrent look waits here and is then compared with what this one stores.
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
  const [row] = found.rows.map(read);
  if (!row) throw new Error('the state of a watch is not there, although it was locked');
  return row;
};

/**
 * Claims a look that costs money, until `until`: false when it is not due, or another has claimed it. Committed before the
 * vendor is asked, so that whoever dies meanwhile has it asked once more at the earliest then.
 */
export const claimLook = async (
  em: EntityManager,
  { userId, aspect, registration }: WatchedAspect,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> => {
  const [at, next] = [now.toISOString(), until.toISOString()];
  const claimed = await sql`
    insert into watch_states as state (user_id, aspect, registration_number, tried_at, next_at)
    values (${userId}, ${aspect}, ${registration}, ${at}, ${next})
    on conflict (user_id, aspect) do update set tried_at = excluded.tried_at, next_at = excluded.next_at,
        registration_number = excluded.registration_number,
        known = case when state.registration_number = excluded.registration_number then state.known end,
        read_at = case when state.registration_number = excluded.registration_number then state.read_at end,
        failure = case when state.registration_number = excluded.registration_number then state.failure end
      where state.next_at <= ${at}::timestamptz or state.registration_number <> excluded.registration_number
  `.execute(tables(em));
  return Number(claimed.numAffectedRows ?? 0) === 1;
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

/** Makes the look at an aspect due, where its source is known to have changed. */
export const hastenLook = async (em: EntityManager, userId: string, aspect: WatchAspect, now: Date): Promise<void> => {
  await sql`
    update watch_states set next_at = least(next_at, ${now.toISOString()}::timestamptz)
    where user_id = ${userId} and aspect = ${aspect}
  `.execute(tables(em));
};

/**
 * Members whose look at an aspect is due, the longest due first, then those whose car was never looked at; at most `limit`.
 * `paying`: not those in their trial, whose 50p do not pay for it.
 */
export const findDueLooks = async (
  em: EntityManager,
  aspect: WatchAspect,
  { now, limit, paying }: { now: Date; limit: number; paying: boolean },
): Promise<string[]> => {
  const due = await sql<{ userId: string }>`
    select state.user_id as "userId" from watch_states state
    join subscriptions on subscriptions.user_id = state.user_id
      and subscriptions.registration_number = state.registration_number
    where state.aspect = ${aspect} and state.next_at <= ${now.toISOString()} and ${isMemberRow('subscriptions', now, { paying })}
    order by state.next_at limit ${limit}
  `.execute(tables(em));
  const left = limit - due.rows.length;
  const unseen =
    left <= 0
      ? []
      : (
          await sql<{ userId: string }>`
            select subscriptions.user_id as "userId" from subscriptions
            join watches on watches.user_id = subscriptions.user_id
            where subscriptions.registration_number is not null and ${isMemberRow('subscriptions', now, { paying })}
              and not exists (
                select from watch_states state where state.user_id = subscriptions.user_id and state.aspect = ${aspect}
                  and state.registration_number = subscriptions.registration_number
              )
            limit ${left}
          `.execute(tables(em))
        ).rows;
  return [...due.rows, ...unseen].map(({ userId }) => userId);
};

/**
 * Of these registrations those that are the car of a member, each with who watches it; only where DVSA's answer is known, as
 * it was asked for before `readBefore`: there is nothing to compare with, or nothing newer, for all others.
 */
export const findWatchers = async (
  em: EntityManager,
  registrations: readonly string[],
  { readBefore, now }: { readBefore: Date; now: Date },
): Promise<{ userId: string; registration: string }[]> => {
  if (registrations.length === 0) return [];
  const found = await sql<{ userId: string; registration: string }>`
    select subscriptions.user_id as "userId", subscriptions.registration_number as registration from subscriptions
    join watch_states state on state.user_id = subscriptions.user_id and state.aspect = 'testing'
      and state.registration_number = subscriptions.registration_number
      and state.read_at < ${readBefore.toISOString()}
    where subscriptions.registration_number = any (${registrations}::text[]) and ${isMemberRow('subscriptions', now)}
    order by subscriptions.user_id
  `.execute(tables(em));
  return found.rows;
};
