import type { EntityManager } from '@mikro-orm/postgresql';
import { storeDayFigures } from '@ve/data/operations/analytics/stored-day-figures.repository';

/** Counts the figures of every day that is due, a batch in each transaction. Returns how many days were counted. */
export const storeDueDayFigures = async (
  fork: () => EntityManager,
  { now, isClosed }: { now: Date; isClosed: () => boolean },
): Promise<number> => {
  let all = 0;
  while (!isClosed()) {
    const counted = await fork().transactional((transaction) => storeDayFigures(transaction, now));
    if (counted === 0) break;
    all += counted;
  }
  return all;
};
