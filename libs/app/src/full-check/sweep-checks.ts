import type { EntityManager } from '@mikro-orm/postgresql';
import {
  findFullChecksToRetry,
  findStuckFullChecks,
  type FullCheckRow,
  lockUnfinishedFullCheck,
} from '@ve/data/full-check/full-check.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { fullCheckTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import type { RecordSection, SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import { type FullCheckEndContext, endFullCheckWithoutResult, endFullCheckWithResult } from './end-check.ts';

const batch = 100;

/**
 * Ends stuck checks: with what they have if the registers' response is stored, else without a result, returning the
 * credit. Returns their ids.
 */
export const endStuckFullChecks = async (em: EntityManager, ending: FullCheckEndContext): Promise<string[]> => {
  const { now } = ending;
  const before = new Date(now.getTime() - fullCheckTimeLimits.closedMs);
  const ended: string[] = [];
  for (const { id, subscriptionId } of await findStuckFullChecks(em, { before, now, limit: batch })) {
    const didEnd = await em.transactional(async (transaction) => {
      await lockSubscription(transaction, subscriptionId);
      // Read again under the lock: responses may have arrived since it was listed.
      const check = await lockUnfinishedFullCheck(transaction, id);
      return check !== null && (await end(transaction, check, ending));
    });
    if (didEnd) ended.push(id);
  }
  return ended;
};

const end = (em: EntityManager, check: FullCheckRow, ending: FullCheckEndContext): Promise<boolean> => {
  const { registration, vdi } = check;
  if (vdi === null) return endFullCheckWithoutResult(em, { check, failure: 'interrupted' }, ending);
  const fetchedAt = ending.now.toISOString();
  const missing = <S extends SourceName>(source: S): RecordSection<never> => ({
    state: 'unavailable',
    source,
    at: fetchedAt,
    reason: 'timeout',
  });
  const nothing = {
    registration,
    fetchedAt,
    licensing: missing('DVLA'),
    testing: missing('DVSA'),
    specification: missing('UKVD'),
  };
  const { record, valuation } = check;
  return endFullCheckWithResult(
    em,
    { check, result: { vdi, record: record ?? nothing, valuation: valuation ?? missing('UKVD') } },
    ending,
  );
};

/** Queues the jobs of completed checks whose missing parts are due to be requested again. Returns how many. */
export const queueIncompleteFullCheckRetries = async (em: EntityManager, now: Date): Promise<number> => {
  const due = await findFullChecksToRetry(em, { now, limit: batch });
  if (due.length === 0) return 0;
  await em.transactional(async (transaction) => {
    for (const { id: checkId, correlationId } of due) {
      const payload = { checkId, correlationId };
      await addToOutbox(
        transaction,
        { jobName: 'full-checks.run', payload },
        { now, dedupeId: `full-checks.again.${checkId}` },
      );
    }
  });
  return due.length;
};
