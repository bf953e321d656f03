import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { notifySubscription } from '../../membership/subscription/subscription.repository.ts';
import { switchWatchedCar } from './watch.repository.ts';

/**
 * Makes another car the one of a membership, in the caller's transaction, once since `periodStart`; false when that was
 * done already. What was known of the earlier car is deleted; its reports and what was sent about it stay.
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
