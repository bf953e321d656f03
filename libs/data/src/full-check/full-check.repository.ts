import type { EntityManager } from '@mikro-orm/postgresql';
import type { FullCheckStep, FullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import type { FullCheckFailure } from '@ve/domain/vehicle/record/check-failure';
import { fullCheckSteps } from '@ve/domain/vehicle/record/full-check';
import { sql, type Selectable } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { type Tables, tables } from '../entities.ts';
import type { FullCheckStatus, FullCheckSteps } from './full-check.entity.ts';

/** Postgres channel notified on every change of a full check; the payload is its id. */
export const fullCheckNotifyChannel = 've_full_checks';

export interface FullCheckRow {
  id: string;
  userId: string;
  subscriptionId: string;
  stripeSubscriptionId: string | null;
  /** End of the paid period whose credit was used. */
  periodEnd: Date;
  registration: string;
  status: FullCheckStatus;
  /** In display order. */
  steps: FullCheckStep[];
  record: VehicleRecord | null;
  vdi: FullCheck['vdi'] | null;
  valuation: FullCheck['valuation'] | null;
  vdiLookups: number;
  failure: FullCheckFailure | null;
  requestedAt: Date;
  finishedAt: Date | null;
  creditReturnedAt: Date | null;
  retryAt: Date | null;
  /** How often missing parts were requested again. */
  retryCount: number;
  correlationId: string;
}

const live: FullCheckStatus[] = ['queued', 'running'];
const allWaiting = Object.fromEntries(fullCheckSteps.map((step) => [step, 'waiting'])) as FullCheckSteps;

/** Stores a check; the caller's transaction has used its credit. */
export const addFullCheck = async (
  em: EntityManager,
  check: Pick<FullCheckRow, 'userId' | 'subscriptionId' | 'stripeSubscriptionId' | 'periodEnd' | 'registration'> & {
    correlationId: string;
  },
  now: Date,
): Promise<FullCheckRow> => {
  const row = await tables(em)
    .insertInto('full_checks')
    .values({
      userId: check.userId,
      subscriptionId: check.subscriptionId,
      stripeSubscriptionId: check.stripeSubscriptionId,
      periodEnd: check.periodEnd,
      registrationNumber: check.registration,
      steps: allWaiting,
      requestedAt: now,
      correlationId: check.correlationId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await notifyChanged(em, row.id);
  return toRow(row);
};

/** Returns a check by its id, or null when there is none. */
export const findFullCheck = async (em: EntityManager, id: string): Promise<FullCheckRow | null> => {
  const row = await tables(em).selectFrom('full_checks').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toRow(row) : null;
};

/** Returns a check of this user by its id; null for an unknown id and for another user's check. */
export const findFullCheckOfUser = async (
  em: EntityManager,
  userId: string,
  id: string,
): Promise<FullCheckRow | null> => {
  const row = await tables(em)
    .selectFrom('full_checks')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ? toRow(row) : null;
};

/** Whether a check of this account is queued or runs. */
export const hasRunningFullCheck = async (em: EntityManager, userId: string): Promise<boolean> => {
  const running = await tables(em)
    .selectFrom('full_checks')
    .select('id')
    .where('userId', '=', userId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return running !== undefined;
};

/**
 * Returns the user's check of a vehicle that has not failed: of the given paid period, or one of any period that still
 * runs. Null when there is none.
 */
export const findFullCheckOfPeriod = async (
  em: EntityManager,
  { userId, registration, periodEnd }: Pick<FullCheckRow, 'userId' | 'registration'> & { periodEnd: Date | null },
): Promise<FullCheckRow | null> => {
  const row = await tables(em)
    .selectFrom('full_checks')
    .selectAll()
    .where('userId', '=', userId)
    .where('registrationNumber', '=', registration)
    .where('status', '<>', 'failed')
    .where((check) => check.or([check('periodEnd', '=', periodEnd), check('status', 'in', live)]))
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toRow(row) : null;
};

/**
 * Returns the user's latest check of a vehicle that is running, or was made in their current paid period; a failed one
 * only when there is no other. Null when there is none.
 */
export const findCurrentFullCheck = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<FullCheckRow | null> => {
  const row = await tables(em)
    .selectFrom('full_checks as check')
    .innerJoin('subscriptions as subscription', 'subscription.id', 'check.subscriptionId')
    .selectAll('check')
    .where('check.userId', '=', userId)
    .where('check.registrationNumber', '=', registration)
    .where((check) =>
      check.or([
        check('check.status', 'in', live),
        check('check.periodEnd', '=', check.ref('subscription.creditedPeriodEnd')),
      ]),
    )
    .orderBy(sql`${sql.ref('check.status')} = 'failed'`)
    .orderBy('check.requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toRow(row) : null;
};

/** Counts the user's failed checks since `since`, and their look-ups that may have been charged for. */
export const countFailedFullChecks = async (
  em: EntityManager,
  userId: string,
  since: Date,
): Promise<{ checks: number; lookups: number }> => {
  const counted = await sql<{ checks: number; lookups: number }>`
    select count(*)::int as checks, coalesce(sum(vdi_lookups), 0)::int as lookups from full_checks
    where user_id = ${userId} and status = 'failed' and requested_at > ${since.toISOString()}
  `.execute(tables(em));
  return counted.rows[0] ?? { checks: 0, lookups: 0 };
};

/** Returns the user's latest check of a vehicle since `since` that failed for one of these reasons, or null. */
export const findFailedFullCheck = async (
  em: EntityManager,
  {
    userId,
    registration,
    since,
    failures,
  }: Pick<FullCheckRow, 'userId' | 'registration'> & { since: Date; failures: readonly FullCheckFailure[] },
): Promise<FullCheckRow | null> => {
  const row = await tables(em)
    .selectFrom('full_checks')
    .selectAll()
    .where('userId', '=', userId)
    .where('registrationNumber', '=', registration)
    .where('failure', 'in', failures)
    .where('requestedAt', '>', since)
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toRow(row) : null;
};

/**
 * Marks a check as running and returns it with what earlier runs have stored; null when the id is unknown or it has
 * ended.
 */
export const beginFullCheck = async (em: EntityManager, id: string): Promise<FullCheckRow | null> => {
  const row = await tables(em)
    .updateTable('full_checks')
    .set({ status: 'running' })
    .where('id', '=', id)
    .where('status', 'in', live)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await notifyChanged(em, id);
  return toRow(row);
};

/** Records the progress of parts of a running check; parts may be recorded concurrently. */
export const recordFullCheckSteps = async (
  em: EntityManager,
  id: string,
  steps: Partial<FullCheckSteps>,
): Promise<void> => {
  await sql`
    with changed as (
      update full_checks set steps = steps || ${JSON.stringify(steps)}::jsonb where id = ${id} and status = 'running'
      returning id
    )
    select pg_notify(${fullCheckNotifyChannel}, id::text) from changed
  `.execute(tables(em));
};

/**
 * Counts a look-up that is about to be made at the registers, regardless of its outcome. Returns false, and the look-up
 * must not be made, when the check has ended, has the registers' result, or has used `maxLookups`.
 */
export const tryCountRegisterLookup = async (em: EntityManager, id: string, maxLookups: number): Promise<boolean> => {
  const counted = await sql<{ id: string }>`
    with counted as (
      update full_checks set vdi_lookups = vdi_lookups + 1, steps = steps || ${stepOf('VDI', 'asking')}::jsonb
      where id = ${id} and status = 'running' and vdi is null and vdi_lookups < ${maxLookups}
      returning id
    )
    select id, pg_notify(${fullCheckNotifyChannel}, id::text) from counted
  `.execute(tables(em));
  return counted.rows.length === 1;
};

/** Undoes the count of a look-up that was certainly not charged for. */
export const undoRegisterLookupCount = async (em: EntityManager, id: string): Promise<void> => {
  await sql`update full_checks set vdi_lookups = vdi_lookups - 1 where id = ${id} and vdi_lookups > 0`.execute(
    tables(em),
  );
};

/** Stores the registers' result. The first stored result is kept. */
export const storeFullCheckRegisterResponse = (em: EntityManager, id: string, vdi: FullCheck['vdi']): Promise<void> =>
  storePart(em, id, { column: 'vdi', value: vdi, step: 'VDI' });

/** Stores the valuation. The first stored one is kept. */
export const storeFullCheckValuation = (
  em: EntityManager,
  id: string,
  valuation: FullCheck['valuation'],
): Promise<void> => storePart(em, id, { column: 'valuation', value: valuation, step: 'VALUATION' });

/** Stores the free sources' results. The first stored ones are kept. */
export const storeFullCheckRecord = async (em: EntityManager, id: string, record: VehicleRecord): Promise<void> => {
  await sql`
    update full_checks set record = ${JSON.stringify(record)}::jsonb
    where id = ${id} and status = 'running' and record is null
  `.execute(tables(em));
};

/** The result that a check ends with. */
export interface FullCheckEndResult {
  record: VehicleRecord;
  vdi: FullCheck['vdi'];
  valuation: FullCheck['valuation'];
  /** Null: nothing is missing, or it is not requested again. */
  retryAt: Date | null;
}

/** Ends a check with its result; false when it had ended already. */
export const endFullCheck = async (
  em: EntityManager,
  { id, result }: { id: string; result: FullCheckEndResult },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(em)
    .updateTable('full_checks')
    .set({
      status: 'done',
      record: result.record,
      vdi: result.vdi,
      valuation: result.valuation,
      retryAt: result.retryAt,
      finishedAt: now,
    })
    .where('id', '=', id)
    .where('status', 'in', live)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await notifyChanged(em, id);
  return true;
};

/** Ends a check without a result; false when it had ended already. */
export const failFullCheck = async (
  em: EntityManager,
  { id, failure }: { id: string; failure: FullCheckFailure },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(em)
    .updateTable('full_checks')
    .set({ status: 'failed', failure, finishedAt: now })
    .where('id', '=', id)
    .where('status', 'in', live)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await notifyChanged(em, id);
  return true;
};

/** Records that the credit of a failed check was returned. */
export const recordFullCheckCreditReturned = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em).updateTable('full_checks').set({ creditReturnedAt: now }).where('id', '=', id).execute();
};

/** Stores what a retry added to a done check; false when another run did so meanwhile. */
export const storeRetriedFullCheckParts = async (
  em: EntityManager,
  { id, retryCount }: Pick<FullCheckRow, 'id' | 'retryCount'>,
  { record, valuation, retryAt }: Omit<FullCheckEndResult, 'vdi'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(em)
    .updateTable('full_checks')
    .set({ record, valuation, retryAt, retryCount: retryCount + 1 })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .where('retryCount', '=', retryCount)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await notifyChanged(em, id);
  return true;
};

/**
 * Returns checks that have not ended and were requested before `before`, or by a clock since set back; the oldest
 * first.
 */
export const findStuckFullChecks = async (
  em: EntityManager,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<Pick<FullCheckRow, 'id' | 'subscriptionId'>[]> =>
  tables(em)
    .selectFrom('full_checks')
    .select(['id', 'subscriptionId'])
    .where('status', 'in', live)
    .where((check) =>
      check.or([check('requestedAt', '<', before), check('requestedAt', '>', latestPlausibleInstant(now))]),
    )
    .orderBy('requestedAt')
    .limit(limit)
    .execute();

/**
 * Returns a check that has not ended, with all its stored parts, locked until the caller's transaction ends; else null.
 * The caller locks its subscription first, as a new check does.
 */
export const lockUnfinishedFullCheck = async (em: EntityManager, id: string): Promise<FullCheckRow | null> => {
  const row = await tables(em)
    .selectFrom('full_checks')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', live)
    .forUpdate()
    .executeTakeFirst();
  return row ? toRow(row) : null;
};

/** Returns done checks whose missing parts are due to be requested again. */
export const findFullChecksToRetry = async (
  em: EntityManager,
  { now, limit }: { now: Date; limit: number },
): Promise<Pick<FullCheckRow, 'id' | 'correlationId'>[]> =>
  tables(em)
    .selectFrom('full_checks')
    .select(['id', 'correlationId'])
    .where('retryAt', '<=', now)
    .orderBy('retryAt')
    .limit(limit)
    .execute();

const storePart = async (
  em: EntityManager,
  id: string,
  part: { column: 'vdi' | 'valuation'; value: object; step: FullCheckStep['step'] },
): Promise<void> => {
  const column = sql.ref(part.column);
  await sql`
    with stored as (
      update full_checks
      set ${column} = ${JSON.stringify(part.value)}::jsonb, steps = steps || ${stepOf(part.step, 'answered')}::jsonb
      where id = ${id} and status = 'running' and ${column} is null
      returning id
    )
    select pg_notify(${fullCheckNotifyChannel}, id::text) from stored
  `.execute(tables(em));
};

const stepOf = (step: FullCheckStep['step'], state: FullCheckStep['state']): string =>
  JSON.stringify({ [step]: state });

const notifyChanged = async (em: EntityManager, id: string): Promise<void> => {
  await sql`select pg_notify(${fullCheckNotifyChannel}, ${id})`.execute(tables(em));
};

const toRow = ({
  registrationNumber: registration,
  steps,
  ...row
}: Selectable<Tables['full_checks']>): FullCheckRow => ({
  ...row,
  registration,
  steps: fullCheckSteps.map((step) => ({ step, state: steps[step] })),
});
