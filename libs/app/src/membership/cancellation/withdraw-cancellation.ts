import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  lockSubscription,
  recordCancellationWithdrawn,
} from '@ve/data/membership/subscription/subscription-changes.repository';
import type { SubscriptionChangeContext } from '@ve/data/membership/subscription/subscription-listener';
import { findCancellationOf } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { markCancellationWithdrawn } from '@ve/data/membership/cancellation-request/cancellation-progress.repository';
import { canWithdrawCancellation } from './cancellation-outcome.ts';

/** The subscription whose cancellation is undone; another one started since is unchanged. */
export interface CancellationWithdrawal {
  subscriptionId: string;
  stripeSubscriptionId: string;
}

/**
 * Undoes a cancellation while the paid period runs and nothing was refunded or disputed, and queues the job that undoes
 * it at Stripe, in the caller's transaction. Returns whether the membership continues, also when it was not cancelled.
 * Idempotent.
 */
export const withdrawCancellation = async (
  em: EntityManager,
  { subscriptionId, stripeSubscriptionId }: CancellationWithdrawal,
  { now, listener, correlationId }: SubscriptionChangeContext & { correlationId: string },
): Promise<boolean> => {
  const row = await lockSubscription(em, subscriptionId);
  if (row?.stripeSubscriptionId !== stripeSubscriptionId || membershipOf(row, now).state !== 'active') return false;
  if (row.endsAt === null) return true;
  const cancellation = await findCancellationOf(em, stripeSubscriptionId);
  if (cancellation === null || !(await canWithdrawCancellation(em, { row, made: cancellation }, now))) return false;
  await markCancellationWithdrawn(em, cancellation.id, now);
  await recordCancellationWithdrawn(em, subscriptionId, { now, listener });
  await addToOutbox(
    em,
    {
      jobName: 'subscriptions.withdraw-cancellation',
      payload: { subscriptionId, stripeSubscriptionId, correlationId },
    },
    { now },
  );
  return true;
};
