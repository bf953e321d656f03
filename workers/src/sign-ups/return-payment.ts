import { queueMail } from '@ve/data/mails/queue-mail';
import { decideReturn, finishReturn, type SignUpPaid, type SignUpRow } from '@ve/data/sign-up/sign-up.repository';
import { findSubscriptionAtStripe } from '@ve/data/subscription/subscription.repository';
import type { JobContext } from '../job-context.ts';
import { isRunning, type PaymentNeeds } from '../payments.ts';

interface ReturnedPayment {
  signUp: SignUpRow;
  customerId: string | null;
  paymentIntentId: string;
  paid: SignUpPaid;
}

/**
 * Refunds a sign-up that leads to no trial. That is decided and committed before the money moves, so that a concurrent run
 * cannot open an account for it.
 */
export const returnPayment = async (
  payments: PaymentNeeds['payments'],
  { signUp, customerId, paymentIntentId, paid }: ReturnedPayment,
  context: JobContext,
): Promise<void> => {
  const { em, now, correlationId } = context;
  const { id } = signUp;
  if (!(await decideReturn(em, id, paid))) return;
  if (customerId !== null) await cancelStrays(payments, signUp, customerId, context);
  const refund = await payments.refundPayment({ key: `refund.${id}`, paymentIntentId });
  await em.transactional(async (transaction) => {
    if (await finishReturn(transaction, id, refund.id, now())) {
      const mail = { template: 'payment-returned', recipient: signUp.email, subjectId: id } as const;
      await queueMail(transaction, { ...mail, uniqueKey: `payment-returned.${id}` }, { now: now(), correlationId });
    }
    await context.complete(transaction);
  });
};

/** Cancels subscriptions that a run made for a sign-up and could not store: it was killed, or another was first. */
export const cancelStrays = async (
  payments: PaymentNeeds['payments'],
  signUp: SignUpRow,
  customerId: string,
  { em, logger }: Pick<JobContext, 'em' | 'logger'>,
): Promise<void> => {
  for (const made of await payments.listSubscriptions(customerId)) {
    if (made.signUpId !== signUp.id || !isRunning(made)) continue;
    if (await findSubscriptionAtStripe(em, made.id)) continue;
    await payments.cancelSubscription({ key: `cancel-stray.${made.id}`, id: made.id, when: 'now' });
    logger.warn({ signUpId: signUp.id, stripeSubscriptionId: made.id }, 'a subscription without an account cancelled');
  }
};
