import type { EntityManager } from '@mikro-orm/postgresql';
import type { CountedFault } from '@ve/domain/operations/service-faults';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import { sql } from 'kysely';
import { countOpenCases } from '../cases/case-count.repository.ts';
import { countErrorGroups } from '../error-log/error-group.repository.ts';
import { countRowsUpToMax, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { countOrphanSubscriptions } from '../../membership/subscription/orphan-subscription.repository.ts';

/** What is counted as a fault, without dead letters, and what waits for staff without being one. */
export type ItemsNeedingStaffCounts = Record<
  Exclude<CountedFault, 'deadLetters'> | 'openCases' | 'openErrors',
  CappedTotal
>;

/** Counts what has failed and what waits for staff, each up to a thousand by an index of its own. */
export const countItemsNeedingStaff = async (em: EntityManager, now: Date): Promise<ItemsNeedingStaffCounts> => {
  const aDayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  return {
    rolledBackCanaries: await countRowsUpToMax(
      em,
      'release_moves',
      sql`created_at > ${aDayAgo} and created_by = ${canaryWatchActor}`,
    ),
    failedMails: await countRowsUpToMax(em, 'mails', sql`failed_at > ${aDayAgo}`),
    orphanSubscriptions: await countOrphanSubscriptions(em),
    failedEvents: await countRowsUpToMax(em, 'stripe_events', sql`processed_at is null and failure is not null`),
    escalated: await countRowsUpToMax(em, 'contact_messages', sql`state = 'escalated'`),
    overdueCases: await countOpenCases(em, { overdueAt: now }),
    openCases: await countOpenCases(em),
    openErrors: await countErrorGroups(em, { state: 'open' }),
  };
};
