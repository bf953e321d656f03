import type { EntityManager } from '@mikro-orm/postgresql';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { tables } from '../entities.ts';

/** The calls to a vendor and their cost on the London day of `now`. */
export const findVendorDailyUsage = async (
  em: EntityManager,
  vendor: string,
  now: Date,
): Promise<{ calls: number; pence: number }> => {
  const row = await tables(em)
    .selectFrom('vendor_daily_usage')
    .select(['calls', 'costPence as pence'])
    .where('vendor', '=', vendor)
    .where('day', '=', londonDate(now))
    .executeTakeFirst();
  return row ?? { calls: 0, pence: 0 };
};
