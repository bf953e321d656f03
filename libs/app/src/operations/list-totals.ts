import type { EntityManager } from '@mikro-orm/postgresql';
import { refreshListTotal, listTotalNames } from '@ve/data/operations/lists/list-totals.repository';

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
