import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

/** Sets the version of the secret address of a user's calendar feed; 0: there is none. The watch has to exist. */
export const setCalendarFeedVersion = async (
  em: EntityManager,
  { userId, version }: { userId: string; version: number },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('watches')
    .set({ calendarVersion: version, updatedAt: now })
    .where('userId', '=', userId)
    .execute();
};
