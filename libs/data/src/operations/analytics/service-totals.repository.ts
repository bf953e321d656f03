import type { EntityManager } from '@mikro-orm/postgresql';
import { readListTotal } from '../lists/list-totals.repository.ts';

export interface ServiceTotals {
  users: number;
  reports: number;
  customers: number;
  /** By the rule of `domain/membership/membership-state`. */
  activeSubscriptions: number;
  /** When the oldest of these counts was made. */
  countedAt: Date;
}

/** Counts each table; large ones as they were counted within the last minutes (`list/totals`). */
export const countServiceTotals = async (em: EntityManager, now: Date): Promise<ServiceTotals> => {
  const users = await readListTotal(em, 'users', now);
  const reports = await readListTotal(em, 'reports', now);
  const customers = await readListTotal(em, 'customers', now);
  const active = await readListTotal(em, 'active-subscriptions', now);
  const counted = [users, reports, customers, active].map(({ countedAt }) => (countedAt ?? now).getTime());
  return {
    users: users.total,
    reports: reports.total,
    customers: customers.total,
    activeSubscriptions: active.total,
    countedAt: new Date(Math.min(...counted, now.getTime())),
  };
};
