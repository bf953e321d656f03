import { isRunning } from '@ve/domain/membership/membership-state';
import { recordRefund } from '@ve/data/payment/payment.repository';
import { findSubscription } from '@ve/data/subscription/subscription.repository';
import { unlessUnknown } from '@ve/providers/payments/unknown-object';
import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler, JobContext } from '../job-context.ts';
import type { PaymentNeeds } from '../payments.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Carries out at Stripe the cancellation that our row records: what the member was told ends at once (a trial, an unpaid
 * membership), or should have ended by now, ends now, a paid membership with its period. What was charged for time after
 * the end that the member was told is refunded: Stripe could not be reached in time, or the payment crossed with the
 * cancellation.
 */
export const createCancelHandler =
  ({ payments }: PaymentNeeds): Handler<'subscriptions.cancel'> =>
  async ({ subscriptionId }, context) => {
    const row = await findSubscription(context.em, subscriptionId);
    if (!row) throw new UnrecoverableJobError('no subscription with this id');
    const { cancelRequestedAt, endsAt, stripeSubscriptionId: id } = row;
    if (cancelRequestedAt === null || endsAt === null || id === null) return;
    const present = await unlessUnknown(payments.readSubscription(id));
    // Nothing there can be cancelled, or charged: the sync warns of it.
    if (present === null) return syncSubscription(payments, subscriptionId, context);
    const when = present.status === 'active' && present.periodEnd <= endsAt ? 'period-end' : 'now';
    // Also when it has ended: a run that died may have left its unpaid invoice.
    if (when === 'now' || (isRunning(present) && present.endsAt === null)) {
      await payments.cancelSubscription({ key: `cancel.${id}.${cancelRequestedAt.getTime()}.${when}`, id, when });
    }
    await syncSubscription(payments, subscriptionId, context, { carriedOut: true });
    await refundTimeAfter(payments, id, endsAt, context);
  };

/** By period and not by time of payment, which Stripe tells in whole seconds. */
const refundTimeAfter = async (
  payments: PaymentNeeds['payments'],
  stripeSubscriptionId: string,
  end: Date,
  { em, logger }: JobContext,
): Promise<void> => {
  const invoices = await payments.listInvoices({ subscriptionId: stripeSubscriptionId, limit: 3 });
  for (const { id, status, periodEnd, paymentIntentId, amountPence } of invoices) {
    if (status !== 'paid' || amountPence <= 0 || periodEnd <= end) continue;
    if (paymentIntentId === null) {
      logger.error({ invoiceId: id }, 'charged after a cancellation, and the charge is not known');
      continue;
    }
    await payments.refundPayment({ key: `refund.${id}`, paymentIntentId });
    const { refundedPence } = await payments.readPayment(paymentIntentId);
    await recordRefund(em, paymentIntentId, refundedPence);
    logger.warn({ invoiceId: id }, 'a charge after a cancellation refunded');
  }
};
