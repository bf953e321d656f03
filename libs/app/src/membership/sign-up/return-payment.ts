import { queueMail } from '../../messaging/queue-message.ts';
import {
  decideSignUpRefund,
  finishRefundedSignUp,
  type SignUpPayment,
  type SignUpRow,
} from '@ve/data/membership/sign-up/sign-up.repository';
import type { ReturnReason } from '@ve/domain/membership/sign-up-outcome';
import { findSubscriptionAtStripe } from '@ve/data/membership/subscription/subscription.repository';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payment-deps.ts';
import { refundCharge } from '../payments/refund-charge.ts';
import { cancelAndRefundOrphan } from '../payments/cancel-and-refund-orphan.ts';

interface ReturnedPayment {
  signUp: SignUpRow;
  customerId: string | null;
  paymentIntentId: string;
  paid: SignUpPayment;
  reason: ReturnReason;
}

/**
 * Refunds a sign-up that leads to no trial. The decision is committed before the refund, so that a concurrent run cannot
 * open an account for it.
 */
export const returnPayment = async (
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
 * Cancels subscriptions that were made for a sign-up and not stored, because the run was killed or another was first, and
 * refunds their charges.
 */
export const cancelOrphanSubscriptions = async (
  payments: PaymentDeps['payments'],
  { signUp, customerId }: { signUp: Pick<SignUpRow, 'id'>; customerId: string },
  context: Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>,
): Promise<void> => {
  for (const made of (await nullIfUnknownAtStripe(payments.listSubscriptions(customerId))) ?? []) {
    if (made.signUpId !== signUp.id || (await findSubscriptionAtStripe(context.em, made.id))) continue;
    await cancelAndRefundOrphan(payments, made, context);
  }
};
