import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

/** Claims the one change of a member's car since `periodStart`; false when the car was changed already. */
export const claimCarChange = async (
  em: EntityManager,
  { userId, periodStart }: { userId: string; periodStart: Date },
  now: Date,
): Promise<boolean> => {
  const claimed = await tables(em)
    .updateTable('watches')
    .set({ carChangedAt: now, updatedAt: now })
    .where('userId', '=', userId)
    .where((watch) => watch.or([watch('carChangedAt', 'is', null), watch('carChangedAt', '<', periodStart)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
};

/** Sets the car of a subscription. */
export const setMembershipCar = async (
  em: EntityManager,
  subscriptionId: string,
  registration: string,
): Promise<void> => {
  await tables(em)
    .updateTable('subscriptions')
    .set({ registrationNumber: registration })
    .where('id', '=', subscriptionId)
    .execute();
};
