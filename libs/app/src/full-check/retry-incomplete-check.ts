import { type FullCheckRow, storeRetriedCheckParts } from '@ve/data/full-check/full-check.repository';
import { fetchFromSources } from '../vehicle/fetch-from-sources.ts';
import { assembleRecord, sectionOf } from '../vehicle/assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import { milesOf } from './fetch-free-sources.ts';
import type { CheckDeps } from '../vehicle/sources.ts';
import { retryAt, saveResult } from './end-check.ts';

/**
 * Requests what a completed check lacks, when that is due, and saves it in the check and the report. Does nothing for any
 * other check.
 */
export const retryIncompleteCheck = async (
  needs: CheckDeps,
  check: FullCheckRow,
  context: JobContext,
): Promise<void> => {
  const { em, now, signal } = context;
  const { registration, record, vdi, valuation, finishedAt } = check;
  if (check.status !== 'done' || check.retryAt === null || check.retryAt > now()) return;
  if (record === null || vdi === null || valuation === null || finishedAt === null) return;
  const [answers, valued] = await Promise.all([
    fetchFromSources({ sources: needs.sources, registration, asking: { held: record } }, context),
    valuation.state === 'unavailable'
      ? needs.valuations
          .find(registration, milesOf(record), signal)
          .then((answer) => sectionOf('UKVD', { answer, at: now() }))
      : valuation,
  ]);
  const result = { record: assembleRecord(registration, answers), valuation: valued };
  await em.transactional(async (transaction) => {
    const at = now();
    const next = retryAt(result, check.retryCount + 1, at);
    if (await storeRetriedCheckParts(transaction, check, { ...result, retryAt: next })) {
      const { userId, correlationId } = check;
      const checked = { userId, ...result, vdi, checkedAt: finishedAt };
      await saveResult(transaction, checked, { now: at, listener: context.listener, correlationId });
    }
    await context.complete(transaction);
  });
};
