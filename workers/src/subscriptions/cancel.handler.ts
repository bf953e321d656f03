import { isRunning } from '@ve/domain/membership/membership-state';
import { recordRefund } from '@ve/data/payment/payment.repository';
import { findSubscription, type SubscriptionRow } from '@ve/data/subscription/subscription.repository';
import { unlessUnknown } from '@ve/providers/payments/unknown-object';
import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler, JobContext } from '../job-context.ts';
import type { PaymentNeeds } from '../payments.ts';
import { addPaid, invoicesRead, syncSubscription } from './sync-subscription.ts';

/**
 * Carries out at Stripe the cancellation that our row records: what the member was told ends at once (a trial, an unpaid
 * membership), or should have ended by now, ends now, a paid membership with its period. What was charged for time after
 * the end that the member was told is refunded: Stripe could not be reached in time, or the payment crossed with the
 * cancellation.
 */
export const createCancelHandler =
  ({ payments }: PaymentNeeds): Handler<'subscriptions.cancel'> =>
  async ({ subscriptionId, of }, context) => {
    const row = await findSubscription(context.em, subscriptionId);
    if (!row) throw new UnrecoverableJobError('no subscription with this id');
    const { cancelRequestedAt, endsAt, stripeSubscriptionId: id } = row;
    if (of && of.stripeSubscriptionId !== id) return carryOutBefore(payments, row, of, context);
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

/**
 * Carries out the cancellation of a subscription in whose place its member has started another one: what was charged for
 * it meanwhile is recorded, and returned where it is for time after its end.
 */
const carryOutBefore = async (
  payments: PaymentNeeds['payments'],
  row: SubscriptionRow,
  { stripeSubscriptionId: id, endsAt }: { stripeSubscriptionId: string; endsAt: string },
  context: JobContext,
): Promise<void> => {
  const { em, now, correlationId } = context;
  const present = await unlessUnknown(payments.readSubscription(id));
  if (present === null) return;
  await payments.cancelSubscription({ key: `cancel.${id}.replaced`, id, when: 'now' });
  const invoices = await payments.listInvoices({ subscriptionId: id, limit: invoicesRead });
  await em.transactional(async (transaction) => {
    for (const invoice of invoices.toReversed())
      await addPaid(transaction, row, invoice, { now: now(), correlationId });
  });
  await refundTimeAfter(payments, id, new Date(endsAt), context);
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
