import type { ProviderSubscription } from '@ve/providers/payments/payments.port';
import { isInvoiceRecorded } from '@ve/data/membership/payment/payment.repository';
import { isRunning } from '@ve/domain/membership/membership-state';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { maxInvoicesPerSubscription } from '../subscription/sync-subscription.ts';
import { refundCharge } from './refund-charge.ts';
import { refundOverpayments } from './refund-overpayments.ts';

type OrphanContext = Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>;

/** What was done about an orphan. Disputed charges are not refunded by us. */
export interface ResolvedOrphan {
  cancelled: boolean;
  disputed: string[];
}

/**
 * Cancels a subscription that no account owns and refunds its charges in full; idempotent. Charges recorded as an account's
 * payments are left: their member has started another subscription since.
 */
export const cancelAndRefundOrphan = async (
  payments: PaymentDeps['payments'],
  orphan: Pick<ProviderSubscription, 'id' | 'status' | 'signUpId'>,
  context: OrphanContext,
): Promise<ResolvedOrphan> => {
  const { em, logger } = context;
  const named = { signUpId: orphan.signUpId, stripeSubscriptionId: orphan.id };
  const settled: ResolvedOrphan = { cancelled: isRunning(orphan), disputed: [] };
  if (settled.cancelled) {
    await payments.cancelSubscription({ key: `cancel-orphan.${orphan.id}`, id: orphan.id, when: 'now' });
    logger.warn(
      { event: 'orphan_subscription_cancelled', ...named },
      'A subscription that no account owns was cancelled.',
    );
  }
  const invoices = await payments.listInvoices({ subscriptionId: orphan.id, limit: maxInvoicesPerSubscription });
  await refundOverpayments(payments, invoices, context);
  for (const { id, status, amountPence, paymentIntentId } of invoices) {
    if (status !== 'paid' || amountPence <= 0 || (await isInvoiceRecorded(em, id))) continue;
    if (paymentIntentId === null) throw new Error('Stripe does not name the charge of an invoice');
    const { outcome } = await refundCharge(payments, { key: `refund.${id}`, paymentIntentId }, context);
    if (outcome === 'disputed') settled.disputed.push(paymentIntentId);
    else
      logger.warn(
        { event: 'orphan_charge_refunded', ...named, invoiceId: id },
        'A charge that no account owns was refunded.',
      );
  }
  return settled;
};
