import type { EntityManager } from '@mikro-orm/postgresql';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import type { FullCheckFailure } from '@ve/domain/vehicle/record/check-failure';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import type { FullCheckStatus } from '../full-check/full-check.entity.ts';
import type { VehicleFetchOutcome } from '../vehicle/vehicle-fetch/vehicle-fetch.entity.ts';

/** Mails claimed at a time; a sweep claims the others. */
const batch = 100;

export interface ReportReadyMailRequest {
  userId: string;
  registration: string;
}

const fetchIsLive = sql`exists (
  select from vehicle_fetches asked
  where asked.registration = ready.registration_number and asked.status in ('queued', 'running')
)`;
const checkIsLive = sql`exists (
  select from full_checks checked
  where checked.user_id = ready.user_id and checked.registration_number = ready.registration_number
    and checked.status in ('queued', 'running')
)`;

/** Whether a source has answered since a reader asked, in a fetch that has ended. */
const isAnswered = sql`exists (
  select from vehicle_fetches asked
  where asked.registration = ready.registration_number and asked.status = 'done' and asked.outcome <> 'unavailable'
    and asked.finished_at >= ready.requested_at
)`;

/**
 * Whether a mail is due: the work in progress has ended; where sources of which none answered are asked again, one has
 * answered too, or they are no longer asked.
 */
const isDue = (now: Date) => sql`(
  not (${fetchIsLive} or ${checkIsLive})
  and (ready.retry_until is null or ready.retry_until <= ${now.toISOString()} or ${isAnswered})
)`;

/**
 * Whether a fetch of the vehicle, or a full check of this user, is in progress. Neither ends before the caller's
 * transaction: the process that ends it afterwards finds the rows stored by the caller.
 */
export const lockReportWorkInProgress = async (
  em: EntityManager,
  { userId, registration }: ReportReadyMailRequest,
): Promise<boolean> => {
  const fetch = await sql`
    select id from vehicle_fetches where registration = ${registration} and status in ('queued', 'running') for share
  `.execute(tables(em));
  const check = await sql`
    select id from full_checks
    where user_id = ${userId} and registration_number = ${registration} and status in ('queued', 'running') for share
  `.execute(tables(em));
  return fetch.rows.length + check.rows.length > 0;
};

/** Records that the user wants a mail when the report is ready; false when that is recorded already. */
export const addReportReadyMail = async (
  em: EntityManager,
  { userId, registration }: ReportReadyMailRequest,
  now: Date,
): Promise<boolean> => {
  const added = await tables(em)
    .insertInto('report_ready_mails')
    .values({ userId, registrationNumber: registration, requestedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['registrationNumber', 'userId']).where('sentAt', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
};

/** A reader of whose vehicle no source answered: a user, or the address of a reader without an account. */
export type AnswerMailReader = { userId: string } | { email: string };

/**
 * Whether asking the sources again is worth a mail: the last fetch that ended did so within `sinceMs` and without any
 * answer. A fetch in progress shows nothing yet; otherwise anyone could start one to have a mail sent.
 */
export const isAnswerMailOffered = async (
  em: EntityManager,
  { registration, now, sinceMs }: { registration: string; now: Date; sinceMs: number },
): Promise<boolean> => {
  const found = await sql<{ offered: boolean }>`
    select asked.outcome = 'unavailable' and asked.finished_at > ${new Date(now.getTime() - sinceMs).toISOString()}
      as offered
    from vehicle_fetches asked where asked.registration = ${registration} and asked.status = 'done'
    order by asked.finished_at desc limit 1
  `.execute(tables(em));
  return found.rows[0]?.offered === true;
};

/** Counts the readers who wait for an answer: about this vehicle, and about all. */
export const countWaitingForAnswer = async (
  em: EntityManager,
  registration: string,
): Promise<{ all: number; ofVehicle: number }> => {
  const counted = await sql<{ all: number; ofVehicle: number }>`
    select count(*)::int as all, (count(*) filter (where registration_number = ${registration}))::int as "ofVehicle"
    from report_ready_mails where sent_at is null and retry_until is not null
  `.execute(tables(em));
  return counted.rows[0] ?? { all: 0, ofVehicle: 0 };
};

/**
 * Records that a reader wants one mail when a source answers about the vehicle, until `retryUntil` at the latest. A
 * mail that the reader already waits for becomes this one; false where it already is.
 */
export const addAnswerMail = async (
  em: EntityManager,
  { registration, reader }: { registration: string; reader: AnswerMailReader },
  { now, retryUntil, nextFetchAt }: { now: Date; retryUntil: Date; nextFetchAt: Date },
): Promise<boolean> => {
  const [userId, email] = 'userId' in reader ? [reader.userId, null] : [null, reader.email];
  const added = await tables(em)
    .insertInto('report_ready_mails')
    .values({ userId, email, registrationNumber: registration, requestedAt: now, retryUntil, nextFetchAt })
    .onConflict((conflict) =>
      conflict
        .columns(['registrationNumber', userId === null ? 'email' : 'userId'])
        .where('sentAt', 'is', null)
        .doUpdateSet({ retryUntil, nextFetchAt })
        .where('report_ready_mails.retryUntil', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
};

/**
 * Takes the vehicles whose sources are to be asked again, the longest due first, and plans their next time by `delayMs`
 * of how often they were asked. Each is taken by one process, and none whose fetch is in progress: the end of that
 * fetch locks the same rows.
 */
export const takeVehiclesToRetry = async (
  em: EntityManager,
  { now, limit, delayMs }: { now: Date; limit: number; delayMs: (fetchCount: number) => number },
): Promise<string[]> => {
  const at = now.toISOString();
  const due = await sql<{ id: string; registration: string; count: number }>`
    select ready.id, ready.registration_number as registration, ready.fetch_count as count
    from report_ready_mails ready
    where ready.sent_at is null and ready.retry_until > ${at} and ready.registration_number in (
      select ready.registration_number from report_ready_mails ready
      where ready.sent_at is null and ready.next_fetch_at <= ${at} and ready.retry_until > ${at} and not ${fetchIsLive}
      group by ready.registration_number order by min(ready.next_fetch_at) limit ${limit}
    )
    order by ready.id for update of ready skip locked
  `.execute(tables(em));
  const counts = new Map<string, number>();
  for (const { registration, count } of due.rows) {
    counts.set(registration, Math.max(count, counts.get(registration) ?? 0));
  }
  for (const [registration, count] of counts) {
    await tables(em)
      .updateTable('report_ready_mails')
      .set({ nextFetchAt: new Date(now.getTime() + delayMs(count)), fetchCount: count + 1 })
      .where(
        'id',
        'in',
        due.rows.filter((row) => row.registration === registration).map(({ id }) => id),
      )
      .execute();
  }
  return [...counts.keys()];
};

/**
 * Claims the due mails, a hundred at most: of readers for whose vehicle nothing is in progress any more.
 * `registration`: for this vehicle only, or null for all. Each is claimed once.
 */
export const claimReportReadyMails = async (
  em: EntityManager,
  registration: string | null,
  now: Date,
): Promise<{ id: string; email: string }[]> => {
  // Locked by a separate statement, so that the next one sees what the transactions it waited for have committed: a
  // fetch and a check that end concurrently each see the other running until then.
  const waiting = await sql<{ id: string }>`
    select ready.id from report_ready_mails ready
    where ready.sent_at is null and (${registration}::text is null or ready.registration_number = ${registration})
      and (${registration}::text is not null or ${isDue(now)})
    order by ready.id limit ${batch} for update of ready
  `.execute(tables(em));
  const ids = waiting.rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const taken = await sql<{ id: string; email: string }>`
    update report_ready_mails ready set sent_at = ${now.toISOString()}
    where ready.id = any(${ids}::uuid[]) and ready.sent_at is null and ${isDue(now)}
    returning ready.id, coalesce(ready.email, (select users.email from users where users.id = ready.user_id)) as email
  `.execute(tables(em));
  return taken.rows;
};

/** The awaited work of a reader, and how it ended. */
export interface ReportReadyMailData {
  registration: string;
  /** Whether sources of which none had answered were asked again. */
  isAnswerMail: boolean;
  /** The address that a reader without an account entered, and when. */
  visitor: { email: string; askedAt: string } | null;
  /** The outcome of the fetch; null when only a full check was awaited. */
  outcome: VehicleFetchOutcome | null;
  record: VehicleRecord | null;
  /** The user's full check that ended meanwhile. */
  check: { status: FullCheckStatus; failure: FullCheckFailure | null; creditReturned: boolean } | null;
}

/** Returns what a report-ready mail reports, or null when there is no such mail. */
export const findReportReadyMailData = async (em: EntityManager, id: string): Promise<ReportReadyMailData | null> => {
  const found = await sql<ReportReadyMailData>`
    select ready.registration_number as registration, vehicle.record, ready.retry_until is not null as "isAnswerMail",
      case when ready.email is not null
        then jsonb_build_object('email', ready.email, 'askedAt', ready.requested_at) end as visitor,
      case when ready.retry_until is null then (
        select asked.outcome from vehicle_fetches asked
        where asked.registration = ready.registration_number and asked.finished_at >= ready.requested_at
        order by asked.finished_at limit 1
      ) else coalesce((
        select asked.outcome from vehicle_fetches asked
        where asked.registration = ready.registration_number and asked.finished_at >= ready.requested_at
        order by asked.outcome = 'unavailable', asked.finished_at desc limit 1
      ), 'unavailable') end as outcome,
      (
        select jsonb_build_object(
          'status', checked.status, 'failure', checked.failure, 'creditReturned', checked.credit_returned_at is not null
        )
        from full_checks checked
        where checked.user_id = ready.user_id and checked.registration_number = ready.registration_number
          and checked.finished_at >= ready.requested_at
        order by checked.finished_at desc limit 1
      ) as "check"
    from report_ready_mails ready left join vehicles vehicle on vehicle.registration = ready.registration_number
    where ready.id = ${id}
  `.execute(tables(em));
  return found.rows[0] ?? null;
};
