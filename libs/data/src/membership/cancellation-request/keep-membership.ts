import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';
import { lockSubscription, recordKept } from '../subscription/subscription-changes.repository.ts';
import type { Change } from '../subscription/subscription-listener.ts';
import { findCancellationOf } from './cancellation-request.repository.ts';
import { markKept } from './carry-out.repository.ts';
import { mayBeKept } from './leaving.ts';

/** What is kept: another subscription started since is left alone. */
export interface Keep {
  subscriptionId: string;
  stripeSubscriptionId: string;
}

/**
 * Takes a cancellation back while the paid period runs and nothing was given or claimed back, and queues the job that does
 * so at Stripe, in the caller's transaction. Returns whether it is kept; one that is not cancelled is. Safe to repeat.
 */
export const keepMembership = async (
  em: EntityManager,
  { subscriptionId, stripeSubscriptionId }: Keep,
  { now, listener, correlationId }: Change & { correlationId: string },
): Promise<boolean> => {
  const row = await lockSubscription(em, subscriptionId);
  if (row?.stripeSubscriptionId !== stripeSubscriptionId || membershipOf(row, now).state !== 'active') return false;
  if (row.endsAt === null) return true;
  const cancellation = await findCancellationOf(em, stripeSubscriptionId);
  if (cancellation === null || !(await mayBeKept(em, { row, made: cancellation }, now))) return false;
  await markKept(em, cancellation.id, now);
  await recordKept(em, subscriptionId, { now, listener });
  await addToOutbox(em, 'subscriptions.keep', { subscriptionId, stripeSubscriptionId, correlationId }, { now });
  return true;
};
