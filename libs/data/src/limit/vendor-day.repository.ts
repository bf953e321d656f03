import type { EntityManager } from '@mikro-orm/postgresql';
import { londonDate } from '@ve/domain/time/london-date';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

/** What a vendor may be asked, and may charge, on one day in London. Null: no limit. */
export interface DailyBudget {
  calls: number | null;
  pence: number | null;
  /** What one call is charged at. */
  pencePerCall: number;
}

/**
 * Counts a call that is about to be made, for all processes together, and answers whether the day's budget has room
 * for it; without room nothing is counted. A call is not given back, so no bill is larger than what was counted.
 */
export const countVendorCall = async (
  em: EntityManager,
  vendor: string,
  budget: DailyBudget,
  now: Date,
): Promise<boolean> => {
  const { calls, pence, pencePerCall } = budget;
  if ((calls !== null && calls < 1) || (pence !== null && pence < pencePerCall)) return false;
  const counted = await sql`
    insert into vendor_days as today (vendor, day, calls, pence)
    values (${vendor}, ${londonDate(now)}, 1, ${pencePerCall})
    on conflict (vendor, day) do update set calls = today.calls + 1, pence = today.pence + ${pencePerCall}
      where (${calls}::integer is null or today.calls < ${calls}::integer)
        and (${pence}::integer is null or today.pence + ${pencePerCall} <= ${pence}::integer)
  `.execute(tables(em));
  return Number(counted.numAffectedRows ?? 0) === 1;
};

/** What a vendor was asked and may charge on the day in London of `now`. */
export const findVendorDay = async (
  em: EntityManager,
  vendor: string,
  now: Date,
): Promise<{ calls: number; pence: number }> => {
  const row = await tables(em)
    .selectFrom('vendor_days')
    .select(['calls', 'pence'])
    .where('vendor', '=', vendor)
    .where('day', '=', londonDate(now))
    .executeTakeFirst();
  return row ?? { calls: 0, pence: 0 };
};
