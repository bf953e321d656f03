import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { TextOptOutReason } from './text-opt-out.entity.ts';

/** Lets no text go to a number any more. What its owner said counts above what its network did; the first time is kept. */
export const recordTextOptOut = async (
  em: EntityManager,
  phone: string,
  reason: TextOptOutReason,
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('text_opt_outs')
    .values({ phone, reason, stoppedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('phone')
        .doUpdateSet({ reason, stoppedAt: now })
        .where(sql<boolean>`excluded.reason = 'stop' and text_opt_outs.reason <> 'stop'`),
    )
    .execute();
};

/** Lets texts go to a number again. */
export const removeTextOptOut = async (em: EntityManager, phone: string): Promise<void> => {
  await tables(em).deleteFrom('text_opt_outs').where('phone', '=', phone).execute();
};

/** Why no text goes to a number; null when texts do. */
export const findTextOptOut = async (em: EntityManager, phone: string): Promise<TextOptOutReason | null> => {
  const row = await tables(em)
    .selectFrom('text_opt_outs')
    .select('reason')
    .where('phone', '=', phone)
    .executeTakeFirst();
  return row?.reason ?? null;
};

/** Purges stops from before `before` of numbers that no account has, up to a thousand at a time; returns how many. */
export const purgeTextOptOuts = async (em: EntityManager, before: Date): Promise<number> => {
  const gone = await sql`
    delete from text_opt_outs where phone in (
      select phone from text_opt_outs
      where stopped_at < ${before.toISOString()}
        and not exists (select from customers where customers.phone_number = text_opt_outs.phone)
      limit 1000 for update skip locked
    )
  `.execute(tables(em));
  return Number(gone.numAffectedRows ?? 0);
};
