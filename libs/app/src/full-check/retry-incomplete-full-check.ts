import { type FullCheckRow, storeRetriedFullCheckParts } from '@ve/data/full-check/full-check.repository';
import { fetchFromFreeVehicleSources } from '../vehicle/fetch-from-sources.ts';
import { assembleVehicleRecord, recordSectionOf } from '../vehicle/assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import { lastPlausibleMilesOf } from './fetch-free-sources.ts';
import type { FullCheckDeps } from '../vehicle/vehicle-data-sources.ts';
import { retryTimeOfMissingParts, propagateFullCheckResult } from './end-check.ts';

/**
 * Requests what a completed check lacks, when that is due, and saves it in the check and the report. Does nothing for
 * any other check.
 */
export const retryIncompleteFullCheck = async (
  needs: FullCheckDeps,
  check: FullCheckRow,
  context: JobContext,
): Promise<void> => {
  const { em, now, signal } = context;
  const { registration, record, vdi, valuation, finishedAt } = check;
  if (check.status !== 'done' || check.retryAt === null || check.retryAt > now()) return;
  if (record === null || vdi === null || valuation === null || finishedAt === null) return;
  const [answers, valued] = await Promise.all([
    fetchFromFreeVehicleSources({ sources: needs.sources, registration, asking: { held: record } }, context),
    valuation.state === 'unavailable'
      ? needs.valuations
          .find(registration, lastPlausibleMilesOf(record), signal)
          .then((answer) => recordSectionOf('UKVD', { answer, at: now() }))
      : valuation,
  ]);
  const result = { record: assembleVehicleRecord(registration, answers), valuation: valued };
  await em.transactional(async (transaction) => {
    const at = now();
    const next = retryTimeOfMissingParts(result, check.retryCount + 1, at);
    if (await storeRetriedFullCheckParts(transaction, check, { ...result, retryAt: next })) {
      const { userId, correlationId } = check;
      const checked = { userId, ...result, vdi, checkedAt: finishedAt };
      await propagateFullCheckResult(transaction, checked, { now: at, listener: context.listener, correlationId });
    }
    await context.complete(transaction);
  });
};
