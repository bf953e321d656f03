import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { totalOf } from '../list/totals.repository.ts';

export interface ServiceTotals {
  users: number;
  reports: number;
  customers: number;
  /** By the rule of `domain/membership/membership-state`. */
  activeSubscriptions: number;
  /** When the oldest of these counts was made. */
  countedAt: Date;
}

/** How many there are of each: of what is many as it was counted within the last minutes (`list/totals`). */
export const countServiceTotals = async (em: EntityManager, now: Date): Promise<ServiceTotals> => {
  const users = await totalOf(em, 'users');
  const reports = await totalOf(em, 'reports');
  const customers = await totalOf(em, 'customers');
  const counted = [users, reports, customers].map(({ countedAt }) => (countedAt ?? now).getTime());
  return {
    users: users.total,
    reports: reports.total,
    customers: customers.total,
    activeSubscriptions: await countActive(em, now),
    countedAt: new Date(Math.min(...counted, now.getTime())),
  };
};

const countActive = async (em: EntityManager, now: Date): Promise<number> => {
  const at = now.toISOString();
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from subscriptions
    where status = 'active' and current_period_end > ${at} and (ends_at is null or ends_at > ${at})
  `.execute(tables(em));
  return rows[0]?.count ?? 0;
};
