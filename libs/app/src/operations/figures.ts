import type { EntityManager } from '@mikro-orm/postgresql';
import { refreshListTotal, listTotalNames } from '@ve/data/operations/lists/list-totals.repository';
import { countAndStoreDayFigures } from '@ve/data/operations/analytics/stored-day-figures.repository';

/**
 * Counts the staff lists, each in a transaction of its own. Returns how many were counted.
 * @throws AggregateError when some failed, after the others were counted
 */
export const refreshListTotals = async (fork: () => EntityManager, now: () => Date): Promise<number> => {
  const failures: unknown[] = [];
  let counted = 0;
  for (const name of listTotalNames) {
    try {
      if (await fork().transactional((transaction) => refreshListTotal(transaction, name, now()))) counted += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'totals not counted');
  return counted;
};

/** Counts the figures of every day that is due, a batch in each transaction. Returns how many days were counted. */
export const storeOutstandingDayFigures = async (
  fork: () => EntityManager,
  { now, isClosed }: { now: Date; isClosed: () => boolean },
): Promise<number> => {
  let all = 0;
  while (!isClosed()) {
    const counted = await fork().transactional((transaction) => countAndStoreDayFigures(transaction, now));
    if (counted === 0) break;
    all += counted;
  }
  return all;
};
