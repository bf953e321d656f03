import type { EntityManager } from '@mikro-orm/postgresql';
import { findDueLooks } from '@ve/data/alerts/watch-state.repository';
import { addToOutbox } from '@ve/data/outbox/outbox.repository';
import { watchAspects } from '@ve/domain/alerts/watch-aspects';
import type { Looks } from './looks.ts';

/** What one run orders of each aspect: a minute's work of the sources at their rates, so that the queue stays short. */
const batch = 500;

/**
 * Orders the looks that are due, of each aspect at most five hundred: those that wait on are ordered by the next run, and
 * none twice while it waits or runs. Returns how many.
 */
export const orderLooks = async (fork: () => EntityManager, looks: Looks, now: Date): Promise<number> => {
  let ordered = 0;
  for (const aspect of watchAspects) {
    const look = looks[aspect];
    if (look === undefined || look.everyDays === 0) continue;
    const due = await findDueLooks(fork(), aspect, { now, limit: batch, paying: look.paid });
    await fork().transactional(async (transaction) => {
      for (const userId of due) {
        const payload = { userId, aspect, correlationId: 'alerts' };
        await addToOutbox(transaction, 'watches.look', payload, { now, dedupeId: `watches.look.${aspect}.${userId}` });
      }
    });
    ordered += due.length;
  }
  return ordered;
};
