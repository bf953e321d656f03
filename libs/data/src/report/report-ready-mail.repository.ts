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

/**
 * Claims the due mails, a hundred at most: of users for whose vehicle nothing is in progress any more. `registration`:
 * for this vehicle only, or null for all. Each is claimed once.
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
      and (${registration}::text is not null or not (${fetchIsLive} or ${checkIsLive}))
    order by ready.id limit ${batch} for update of ready
  `.execute(tables(em));
  const ids = waiting.rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const taken = await sql<{ id: string; email: string }>`
    update report_ready_mails ready set sent_at = ${now.toISOString()} from users
    where ready.id = any(${ids}::uuid[]) and users.id = ready.user_id and ready.sent_at is null
      and not (${fetchIsLive} or ${checkIsLive})
    returning ready.id, users.email
  `.execute(tables(em));
  return taken.rows;
};

/** The awaited work of a user, and how it ended. */
export interface ReportReadyMailData {
  registration: string;
  /** The outcome of the fetch; null when only a full check was awaited. */
  outcome: VehicleFetchOutcome | null;
  record: VehicleRecord | null;
  /** The user's full check that ended meanwhile. */
  check: { status: FullCheckStatus; failure: FullCheckFailure | null; creditReturned: boolean } | null;
}

/** Returns the report of a ready mail, or null when there is no such mail. */
export const findReportReadyMailData = async (em: EntityManager, id: string): Promise<ReportReadyMailData | null> => {
  const found = await sql<ReportReadyMailData>`
    select ready.registration_number as registration, vehicle.record,
      (
        select asked.outcome from vehicle_fetches asked
        where asked.registration = ready.registration_number and asked.finished_at >= ready.requested_at
        order by asked.finished_at limit 1
      ) as outcome,
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
