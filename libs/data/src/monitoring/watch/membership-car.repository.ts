import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { notifySubscription } from '../../membership/subscription/subscription.repository.ts';
import { switchWatchedCar } from './watch.repository.ts';

/**
 * Sets another car for a membership, in the caller's transaction, once since `periodStart`; false when the car was
 * changed already. The stored results of the earlier car are deleted; its reports and sent messages are kept.
 */
export const changeMembershipCar = async (
  em: EntityManager,
  {
    userId,
    subscriptionId,
    registration,
    periodStart,
  }: { userId: string; subscriptionId: string; registration: string; periodStart: Date },
  now: Date,
): Promise<boolean> => {
  const taken = await sql`
    update watches set car_changed_at = ${now.toISOString()}, updated_at = ${now.toISOString()}
    where user_id = ${userId} and (car_changed_at is null or car_changed_at < ${periodStart.toISOString()})
  `.execute(tables(em));
  if (Number(taken.numAffectedRows ?? 0) === 0) return false;
  await tables(em)
    .updateTable('subscriptions')
    .set({ registrationNumber: registration })
    .where('id', '=', subscriptionId)
    .execute();
  await switchWatchedCar(em, userId, now);
  await notifySubscription(em, subscriptionId);
  return true;
};
