import { queueMail } from '../../messaging/queue-message.ts';
import {
  decideSignUpRefund,
  finishRefundedSignUp,
  type SignUpPayment,
  type SignUpRow,
} from '@ve/data/membership/sign-up/sign-up.repository';
import type { PaymentReturnReason } from '@ve/domain/membership/sign-up-outcome';
import { findSubscriptionByStripeId } from '@ve/data/membership/subscription/subscription.repository';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';
import { refundCharge } from '../payments/refunds.ts';
import type { ProviderSubscription } from '@ve/providers/payments/payments.port';
import { isInvoiceRecorded } from '@ve/data/membership/payment/payment.repository';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import { maxInvoicesPerSubscription } from '../subscription/sync-subscription.ts';
import { refundSecondCharges } from '../payments/second-charge.ts';

interface ReturnedPayment {
  signUp: SignUpRow;
  customerId: string | null;
  paymentIntentId: string;
  paid: SignUpPayment;
  reason: PaymentReturnReason;
}

/**
 * Refunds a sign-up that leads to no trial. The decision is committed before the refund, so that a concurrent run
 * cannot open an account for it.
 */
export const refundSignUpWithoutTrial = async (
  payments: PaymentDeps['payments'],
  { signUp, customerId, paymentIntentId, paid, reason }: ReturnedPayment,
  context: JobContext,
): Promise<void> => {
  const { em, now, correlationId } = context;
  const { id } = signUp;
  if (!(await decideSignUpRefund(em, id, { ...paid, reason }))) return;
  if (customerId !== null) await cancelOrphanSubscriptions(payments, { signUp, customerId }, context);
  const refund = await refundCharge(payments, { key: `refund.${id}`, paymentIntentId }, context);
  // A payer who disputes the charge gets the money from the bank.
  if (refund.outcome === 'disputed') throw new Error('the payment of a sign-up is disputed');
  await em.transactional(async (transaction) => {
    if (await finishRefundedSignUp(transaction, { id, refundId: refund.refundId }, now())) {
      const mail = { template: 'payment-returned', recipient: signUp.email, subjectId: id } as const;
      await queueMail(transaction, mail, { now, correlationId });
    }
    await context.complete(transaction);
  });
};

/**
 * Cancels subscriptions that were made for a sign-up and not stored, because the run was killed or another was first,
 * and refunds their charges.
 */
export const cancelOrphanSubscriptions = async (
  payments: PaymentDeps['payments'],
  { signUp, customerId }: { signUp: Pick<SignUpRow, 'id'>; customerId: string },
  context: Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>,
): Promise<void> => {
  for (const made of (await nullIfUnknownAtStripe(payments.listSubscriptions(customerId))) ?? []) {
    if (made.signUpId !== signUp.id || (await findSubscriptionByStripeId(context.em, made.id))) continue;
    await cancelAndRefundOrphanSubscription(payments, made, context);
  }
};

type OrphanContext = Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>;

/** What was done about an orphan. Disputed charges are not refunded by us. */
export interface OrphanSubscriptionResolution {
  cancelled: boolean;
  disputed: string[];
}

/**
 * Cancels a subscription that no account owns and refunds its charges in full; idempotent. Charges recorded as an
 * account's payments are left: their member has started another subscription since.
 */
export const cancelAndRefundOrphanSubscription = async (
  payments: PaymentDeps['payments'],
  orphan: Pick<ProviderSubscription, 'id' | 'status' | 'signUpId'>,
  context: OrphanContext,
): Promise<OrphanSubscriptionResolution> => {
  const { em, logger } = context;
  const named = { signUpId: orphan.signUpId, stripeSubscriptionId: orphan.id };
  const settled: OrphanSubscriptionResolution = { cancelled: isSubscriptionRunning(orphan), disputed: [] };
  if (settled.cancelled) {
    await payments.cancelSubscription({ key: `cancel-orphan.${orphan.id}`, id: orphan.id, when: 'now' });
    logger.warn(
      { event: 'orphan_subscription_cancelled', ...named },
      'A subscription that no account owns was cancelled.',
    );
  }
  const invoices = await payments.listInvoices({ subscriptionId: orphan.id, limit: maxInvoicesPerSubscription });
  await refundSecondCharges(payments, invoices, context);
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
