import type { EntityManager } from '@mikro-orm/postgresql';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** The limits on calls to a vendor, and on their cost in pence, per London day. Null: no limit. */
export interface VendorDailyBudget {
  calls: number | null;
  pence: number | null;
  /** The price of one call. */
  pencePerCall: number;
}

export const unlimitedVendorDailyBudget: VendorDailyBudget = { calls: null, pence: null, pencePerCall: 0 };

/**
 * Counts a call that is about to be made, across all processes, and returns whether the day's budget allows it; if not,
 * nothing is counted. Only calls that were certainly not charged are subtracted again, so the bill cannot exceed the
 * count.
 */
export const tryCountVendorCall = async (
  em: EntityManager,
  { vendor, budget }: { vendor: string; budget: VendorDailyBudget },
  now: Date,
): Promise<boolean> => {
  const { calls, pence, pencePerCall } = budget;
  if ((calls !== null && calls < 1) || (pence !== null && pence < pencePerCall)) return false;
  const counted = await sql`
    insert into vendor_daily_usage as today (vendor, day, calls, cost_pence, calls_limit, pence_limit)
    values (${vendor}, ${londonDate(now)}, 1, ${pencePerCall}, ${calls}, ${pence})
    on conflict (vendor, day) do update set calls = today.calls + 1, cost_pence = today.cost_pence + ${pencePerCall},
        calls_limit = excluded.calls_limit, pence_limit = excluded.pence_limit
      where (${calls}::integer is null or today.calls < ${calls}::integer)
        and (${pence}::integer is null or today.cost_pence + ${pencePerCall} <= ${pence}::integer)
  `.execute(tables(em));
  return Number(counted.numAffectedRows ?? 0) === 1;
};

/** Subtracts a call that was counted at `countedAt`, and certainly not charged, from the count of its day. */
export const undoVendorCallCount = async (
  em: EntityManager,
  { vendor, budget: { pencePerCall }, countedAt }: { vendor: string; budget: VendorDailyBudget; countedAt: Date },
): Promise<void> => {
  await sql`
    update vendor_daily_usage set calls = calls - 1, cost_pence = cost_pence - ${pencePerCall}
    where vendor = ${vendor} and day = ${londonDate(countedAt)} and calls >= 1 and cost_pence >= ${pencePerCall}
  `.execute(tables(em));
};
