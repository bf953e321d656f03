import type { EntityManager } from '@mikro-orm/postgresql';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import { sql } from 'kysely';
import { countCases } from '../cases/case-count.repository.ts';
import { countErrorGroups } from '../error-log/error-group.repository.ts';
import { countUpTo, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { countOrphanSubscriptions } from '../../membership/subscription/orphan-subscription.repository.ts';

export type ItemsNeedingStaff = Record<
  | 'rolledBackCanaries'
  | 'failedMails'
  | 'orphanSubscriptions'
  | 'failedEvents'
  | 'escalated'
  | 'overdueCases'
  | 'openCases'
  | 'openErrors',
  CappedTotal
>;

/** Counts what has failed and what waits for staff, each up to a thousand by an index of its own. */
export const countItemsNeedingStaff = async (em: EntityManager, now: Date): Promise<ItemsNeedingStaff> => {
  const aDayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  return {
    rolledBackCanaries: await countUpTo(
      em,
      'release_moves',
      sql`created_at > ${aDayAgo} and created_by = ${canaryWatchActor}`,
    ),
    failedMails: await countUpTo(em, 'mails', sql`failed_at > ${aDayAgo}`),
    orphanSubscriptions: await countOrphanSubscriptions(em),
    failedEvents: await countUpTo(em, 'stripe_events', sql`processed_at is null and failure is not null`),
    escalated: await countUpTo(em, 'contact_messages', sql`state = 'escalated'`),
    overdueCases: await countCases(em, { overdueAt: now }),
    openCases: await countCases(em),
    openErrors: await countErrorGroups(em, { state: 'open' }),
  };
};
