import { type FullCheckRow, replaceMissing } from '@ve/data/full-check/full-check.repository';
import { askSources } from '../vehicle/ask-sources.ts';
import { assembleRecord, sectionOf } from '../vehicle/assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import { milesOf } from './ask-others.ts';
import type { CheckNeeds } from '../vehicle/check-sources.ts';
import { askAgainAt, lookAtResult, saveResult } from './end-check.ts';

/** Asks for what a done check lacks, when that is due, and saves it in the check and the report. Any other is left. */
export const askAgain = async (needs: CheckNeeds, check: FullCheckRow, context: JobContext): Promise<void> => {
  const { em, now, signal } = context;
  const { registration, record, vdi, valuation, finishedAt } = check;
  if (check.status !== 'done' || check.askAgainAt === null || check.askAgainAt > now()) return;
  if (record === null || vdi === null || valuation === null || finishedAt === null) return;
  const [answers, valued] = await Promise.all([
    askSources(needs.sources, registration, context, { held: record }),
    valuation.state === 'unavailable'
      ? needs.valuations
          .find(registration, milesOf(record), signal)
          .then((answer) => sectionOf('UKVD', { answer, at: now() }))
      : valuation,
  ]);
  const result = { record: assembleRecord(registration, answers), valuation: valued };
  await em.transactional(async (transaction) => {
    const at = now();
    const next = askAgainAt(result, check.askedAgain + 1, at);
    if (await replaceMissing(transaction, check, { ...result, askAgainAt: next })) {
      await saveResult(transaction, check.userId, { ...result, vdi }, at, finishedAt);
      await lookAtResult(transaction, check.userId, { now: at, correlationId: check.correlationId });
    }
    await context.complete(transaction);
  });
};
