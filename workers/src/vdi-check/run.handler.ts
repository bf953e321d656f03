import { beginFullCheck, findFullCheck, type FullCheckRow } from '@ve/data/full-check/full-check.repository';
import type { CheckFailure } from '@ve/domain/report/check-failure';
import { RetryLaterError, UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler, JobContext } from '../job-context.ts';
import { askAgain } from './ask-again.ts';
import { askFreeSources, askValuation } from './ask-others.ts';
import { askRegisters } from './ask-registers.ts';
import type { CheckNeeds } from './check-sources.ts';
import { failCheck, finishCheck } from '../end-check.ts';

/**
 * Runs a full check: the registers, the valuation and the free sources in parallel, each answer stored when it comes, the
 * result saved in the customer's report. Without the registers' answer it fails and its credit goes back; any other part
 * that is missing is asked for again later, by the same job. A run after a killed one asks only for what was not stored.
 */
export const createCheckHandler =
  (needs: CheckNeeds): Handler<'vdi-check.run'> =>
  async ({ checkId }, context) => {
    const { em, now } = context;
    const check = await beginFullCheck(em, checkId);
    if (check === null) {
      const ended = await findFullCheck(em, checkId);
      if (ended === null) throw new UnrecoverableJobError('no full check with this id');
      return askAgain(needs, ended, context);
    }
    const [registers, record, valuation] = await all([
      askRegisters(needs, check, context),
      askFreeSources(needs, check, context),
      askValuation(needs, check, context),
    ]);
    switch (registers.outcome) {
      case 'found': {
        const done = await em.transactional(async (transaction) => {
          const finished = await finishCheck(transaction, check, { vdi: registers.vdi, record, valuation }, now());
          await context.complete(transaction);
          return finished;
        });
        if (done) context.logger.info({ checkId }, 'full check done');
        return;
      }
      case 'again':
        if (!context.lastAttempt) throw notYet(registers);
        return fail(check, registers.failure, context);
      case 'failed':
        return fail(check, registers.failure, context);
      case 'ended':
        context.logger.info({ checkId }, 'full check was ended meanwhile');
    }
  };

const fail = async (check: FullCheckRow, failure: CheckFailure, context: JobContext): Promise<void> => {
  const { em, now, logger } = context;
  const failed = await em.transactional(async (transaction) => {
    const ended = await failCheck(transaction, check, failure, now());
    await context.complete(transaction);
    return ended;
  });
  if (failed) logger.warn({ checkId: check.id, failure }, 'full check failed');
};

/** Tried again after the pause that the vendor named, else by the job's own. */
const notYet = ({ failure, afterMs }: { failure: CheckFailure; afterMs: number | null }): Error => {
  const message = `the registers gave no answer: ${failure}`;
  return afterMs === null ? new Error(message) : new RetryLaterError(message, afterMs);
};

/** Waits for all parts, also when one throws: while a look-up is under way no other run may begin one. */
const all = async <const T extends readonly Promise<unknown>[]>(
  parts: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> => {
  await Promise.allSettled(parts);
  return Promise.all(parts);
};
