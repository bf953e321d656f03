import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';
import { lockSubscription, recordCancellationWithdrawn } from '../subscription/subscription-changes.repository.ts';
import type { SubscriptionChangeContext } from '../subscription/subscription-listener.ts';
import { findCancellationOf } from './cancellation-request.repository.ts';
import { markCancellationWithdrawn } from './cancellation-progress.repository.ts';
import { canWithdrawCancellation } from './cancellation-outcome.ts';

/** What is kept: another subscription started since is left alone. */
export interface CancellationWithdrawal {
  subscriptionId: string;
  stripeSubscriptionId: string;
}

/**
 * Takes a cancellation back while the paid period runs and nothing was given or claimed back, and queues the job that does
 * so at Stripe, in the caller's transaction. Returns whether it is kept; one that is not cancelled is. Safe to repeat.
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
    'subscriptions.withdraw-cancellation',
    { subscriptionId, stripeSubscriptionId, correlationId },
    { now },
  );
  return true;
};
