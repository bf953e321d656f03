import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

export interface ServiceTotals {
  users: number;
  reports: number;
  customers: number;
  /** By the rule of `domain/membership/membership-state`. */
  activeSubscriptions: number;
}

/** How many there are of each now. */
export const countServiceTotals = async (em: EntityManager, now: Date): Promise<ServiceTotals> => {
  const at = now.toISOString();
  const { rows } = await sql<Record<keyof ServiceTotals, string>>`
    select (select count(*) from users) as users,
      (select count(*) from reports) as reports,
      (select count(*) from customers) as customers,
      (
        select count(*) from subscriptions
        where status = 'active' and current_period_end > ${at} and (ends_at is null or ends_at > ${at})
      ) as "activeSubscriptions"
  `.execute(tables(em));
  const row = rows[0];
  return {
    users: Number(row?.users),
    reports: Number(row?.reports),
    customers: Number(row?.customers),
    activeSubscriptions: Number(row?.activeSubscriptions),
  };
};
