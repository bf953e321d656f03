import type { EntityManager } from '@mikro-orm/postgresql';
import { type MonitorAspect, monitorAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { membershipInStateSql, isServiceProvidedSql } from '../../membership/subscription/membership-sql.ts';

export interface StoredMonitorCheckState {
  aspect: MonitorAspect;
  registration: string;
  /** In the shape of the aspect (`domain/monitoring/alerts`); null: no monitor check has found anything yet. */
  lastResult: unknown;
  lastResultRequestedAt: Date | null;
  attemptedAt: Date | null;
  failure: string | null;
  /** Null: suspended until the member pays again or gives a postcode, or its source changes. */
  nextCheckAt: Date | null;
}

const columns = sql`aspect, registration_number as registration, last_result, last_result_requested_at, attempted_at,
  failure, next_check_at`;

/** Returns the stored results of each aspect of a member's car, of the car `registration` only. */
export const listMonitorCheckStates = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<StoredMonitorCheckState[]> => {
  const found = await sql<StoredMonitorCheckState>`
    select ${columns} from monitor_check_states where user_id = ${userId} and registration_number = ${registration}
  `.execute(tables(em));
  return found.rows;
};

export interface WatchedAspect {
  userId: string;
  aspect: MonitorAspect;
  registration: string;
}

/**
 * Returns the state of one aspect, locked until the caller's transaction ends; creates a missing row, and resets one of
 * another car. A concurrent monitor check waits here and is then compared with the result stored by this one.
 */
export const lockMonitorCheckState = async (
  em: EntityManager,
  { userId, aspect, registration }: WatchedAspect,
  now: Date,
): Promise<StoredMonitorCheckState> => {
  await sql`
    insert into monitor_check_states (user_id, aspect, registration_number, next_check_at)
    values (${userId}, ${aspect}, ${registration}, ${now.toISOString()})
    on conflict (user_id, aspect) do update set registration_number = excluded.registration_number, last_result = null,
        last_result_requested_at = null, attempted_at = null, failure = null, next_check_at = excluded.next_check_at, queued_at = null
      where monitor_check_states.registration_number <> excluded.registration_number
  `.execute(tables(em));
  const found = await sql<StoredMonitorCheckState>`
    select ${columns} from monitor_check_states where user_id = ${userId} and aspect = ${aspect} for update
  `.execute(tables(em));
  const [row] = found.rows;
  if (!row) throw new Error('the state of a watch is not there, although it was locked');
  return row;
};

/**
 * Returns the stored results of some aspects of a member's car, for a comparison that depends on all of them: locked
 * until the caller's transaction ends, in one order, so that of two concurrent monitor checks the second finds the
 * result of the first.
 */
export const lockMonitorCheckResults = async (
  em: EntityManager,
  { userId, registration }: Omit<WatchedAspect, 'aspect'>,
  aspects: readonly MonitorAspect[],
): Promise<ReadonlyMap<MonitorAspect, unknown>> => {
  const found = await sql<{ aspect: MonitorAspect; lastResult: unknown }>`
    select aspect, last_result from monitor_check_states
    where user_id = ${userId} and registration_number = ${registration} and aspect = any (${[...aspects]}::text[])
    order by aspect for update
  `.execute(tables(em));
  return new Map(found.rows.map(({ aspect, lastResult }) => [aspect, lastResult]));
};

/**
 * Claims a paid monitor check until `until`; false when it is not due, or another process has claimed it. Committed
 * before the request to the vendor, so that after a crash the vendor is asked again no earlier than then.
 */
export const claimMonitorCheck = async (
  em: EntityManager,
  { userId, aspect, registration }: WatchedAspect,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> => {
  const [at, next] = [now.toISOString(), until.toISOString()];
  const claimed = await sql`
    insert into monitor_check_states as state (user_id, aspect, registration_number, attempted_at, next_check_at)
    values (${userId}, ${aspect}, ${registration}, ${at}, ${next})
    on conflict (user_id, aspect) do update set attempted_at = excluded.attempted_at, next_check_at = excluded.next_check_at,
        queued_at = null, registration_number = excluded.registration_number,
        last_result = case when state.registration_number = excluded.registration_number then state.last_result end,
        last_result_requested_at = case when state.registration_number = excluded.registration_number then state.last_result_requested_at end,
        failure = case when state.registration_number = excluded.registration_number then state.failure end
      where state.next_check_at <= ${at}::timestamptz or state.next_check_at is null
        or state.registration_number <> excluded.registration_number
  `.execute(tables(em));
  return Number(claimed.numAffectedRows ?? 0) === 1;
};

/** Returns whether the check of another member who watches the car has a result that was requested since `since`. */
export const hasRecentResultOfOtherMember = async (
  em: EntityManager,
  { userId, aspect, registration }: WatchedAspect,
  { since, until }: { since: Date; until: Date },
): Promise<boolean> => {
  // By way of the due dates, which have an index by car.
  const found = await sql`
    select from watch_due_dates due
    join monitor_check_states state on state.user_id = due.user_id and state.aspect = ${aspect}
      and state.registration_number = due.registration_number
      and state.last_result_requested_at between ${since.toISOString()} and ${until.toISOString()}
    where due.registration_number = ${registration} and due.kind = 'tax' and due.user_id <> ${userId} limit 1
  `.execute(tables(em));
  return found.rows.length > 0;
};

/** Stores a check result, in the transaction that locked the state. `readAt`: when the source was requested. */
export const storeMonitorCheckState = async (
  em: EntityManager,
  { userId, aspect }: Pick<WatchedAspect, 'userId' | 'aspect'>,
  { known, readAt, triedAt, nextCheckAt }: { known: object; readAt: Date; triedAt: Date; nextCheckAt: Date | null },
): Promise<void> => {
  await sql`
    update monitor_check_states set last_result = ${JSON.stringify(known)}::jsonb, last_result_requested_at = ${readAt.toISOString()},
      attempted_at = ${triedAt.toISOString()}, failure = null, next_check_at = ${nextCheckAt?.toISOString() ?? null}::timestamptz,
      queued_at = null
    where user_id = ${userId} and aspect = ${aspect}
  `.execute(tables(em));
};

/** Records why a monitor check had no result; the stored result is kept. */
export const recordMonitorCheckFailure = async (
  em: EntityManager,
  { userId, aspect }: Pick<WatchedAspect, 'userId' | 'aspect'>,
  { failure, triedAt, nextCheckAt }: { failure: string; triedAt: Date; nextCheckAt: Date | null },
): Promise<void> => {
  await sql`
    update monitor_check_states set attempted_at = ${triedAt.toISOString()}, failure = ${failure},
      next_check_at = ${nextCheckAt?.toISOString() ?? null}::timestamptz, queued_at = null
    where user_id = ${userId} and aspect = ${aspect}
  `.execute(tables(em));
};

/** Makes the monitor check of an aspect due, because its source is known to have changed. */
export const rescheduleMonitorCheckNow = async (
  em: EntityManager,
  { userId, aspect }: { userId: string; aspect: MonitorAspect },
  now: Date,
): Promise<void> => {
  await sql`
    update monitor_check_states set next_check_at = least(next_check_at, ${now.toISOString()}::timestamptz)
    where user_id = ${userId} and aspect = ${aspect}
  `.execute(tables(em));
};

/**
 * Why a monitor check is suspended until something of its member changes; `resumeMonitorChecksOfMember` then makes it
 * due. It is paid for, which a trial does not cover (`in-trial`) and an overdue payment pauses (`payment-due`).
 */
const suspended = {
  notMember: 'not-member',
  inTrial: 'in-trial',
  paymentDue: 'payment-due',
  noPostcode: 'no-postcode',
} as const;

/** Suspended until the member pays. Exactly the condition of the index that holds only these rows. */
const isSuspended = sql`next_check_at is null and failure in (
  ${sql.lit(suspended.notMember)}, ${sql.lit(suspended.inTrial)}, ${sql.lit(suspended.paymentDue)}
)`;

/** The failure that a resumed check keeps: `payment-due` means that it was already due while it was paused. */
const resumedFailure = sql`case when failure = ${suspended.paymentDue} then failure end`;

/**
 * Claims monitor checks of an aspect that are due, the longest due first, at most `limit`, for the caller's transaction
 * to queue: each is claimed once, by one process. Suspends those that are not wanted (not a member any more, a `paid`
 * one that the membership does not provide at present, no postcode to search petrol prices for). Returns the members
 * whose checks are to be queued, and how many were claimed.
 */
export const claimDueMonitorChecks = async (
  em: EntityManager,
  aspect: MonitorAspect,
  { now, limit, paid }: { now: Date; limit: number; paid: boolean },
): Promise<{ members: string[]; taken: number }> => {
  const at = now.toISOString();
  const taken = await sql<{ userId: string; why: string | null }>`
    with due as (
      select user_id from monitor_check_states where aspect = ${aspect} and queued_at is null and next_check_at <= ${at}
      order by next_check_at limit ${limit} for update skip locked
    ), judged as (
      select due.user_id, case
        when subscription.user_id is null then ${suspended.notMember}
        when not ${isServiceProvidedSql('subscription', paid ? 'paidLookups' : 'emails', now)} then
          case when ${membershipInStateSql('subscription', ['trial'], now)} then ${suspended.inTrial} else ${suspended.paymentDue} end
        when ${aspect} = 'petrol' and watch.postcode is null then ${suspended.noPostcode}
      end as why
      from due
      left join subscriptions subscription on subscription.user_id = due.user_id
        and subscription.registration_number is not null and ${isServiceProvidedSql('subscription', 'emails', now)}
      left join watches watch on watch.user_id = due.user_id
    )
    update monitor_check_states state set
      queued_at = case when why is null then ${at}::timestamptz end,
      next_check_at = case when why is null then next_check_at end,
      failure = coalesce(why, failure)
    from judged where state.user_id = judged.user_id and state.aspect = ${aspect}
    returning state.user_id, why
  `.execute(tables(em));
  return {
    members: taken.rows.filter(({ why }) => why === null).map(({ userId }) => userId),
    taken: taken.rows.length,
  };
};

/**
 * Makes the monitor checks due that were suspended because their member did not pay, and includes their due dates in
 * the reminder scan again; in the transaction that changed the subscription. Locks both in the order of a monitor
 * check.
 */
export const resumeMonitorChecksOfMember = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  await sql`
    with resumed as (
      select aspect from monitor_check_states where user_id = ${userId} and ${isSuspended} order by aspect for update
    )
    update monitor_check_states state set next_check_at = ${now.toISOString()}, failure = ${resumedFailure} from resumed
    where state.user_id = ${userId} and state.aspect = resumed.aspect
  `.execute(tables(em));
  await sql`update watch_due_dates set in_reminder_scan = true where user_id = ${userId} and not in_reminder_scan`.execute(
    tables(em),
  );
};

export const resumeWronglySuspendedChecksSql = (now: Date): RawBuilder<unknown> => sql`
  with resumed as (
    select state.user_id, state.aspect from subscriptions subscription
    -- With a limit it is an index look-up per row, instead of a full read.
    cross join lateral (
      select user_id, aspect from monitor_check_states
      where user_id = subscription.user_id and registration_number = subscription.registration_number and ${isSuspended}
        and (failure = ${suspended.notMember} or ${isServiceProvidedSql('subscription', 'paidLookups', now)})
      order by user_id, aspect limit ${monitorAspects.length} for update skip locked
    ) state
    where ${isServiceProvidedSql('subscription', 'emails', now)}
  )
  update monitor_check_states state set next_check_at = ${now.toISOString()}, failure = ${resumedFailure} from resumed
  where state.user_id = resumed.user_id and state.aspect = resumed.aspect
`;

/**
 * Makes monitor checks due that are suspended although the membership provides them: a clock that was ahead has seen
 * the end of a period that still runs. Walks the running memberships, each by the index of suspended checks, and so
 * none that have ended. Returns how many.
 */
export const resumeWronglySuspendedChecks = async (em: EntityManager, now: Date): Promise<number> => {
  const resumed = await resumeWronglySuspendedChecksSql(now).execute(tables(em));
  return Number(resumed.numAffectedRows ?? 0);
};

/**
 * Repairs what would keep monitor checks of an aspect from being queued: those queued before `queuedBefore` without an
 * outcome are due again, and those scheduled for later than `latest`, by a longer interval or a wrong clock, become due
 * at `then`.
 */
export const repairMonitorCheckSchedule = async (
  em: EntityManager,
  aspect: MonitorAspect,
  { queuedBefore, latest, then }: { queuedBefore: Date; latest: Date; then: Date },
): Promise<void> => {
  await sql`
    update monitor_check_states set queued_at = null where aspect = ${aspect} and queued_at is not null
      and queued_at < ${queuedBefore.toISOString()}
  `.execute(tables(em));
  await sql`
    update monitor_check_states set next_check_at = ${then.toISOString()}
    where aspect = ${aspect} and queued_at is null and next_check_at > ${latest.toISOString()}
  `.execute(tables(em));
};

/** Counts the monitor checks of an aspect that are queued and not done yet, up to `max`. */
export const countQueuedMonitorChecks = async (
  em: EntityManager,
  aspect: MonitorAspect,
  max: number,
): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from monitor_check_states where aspect = ${aspect} and queued_at is not null limit ${max}
    ) ordered
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/**
 * Returns those of the given registrations that are the car of a member, each with the members who watch it. Only
 * members whose DVSA result is stored and was requested before `readBefore`: for all others there is nothing to compare
 * with, or nothing newer.
 */
export const findWatchingMembers = async (
  em: EntityManager,
  registrations: readonly string[],
  { readBefore, now }: { readBefore: Date; now: Date },
): Promise<{ userId: string; registration: string }[]> => {
  if (registrations.length === 0) return [];
  const found = await sql<{ userId: string; registration: string }>`
    select subscriptions.user_id, subscriptions.registration_number as registration from subscriptions
    join monitor_check_states state on state.user_id = subscriptions.user_id and state.aspect = 'testing'
      and state.registration_number = subscriptions.registration_number
      and state.last_result_requested_at < ${readBefore.toISOString()}
    where subscriptions.registration_number = any (${registrations}::text[]) and ${isServiceProvidedSql('subscriptions', 'emails', now)}
    order by subscriptions.user_id
  `.execute(tables(em));
  return found.rows;
};
