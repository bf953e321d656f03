import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type ReportedOffRoadStatus,
  type RegisterDueDate,
  registerDueDateKinds,
  type RegisterDueDateKind,
} from '@ve/domain/monitoring/reminders/register-due-dates';
import type { SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { isServiceProvidedSql } from '../../membership/subscription/membership-sql.ts';

/** A due date that was replaced by another. */
export interface MovedDueDate {
  userId: string;
  kind: RegisterDueDateKind;
  from: IsoDate;
  to: IsoDate;
}

/**
 * Stores the registers' due dates of a car for all members who watch it, in the caller's transaction. A register that
 * did not respond leaves its date unchanged, with the time of its last response; so does one that holds no date while a
 * stored one is in the future, because a register may temporarily not find a car. An older response than the stored one
 * changes nothing. Returns the dates that moved.
 */
export const recordRegisterDueDates = async (
  em: EntityManager,
  {
    registration,
    dueByKind,
  }: { registration: string; dueByKind: Partial<Record<RegisterDueDateKind, RegisterDueDate>> },
  now: Date,
): Promise<MovedDueDate[]> => {
  const moved: MovedDueDate[] = [];
  for (const kind of registerDueDateKinds) {
    const due = dueByKind[kind];
    if (due) moved.push(...(await storeRegisterDueDate(em, { registration, kind, due }, now)));
  }
  return moved;
};

const storeRegisterDueDate = async (
  em: EntityManager,
  { registration, kind, due }: { registration: string; kind: RegisterDueDateKind; due: RegisterDueDate },
  now: Date,
): Promise<MovedDueDate[]> => {
  const at = now.toISOString();
  if (due.state === 'silent') {
    await sql`
      with asked as (
        select user_id from watch_due_dates where registration_number = ${registration} and kind = ${kind}
        order by user_id for update
      )
      update watch_due_dates due set attempted_at = ${at}, no_date_reason = case when fetched_at is null then ${due.why} else no_date_reason end
      from asked where due.user_id = asked.user_id and due.kind = ${kind}
    `.execute(tables(em));
    return [];
  }
  const on = due.state === 'dated' ? due.on : null;
  const keptFrom = due.state === 'none' && due.why === 'not-held' ? londonDate(now) : null;
  const changed = await sql<{ userId: string; from: IsoDate | null }>`
    with before as (
      select user_id, kind, due_on, coalesce(due_on >= ${keptFrom}::date, false) as kept from watch_due_dates
      where registration_number = ${registration} and kind = ${kind} and (fetched_at is null or fetched_at <= ${due.at})
      order by user_id for update
    )
    update watch_due_dates due set
      due_on = case when kept then due.due_on else ${on}::date end,
      source = case when kept then due.source else ${due.source} end,
      no_date_reason = case when kept then due.no_date_reason else ${due.state === 'none' ? due.why : null} end,
      fetched_at = case when kept then due.fetched_at else ${due.at}::timestamptz end, attempted_at = ${at},
      date_known_since = case
        when kept or before.due_on is not distinct from ${on}::date then due.date_known_since else ${at}::timestamptz
      end
    from before where due.user_id = before.user_id and due.kind = before.kind
    returning due.user_id, to_char(before.due_on, 'YYYY-MM-DD') as "from"
  `.execute(tables(em));
  return changed.rows.flatMap(({ userId, from }) =>
    from === null || on === null || from === on ? [] : [{ userId, kind, from, to: on }],
  );
};

const offRoadReasons = ['scrapped', 'exported'] as const satisfies readonly ReportedOffRoadStatus['why'][];

/** Returns the latest off-road status of a car and the register that reported it; null: none did. */
export const findOffRoadStatus = async (
  em: EntityManager,
  registration: string,
): Promise<ReportedOffRoadStatus | null> => {
  const row = await tables(em)
    .selectFrom('watch_due_dates')
    .select(['noDateReason', 'source'])
    .where('registrationNumber', '=', registration)
    .where('noDateReason', 'in', offRoadReasons)
    .limit(1)
    .executeTakeFirst();
  const why = offRoadReasons.find((each) => each === row?.noDateReason);
  return why === undefined || !row?.source || row.source === 'member' ? null : { why, source: row.source };
};

/**
 * Clears the off-road status that these registers reported, in the caller's transaction, when they no longer report it:
 * the next refresh reads the due dates again.
 */
export const clearOffRoadStatus = async (
  em: EntityManager,
  registration: string,
  sources: readonly SourceName[],
): Promise<void> => {
  await sql`
    with gone as (
      select user_id, kind from watch_due_dates
      where registration_number = ${registration} and no_date_reason = any(${[...offRoadReasons]}::text[])
        and source = any(${[...sources]}::text[])
      order by user_id for update
    )
    update watch_due_dates due set no_date_reason = 'not-read', source = null, fetched_at = null, attempted_at = null
    from gone where due.user_id = gone.user_id and due.kind = gone.kind
  `.execute(tables(em));
};

/**
 * Claims cars whose due dates no monitor check has read, never or not for `staleMs`, and that were not claimed within
 * `retryMs`; the longest untried first. A date near its reminder needs no more, because it is read before each one is
 * sent. One process claims at a time, until the caller's transaction ends: a car has several rows, and two processes
 * that skip each other's locked rows would both claim the car.
 */
export const claimStaleDueDates = async (
  em: EntityManager,
  { limit, staleMs, retryMs }: { limit: number; staleMs: Record<RegisterDueDateKind, number>; retryMs: number },
  now: Date,
): Promise<string[]> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('stale dueDates', 0))`.execute(tables(em));
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  // Each is a range of the index: of a million members almost none is stale.
  const isStale = (kind: RegisterDueDateKind) =>
    sql`(due.kind = ${kind} and (due.fetched_at is null or due.fetched_at < ${ago(staleMs[kind])}))`;
  const claimed = await sql<{ registration: string }>`
    with stale as (
      select due.registration_number from watch_due_dates due
      join subscriptions subscription on subscription.user_id = due.user_id
        and subscription.registration_number = due.registration_number and ${isServiceProvidedSql('subscription', 'emails', now)}
      where (due.attempted_at is null or due.attempted_at < ${ago(retryMs)})
        and (${isStale('tax')} or ${isStale('mot')})
      order by due.attempted_at nulls first limit ${limit} for update of due skip locked
    ), car as (
      select distinct registration_number from stale
    ), held as (
      select due.user_id, due.kind from watch_due_dates due join car using (registration_number)
      where due.kind = any (${registerDueDateKinds}::text[]) for update of due skip locked
    ), claimed as (
      update watch_due_dates due set attempted_at = ${now.toISOString()} from held
      where due.user_id = held.user_id and due.kind = held.kind
    )
    select registration_number as registration from car
  `.execute(tables(em));
  return claimed.rows.map(({ registration }) => registration);
};
