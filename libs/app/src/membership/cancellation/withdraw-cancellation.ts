import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipOf, isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  lockSubscription,
  recordSubscriptionCancellationWithdrawn,
} from '@ve/data/membership/subscription/subscription-changes.repository';
import type { SubscriptionChangeContext } from '@ve/data/membership/subscription/subscription-listener';
import { findCancellationOf } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import {
  markCancellationWithdrawn,
  markWithdrawnCancellationsFinished,
} from '@ve/data/membership/cancellation-request/cancellation-progress.repository';
import { canWithdrawCancellation } from './cancellation-outcome.ts';
import { queueMail } from '../../messaging/queue-message.ts';
import { findSubscription } from '@ve/data/membership/subscription/subscription.repository';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';
import { syncSubscription } from '../subscription/sync-subscription.ts';

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
  await recordSubscriptionCancellationWithdrawn(em, subscriptionId, { now, listener });
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

/**
 * Withdraws a cancellation at Stripe so that the membership continues, and notifies its member. Does nothing for one
 * that was cancelled again or has ended there.
 */
export const withdrawCancellationAtStripe =
  ({ payments }: PaymentDeps): JobUseCase<'subscriptions.withdraw-cancellation'> =>
  async ({ subscriptionId, stripeSubscriptionId: id }, context) => {
    const { em, now, correlationId } = context;
    const row = await findSubscription(em, subscriptionId);
    if (!row) throw new UnrecoverableJobError('no subscription with this id');
    const present =
      row.stripeSubscriptionId === id && row.cancelRequestedAt === null
        ? await nullIfUnknownAtStripe(
            payments.withdrawSubscriptionCancellation({ key: `keep.${id}.${row.revision}`, id }),
          )
        : null;
    const runsOn = present !== null && isSubscriptionRunning(present) && present.endsAt === null;
    await em.transactional(async (transaction) => {
      for (const kept of await markWithdrawnCancellationsFinished(transaction, id, now())) {
        if (!runsOn) continue;
        const mail = {
          template: 'cancellation-withdrawn',
          recipient: row.email,
          subjectId: subscriptionId,
          occasion: kept,
        } as const;
        await queueMail(transaction, mail, { now: now(), correlationId });
      }
    });
    await syncSubscription(payments, { id: subscriptionId }, context);
  };
