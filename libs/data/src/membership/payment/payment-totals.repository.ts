import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface PaymentTotals {
  /** Charges of the last 24 hours. */
  trialCharges: number;
  membershipCharges: number;
  /** Payments of which something was refunded in the last 24 hours, and those whose refund failed. */
  refunds: number;
  failedRefunds: number;
  /** Disputes that are neither won nor lost yet, whenever they began. */
  openDisputes: number;
}

/** Counts charges, refunds and disputes, each part by an index of its own. */
export const countPaymentTotals = async (em: EntityManager, now: Date): Promise<PaymentTotals> => {
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  const { rows } = await sql<PaymentTotals>`
    with charges as (select kind from payments where paid_at > ${since})
    select
      (select count(*) from charges where kind = 'trial')::int as "trialCharges",
      (select count(*) from charges where kind = 'membership')::int as "membershipCharges",
      (select count(*) from payments where refunded_at > ${since})::int as refunds,
      (select count(*) from payments where refund_failed_at > ${since})::int as "failedRefunds",
      (select count(*) from payments where dispute_state = 'open')::int as "openDisputes"
  `.execute(tables(em));
  const [totals] = rows;
  if (totals === undefined) throw new Error('no totals of payments');
  return totals;
};
