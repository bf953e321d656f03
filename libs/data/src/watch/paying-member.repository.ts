import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../entities.ts';
import { isMemberRow } from '../subscription/is-member.ts';

/** Whether the user is a member at `now` who has paid for it: not in their trial. */
export const isPayingMember = async (em: EntityManager, userId: string, now: Date): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where(isMemberRow('subscriptions', now, { paying: true }))
    .executeTakeFirst();
  return row !== undefined;
};
