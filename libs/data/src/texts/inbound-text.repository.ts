import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../entities.ts';
import type { InboundWord } from './inbound-text.entity.ts';

/** Records a text to us, once; its id, or null when it is known already. */
export const addInboundText = async (
  em: EntityManager,
  { sid, phone, word }: { sid: string; phone: string; word: InboundWord },
  now: Date,
): Promise<string | null> => {
  const added = await tables(em)
    .insertInto('inbound_texts')
    .values({ sid, phone, word, received_at: now })
    .onConflict((conflict) => conflict.column('sid').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
};
