import type { EntityManager } from '@mikro-orm/postgresql';
import { consents } from '@ve/domain/membership/consents';
import { tables } from '../entities.ts';

/** Records that somebody whose membership has ended agreed to start it again, by the text as it is now. */
export const addRejoinConsent = async (
  em: EntityManager,
  { userId, clientHash }: { userId: string; clientHash: string },
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('consents')
    .values({
      user_id: userId,
      kind: 'rejoin',
      text_version: consents.rejoin.version,
      client_hash: clientHash,
      given_at: now,
    })
    .execute();
};
