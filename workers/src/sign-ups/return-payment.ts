import { isRunning } from '@ve/domain/membership/membership-state';
import { queueMail } from '@ve/data/mails/queue-mail';
import { isInvoiceRecorded } from '@ve/data/payment/payment.repository';
import { decideReturn, finishReturn, type SignUpPaid, type SignUpRow } from '@ve/data/sign-up/sign-up.repository';
import type { ReturnReason } from '@ve/domain/membership/sign-up-outcome';
import { findSubscriptionAtStripe } from '@ve/data/subscription/subscription.repository';
import type { JobContext } from '../job-context.ts';
import type { PaymentNeeds } from '../payments.ts';
import { refundCharge } from '../refund-charge.ts';

interface ReturnedPayment {
  signUp: SignUpRow;
  customerId: string | null;
  paymentIntentId: string;
  paid: SignUpPaid;
  reason: ReturnReason;
}

/**
 * Refunds a sign-up that leads to no trial. That is decided and committed before the money moves, so that a concurrent run
 * cannot open an account for it.
 */
export const returnPayment = async (
  payments: PaymentNeeds['payments'],
  { signUp, customerId, paymentIntentId, paid, reason }: ReturnedPayment,
  context: JobContext,
): Promise<void> => {
  const { em, now, correlationId } = context;
  const { id } = signUp;
  if (!(await decideReturn(em, id, { ...paid, reason }))) return;
  if (customerId !== null) await cancelStrays(payments, signUp, customerId, context);
  const refund = await refundCharge(payments, { key: `refund.${id}`, paymentIntentId }, context);
  // Whoever claims it back has it, or will.
  if (refund.outcome === 'disputed') throw new Error('the payment of a sign-up is disputed');
  await em.transactional(async (transaction) => {
    if (await finishReturn(transaction, id, refund.refundId, now())) {
      const mail = { template: 'payment-returned', recipient: signUp.email, subjectId: id } as const;
      await queueMail(transaction, { ...mail, uniqueKey: `payment-returned.${id}` }, { now: now(), correlationId });
    }
    await context.complete(transaction);
  });
};

/**
 * Cancels subscriptions that a run made for a sign-up and could not store, because it was killed or another was first, and
 * refunds what they were charged until now.
 */
export const cancelStrays = async (
  payments: PaymentNeeds['payments'],
  signUp: SignUpRow,
  customerId: string,
  context: Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>,
): Promise<void> => {
  const { em, logger } = context;
  for (const made of await payments.listSubscriptions(customerId)) {
    if (made.signUpId !== signUp.id || (await findSubscriptionAtStripe(em, made.id))) continue;
    if (isRunning(made)) {
      await payments.cancelSubscription({ key: `cancel-stray.${made.id}`, id: made.id, when: 'now' });
      logger.warn(
        { signUpId: signUp.id, stripeSubscriptionId: made.id },
        'a subscription without an account cancelled',
      );
    }
    for (const { id, status, amountPence, paymentIntentId } of await payments.listInvoices({
      subscriptionId: made.id,
      limit: 24,
    })) {
      // One that was its member's once, before they started another, has its charges recorded.
      if (status !== 'paid' || amountPence <= 0 || (await isInvoiceRecorded(em, id))) continue;
      if (paymentIntentId === null) throw new Error('Stripe does not name the charge of an invoice');
      await refundCharge(payments, { key: `refund.${id}`, paymentIntentId }, context);
      logger.warn({ signUpId: signUp.id, invoiceId: id }, 'a charge without an account refunded');
    }
  }
};
