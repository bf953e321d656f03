import { recordRefund } from '@ve/data/payment/payment.repository';
import { findSubscription } from '@ve/data/subscription/subscription.repository';
import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler, JobContext } from '../job-context.ts';
import { isRunning, type PaymentNeeds } from '../payments.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Carries out at Stripe the cancellation that our row records: what the member was told ends at once (a trial, an unpaid
 * membership) ends now, a paid membership with its period. A charge that Stripe made after a trial was cancelled here,
 * because we could not reach it in time, is refunded.
 */
export const createCancelHandler =
  ({ payments }: PaymentNeeds): Handler<'subscriptions.cancel'> =>
  async ({ subscriptionId }, context) => {
    const row = await findSubscription(context.em, subscriptionId);
    if (!row) throw new UnrecoverableJobError('no subscription with this id');
    const { cancelRequestedAt, endsAt, stripeSubscriptionId: id } = row;
    if (cancelRequestedAt === null || id === null) return;
    const present = await payments.readSubscription(id);
    const atOnce = endsAt !== null && endsAt <= cancelRequestedAt;
    const wanted = present.status === 'active' && !atOnce ? 'period-end' : 'now';
    if (isRunning(present) && (present.endsAt === null || wanted === 'now')) {
      const key = `cancel.${id}.${cancelRequestedAt.getTime()}.${wanted}`;
      await payments.cancelSubscription({ key, id, when: wanted });
    }
    await syncSubscription(payments, subscriptionId, context);
    if (atOnce) await refundSince(payments, id, cancelRequestedAt, context);
  };

const refundSince = async (
  payments: PaymentNeeds['payments'],
  stripeSubscriptionId: string,
  cancelledAt: Date,
  { em, logger }: JobContext,
): Promise<void> => {
  const invoices = await payments.listInvoices({ subscriptionId: stripeSubscriptionId, limit: 3 });
  for (const { id, status, paidAt, paymentIntentId, amountPence } of invoices) {
    if (status !== 'paid' || amountPence <= 0 || paidAt === null || paidAt <= cancelledAt) continue;
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
