import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { TextStopReason } from './text-stop.entity.ts';

/** Lets no text go to a number any more. What its owner said counts above what its network did; the first time is kept. */
export const stopTexts = async (em: EntityManager, phone: string, reason: TextStopReason, now: Date): Promise<void> => {
  await tables(em)
    .insertInto('text_stops')
    .values({ phone, reason, stoppedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('phone')
        .doUpdateSet({ reason, stoppedAt: now })
        .where(sql<boolean>`excluded.reason = 'stop' and text_stops.reason <> 'stop'`),
    )
    .execute();
};

/** Lets texts go to a number again. */
export const resumeTexts = async (em: EntityManager, phone: string): Promise<void> => {
  await tables(em).deleteFrom('text_stops').where('phone', '=', phone).execute();
};

/** Why no text goes to a number; null when texts do. */
export const findTextStop = async (em: EntityManager, phone: string): Promise<TextStopReason | null> => {
  const row = await tables(em).selectFrom('text_stops').select('reason').where('phone', '=', phone).executeTakeFirst();
  return row?.reason ?? null;
};

/** Purges stops from before `before` of numbers that no account has, up to a thousand at a time; returns how many. */
export const purgeTextStops = async (em: EntityManager, before: Date): Promise<number> => {
  const gone = await sql`
    delete from text_stops where phone in (
      select phone from text_stops
      where stopped_at < ${before.toISOString()}
        and not exists (select from customers where customers.phone_number = text_stops.phone)
      limit 1000 for update skip locked
    )
  `.execute(tables(em));
  return Number(gone.numAffectedRows ?? 0);
};
