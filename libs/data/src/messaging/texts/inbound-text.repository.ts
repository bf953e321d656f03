import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { InboundKeyword } from './inbound-text.entity.ts';

/** Texts of one number that are recorded within a day, which is more than any genuine request needs. */
export const inboundTextsPerDay = 20;

const aDayMs = 24 * 3_600_000;

/**
 * Records an inbound text once and returns its id; `known`: it is recorded already; `too-many`: its number has reached
 * the daily limit.
 */
export const addInboundText = async (
  em: EntityManager,
  { sid, phone, word }: { sid: string; phone: string; word: InboundKeyword },
  now: Date,
): Promise<string> => {
  const since = new Date(now.getTime() - aDayMs).toISOString();
  const counted = await sql<{ known: boolean; count: number }>`
    select exists (select from inbound_texts where sid = ${sid}) as known,
      (select count(*)::int from inbound_texts where phone = ${phone} and received_at > ${since}) as count
  `.execute(tables(em));
  const [row] = counted.rows;
  if (row?.known === true) return 'known';
  if ((row?.count ?? 0) >= inboundTextsPerDay) return 'too-many';
  const added = await tables(em)
    .insertInto('inbound_texts')
    .values({ sid, phone, word, receivedAt: now })
    .onConflict((conflict) => conflict.column('sid').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? 'known';
};
