import type { FullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import {
  beginFullCheck,
  countFailedFullChecks,
  findFullCheck,
  type FullCheckRow,
} from '@ve/data/full-check/full-check.repository';
import { findRecentNotFoundVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import type { FullCheckFailure } from '@ve/domain/vehicle/record/check-failure';
import { RetryLaterError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase, JobContext } from '../job-context.ts';
import { retryIncompleteFullCheck } from './retry-incomplete-full-check.ts';
import { fetchFreeSources, findOrFetchValuation } from './fetch-free-sources.ts';
import { fetchPaidRegisters, type PaidRegisterFetchOutcome } from './fetch-registers.ts';
import type { FullCheckDeps } from '../vehicle/vehicle-data-sources.ts';
import { endFullCheckWithoutResult, endFullCheckWithResult } from './end-check.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { requestVehiclePicture } from '@ve/data/vehicle/picture/vehicle-picture.repository';

const aDayMs = 86_400_000;
/** After this a requested picture that never arrived is not waited for any longer. */
const pictureWaitMs = aDayMs;

/**
 * Runs a full check: the registers and the free sources in parallel, and the valuation, which is also paid for, once a
 * free source knows the vehicle. Each response is stored when it arrives, and the result is saved in the customer's
 * report. A vehicle that no source knew a moment ago is not looked up. Without the registers' response the check fails
 * and its credit is returned; any other missing part is requested again later by the same job. A run after a killed one
 * requests only what was not stored.
 */
export const runFullCheck =
  (needs: FullCheckDeps): JobUseCase<'full-checks.run'> =>
  async ({ checkId }, context) => {
    const { em, now } = context;
    const check = await beginFullCheck(em, checkId);
    if (check === null) {
      const ended = await findFullCheck(em, checkId);
      if (ended === null) throw new UnrecoverableJobError('no full check with this id');
      return retryIncompleteFullCheck(needs, ended, context);
    }
    if (await isUnknown(check, context)) return fail(check, 'unknown-vehicle', context);
    const fetchingRegisters = fetchPaidRegisters(needs, check, context);
    const fetchingRecord = fetchFreeSources(needs, check, context);
    const [registers, record, valued] = await all([
      failWithoutRegisters(fetchingRegisters, check, context),
      fetchingRecord,
      fetchValuationEarly(needs, { check, fetchingRegisters, fetchingRecord }, context),
    ]);
    switch (registers.outcome) {
      case 'found': {
        const valuation = valued ?? (await findOrFetchValuation(needs, { check, record }, context));
        const done = await em.transactional(async (transaction) => {
          const result = { vdi: registers.vdi, record, valuation };
          const finished = await endFullCheckWithResult(
            transaction,
            { check, result },
            { now: now(), listener: context.listener },
          );
          if (finished && needs.pictures !== undefined) await queueVehiclePictureFetch(transaction, check, now());
          await context.complete(transaction);
          return finished;
        });
        if (done) context.logger.info({ event: 'full_check_completed', checkId }, 'A full check was completed.');
        return;
      }
      case 'again':
        if (!context.lastAttempt) throw notYet(registers);
        return fail(check, registers.failure, context);
      case 'failed':
        return;
      case 'ended':
        context.logger.info({ event: 'full_check_already_ended', checkId }, 'A full check had already ended.');
    }
  };

/**
 * A failure is recorded before the other sources are awaited: a run after a killed one must not pay for the look-up
 * again.
 */
const failWithoutRegisters = async (
  fetching: Promise<PaidRegisterFetchOutcome>,
  check: FullCheckRow,
  context: JobContext,
): Promise<PaidRegisterFetchOutcome> => {
  const registers = await fetching;
  if (registers.outcome === 'failed') await fail(check, registers.failure, context);
  return registers;
};

/**
 * Returns the valuation, requested while the registers may still be answering; null when it has to wait for them. A
 * failed check wastes it, so it is requested for a vehicle that a free source knows, by the first attempt alone, and
 * not after a failed check of the account in the last 24 hours.
 */
const fetchValuationEarly = async (
  needs: FullCheckDeps,
  {
    check,
    fetchingRegisters,
    fetchingRecord,
  }: {
    check: FullCheckRow;
    fetchingRegisters: Promise<PaidRegisterFetchOutcome>;
    fetchingRecord: Promise<VehicleRecord>;
  },
  context: JobContext,
): Promise<FullCheck['valuation'] | null> => {
  const record = await fetchingRecord;
  const known = [record.licensing, record.testing, record.specification].some(({ state }) => state === 'found');
  if (!known || context.attempt > 1 || (await hasFailedToday(check, context))) return null;
  const registers = await Promise.race([fetchingRegisters, null]);
  return registers === null || registers.outcome === 'found'
    ? findOrFetchValuation(needs, { check, record }, context)
    : null;
};

const hasFailedToday = async ({ userId }: FullCheckRow, { em, now }: JobContext): Promise<boolean> =>
  (await countFailedFullChecks(em, userId, new Date(now().getTime() - aDayMs))).checks > 0;

/** True if all free sources have just reported no such vehicle and no look-up was made yet. */
const isUnknown = async (
  { registration, vdi, vdiLookups }: FullCheckRow,
  { em, now }: Pick<JobContext, 'em' | 'now'>,
): Promise<boolean> => {
  if (vdi !== null || vdiLookups > 0) return false;
  const fetch = await findRecentNotFoundVehicleFetch(em, registration, now());
  return fetch !== null && fetch.steps.every(({ state }) => state === 'answered');
};

const fail = async (check: FullCheckRow, failure: FullCheckFailure, context: JobContext): Promise<void> => {
  const { em, now, logger, listener } = context;
  const failed = await em.transactional(async (transaction) => {
    const ended = await endFullCheckWithoutResult(transaction, { check, failure }, { now: now(), listener });
    await context.complete(transaction);
    return ended;
  });
  if (failed) logger.warn({ event: 'full_check_failed', checkId: check.id, failure }, 'A full check failed.');
};

/** The error that retries the job: after the vendor's pause, else with the job's own backoff. */
const notYet = ({ failure, afterMs }: { failure: FullCheckFailure; afterMs: number | null }): Error => {
  const message = `the registers gave no answer: ${failure}`;
  return afterMs === null ? new Error(message) : new RetryLaterError(message, afterMs);
};

/** Waits for all parts even if one throws: no other run may start a look-up while one is in flight. */
const all = async <const T extends readonly Promise<unknown>[]>(
  parts: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> => {
  await Promise.allSettled(parts);
  return Promise.all(parts);
};

/** Queues the fetch of a checked vehicle's picture, in the caller's transaction, unless one is stored. */
export const queueVehiclePictureFetch = async (
  em: EntityManager,
  { id, registration, correlationId }: { id: string; registration: string; correlationId: string },
  now: Date,
): Promise<void> => {
  if (!(await requestVehiclePicture(em, { registration, waitUntil: new Date(now.getTime() + pictureWaitMs) }, now)))
    return;
  await addToOutbox(em, { jobName: 'vehicle-pictures.fetch', payload: { checkId: id, correlationId } }, { now });
};
