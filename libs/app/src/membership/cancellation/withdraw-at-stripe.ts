import { finishWithdrawnCancellations } from '@ve/data/membership/cancellation-request/cancellation-progress.repository';
import { queueMail } from '../../messaging/queue-message.ts';
import { findSubscription } from '@ve/data/membership/subscription/subscription.repository';
import { isRunning } from '@ve/domain/membership/membership-state';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payments.ts';
import { syncSubscription } from '../subscription/sync-subscription.ts';

/**
 * Withdraws a cancellation at Stripe so that the membership continues, and notifies its member. Does nothing for one that
 * was cancelled again or has ended there.
 */
export const withdrawAtStripe =
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
    const runsOn = present !== null && isRunning(present) && present.endsAt === null;
    await em.transactional(async (transaction) => {
      for (const kept of await finishWithdrawnCancellations(transaction, id, now())) {
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
