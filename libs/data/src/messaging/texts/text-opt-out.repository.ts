import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { TextOptOutReason } from './text-opt-out.entity.ts';

/** Stops all texts to a number. Its owner's STOP takes precedence over a network's reason; the first time is kept. */
export const recordTextOptOut = async (
  em: EntityManager,
  { phone, reason }: { phone: string; reason: TextOptOutReason },
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('text_opt_outs')
    .values({ phone, reason, optedOutAt: now })
    .onConflict((conflict) =>
      conflict
        .column('phone')
        .doUpdateSet({ reason, optedOutAt: now })
        .where(sql<boolean>`excluded.reason = 'stop' and text_opt_outs.reason <> 'stop'`),
    )
    .execute();
};

/** Lets texts be sent to a number again. */
export const removeTextOptOut = async (em: EntityManager, phone: string): Promise<void> => {
  await tables(em).deleteFrom('text_opt_outs').where('phone', '=', phone).execute();
};

/** Returns why no texts are sent to a number; null when they are. */
export const findTextOptOut = async (em: EntityManager, phone: string): Promise<TextOptOutReason | null> => {
  const row = await tables(em)
    .selectFrom('text_opt_outs')
    .select('reason')
    .where('phone', '=', phone)
    .executeTakeFirst();
  return row?.reason ?? null;
};
