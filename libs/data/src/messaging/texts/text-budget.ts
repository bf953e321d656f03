import type { EntityManager } from '@mikro-orm/postgresql';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** The name under which `vendor_daily_usage` counts the cost of all texts of a day. */
export const textBudgetName = 'Twilio texts';

/** Whether another text would exceed `share` of the limit of the London day, as of the workers' latest text. */
export const isTextBudgetSpent = async (em: EntityManager, now: Date, share: number): Promise<boolean> => {
  const found = await sql<{ spent: boolean }>`
    select pence_limit is not null and cost_pence + ceil(cost_pence::float8 / greatest(calls, 1)) > pence_limit * ${share}::float8 as spent
    from vendor_daily_usage where vendor = ${textBudgetName} and day = ${londonDate(now)}
  `.execute(tables(em));
  return found.rows[0]?.spent ?? false;
};
