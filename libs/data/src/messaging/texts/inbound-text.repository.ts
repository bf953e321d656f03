import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { InboundKeyword } from './inbound-text.entity.ts';

/** Whether an inbound text is recorded already. */
export const isInboundTextKnown = async (em: EntityManager, sid: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('inbound_texts')
    .select('id')
    .where('vendorMessageId', '=', sid)
    .executeTakeFirst();
  return row !== undefined;
};

/** Counts recorded texts of a number after `since`. */
export const countInboundTexts = async (em: EntityManager, phone: string, since: Date): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from inbound_texts where phone = ${phone} and received_at > ${since.toISOString()}
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/** Records an inbound text once; returns its id, or null when it is recorded already. */
export const addInboundText = async (
  em: EntityManager,
  { sid, phone, word }: { sid: string; phone: string; word: InboundKeyword },
  now: Date,
): Promise<string | null> => {
  const added = await tables(em)
    .insertInto('inbound_texts')
    .values({ vendorMessageId: sid, phone, keyword: word, receivedAt: now })
    .onConflict((conflict) => conflict.column('vendorMessageId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
};
