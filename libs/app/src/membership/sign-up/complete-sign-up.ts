import {
  abandonSignUp,
  countTrialsOfPersonSince,
  findSignUp,
  readSignUpAccountState,
  reopenSignUp,
  type SignUpRow,
} from '@ve/data/membership/sign-up/sign-up.repository';
import { membershipWithinMs } from '@ve/domain/jobs/service-objectives';
import { membershipOffer, trialEndAfterPayment } from '@ve/domain/membership/offer';
import {
  maxSignUpPaymentDeclines,
  signUpPayableMs,
  refusedSubscriptionWaitMs,
} from '@ve/domain/membership/sign-up-limits';
import {
  type PaymentReturnReason,
  trialRefusalReason,
  trialsCountedSince,
} from '@ve/domain/membership/sign-up-outcome';
import {
  type ProviderPayment,
  PaymentsRefusedError,
  type ProviderSubscription,
  idempotencyKeyLifetimeMs,
} from '@ve/providers/payments/payments.port';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase, JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';
import { openAccount } from './open-account.ts';
import { stripePriceIdOfContract } from '../announced-change/contract-price.ts';
import { findSignUpMonthlyPence } from '@ve/data/membership/sign-up/consent.repository';
import { cardHashOf, emailHashOf } from '../person-hashes.ts';
import { cancelOrphanSubscriptions, refundSignUpWithoutTrial } from './return-payment.ts';

/**
 * Completes a sign-up by the current state of its PaymentIntent at Stripe. Paid: makes account, customer, subscription,
 * payment and first report, or refunds the payment. Unpaid: does nothing, but after the last decline or 24 hours
 * cancels the PaymentIntent and abandons the sign-up. Queued by everything that learns of a payment (browser, webhook,
 * sweep); safe to run repeatedly and concurrently.
 */
export const processSignUpPayment =
  ({ payments }: PaymentDeps): JobUseCase<'sign-ups.complete'> =>
  async ({ signUpId }, context) => {
    const { em, now, logger } = context;
    const signUp = await findSignUp(em, signUpId);
    if (!signUp) throw new UnrecoverableJobError('no sign-up with this id');
    if (signUp.status === 'completed' || signUp.status === 'returned') {
      const { stripeCustomerId } = signUp;
      if (stripeCustomerId !== null)
        await cancelOrphanSubscriptions(payments, { signUp, customerId: stripeCustomerId }, context);
      return;
    }
    const tooOld = now().getTime() - signUp.createdAt.getTime() > signUpPayableMs;
    if (signUp.paymentIntentId === null) {
      // Its client secret was never sent, so it cannot be paid; otherwise the sweep finds the payment.
      if (tooOld) await abandonSignUp(em, signUpId, now());
      return;
    }

    let attempt = await payments.readPayment(signUp.paymentIntentId);
    if (attempt.status !== 'succeeded') {
      if (attempt.status !== 'cancelled' && (tooOld || hasFailed(signUp, attempt, now()))) {
        attempt = await payments.cancelPayment({ key: `cancel-payment.${signUpId}`, id: attempt.id });
      }
      if (attempt.status === 'cancelled' && (await abandonSignUp(em, signUpId, now()))) {
        logger.info(
          { event: 'sign_up_abandoned', signUpId, attempts: signUp.paymentAttempts },
          'A sign-up was abandoned.',
        );
      }
      if (attempt.status !== 'succeeded') return;
    }
    if (signUp.status === 'abandoned') await reopenSignUp(em, signUpId);
    await completePaid(payments, { signUp, attempt }, context);
  };

/** True if the last attempt was declined: an attempt that waits for the bank or for Stripe may still succeed. */
const hasFailed = (
  { paymentAttempts, confirmationLeaseUntil }: SignUpRow,
  { status }: ProviderPayment,
  now: Date,
): boolean =>
  paymentAttempts >= maxSignUpPaymentDeclines &&
  status === 'needs-card' &&
  (confirmationLeaseUntil === null || confirmationLeaseUntil <= now);

const completePaid = async (
  payments: PaymentDeps['payments'],
  { signUp, attempt }: { signUp: SignUpRow; attempt: ProviderPayment },
  context: JobContext,
): Promise<void> => {
  const { em, now, logger, correlationId } = context;
  const { id, email } = signUp;
  const { customerId, paymentMethodId, paidAt } = attempt;
  if (attempt.signUpId !== id) {
    logger.error(
      { event: 'payment_sign_up_mismatched', signUpId: id, paymentIntentId: attempt.id },
      'A payment belongs to another sign-up.',
    );
    throw new UnrecoverableJobError('the payment is of another sign-up');
  }
  if (paidAt === null) throw new Error('Stripe does not say when it was paid');
  const [cardHash, emailHash] = await Promise.all([cardHashOf(em, attempt.card), emailHashOf(em, email)]);
  const paid = { paidAt, cardHash };
  const hashes = { cardHash, emailHash };
  const refund = (reason: PaymentReturnReason) =>
    refundSignUpWithoutTrial(payments, { signUp, customerId, paymentIntentId: attempt.id, paid, reason }, context);
  const whyNot = async () => {
    const at = now();
    const [account, trials] = await Promise.all([
      readSignUpAccountState(em, email),
      countTrialsOfPersonSince(em, hashes, { since: trialsCountedSince(at), now: at }),
    ]);
    return trialRefusalReason({ account, trials });
  };

  const sold = attempt.amountPence === membershipOffer.trial.pence && attempt.currency === membershipOffer.currency;
  if (!sold)
    logger.error(
      { event: 'payment_amount_mismatched', signUpId: id, paymentIntentId: attempt.id },
      'A paid amount differs from the price.',
    );
  const keeps = sold && attempt.refundedPence === 0 && customerId !== null && paymentMethodId !== null;
  const [why, agreed] = await Promise.all([signUp.returnReason ?? whyNot(), findSignUpMonthlyPence(em, id)]);
  if (!keeps || why !== null) {
    await refund(why ?? 'not-started');
    return;
  }

  const begin = async () => {
    const priceId = await stripePriceIdOfContract(em, agreed);
    const trial = { signUp, customerId, paymentMethodId, paidAt, ...(priceId === null ? {} : { priceId }) };
    return createTrialSubscription(payments, trial, now());
  };
  const subscription = await begin().catch((error: unknown) => {
    if (!(error instanceof PaymentsRefusedError)) throw error;
    logger.error(
      { event: 'paid_subscription_refused', signUpId: id, err: error },
      'Stripe refused the subscription of a paid sign-up.',
    );
    if (now().getTime() - paidAt.getTime() < refusedSubscriptionWaitMs) throw error;
    return null;
  });
  if (subscription === null) {
    context.recordObjective('payment-to-membership', false);
    await refund('not-started');
    return;
  }
  const opened = await em.transactional(async (transaction) => {
    const result = await openAccount(
      transaction,
      { signUp, trial: { attempt, paid, hashes, subscription } },
      { now: now(), listener: context.listener, correlationId },
    );
    if (result === 'opened') await context.complete(transaction);
    return result;
  });
  switch (opened) {
    case 'opened':
      context.recordObjective('payment-to-membership', now().getTime() - paidAt.getTime() <= membershipWithinMs);
      logger.info({ event: 'sign_up_completed', signUpId: id }, 'A sign-up was completed.');
      return;
    case 'lost':
      await refund((await whyNot()) ?? 'not-started');
      return;
    case 'taken':
      await cancelOrphanSubscriptions(payments, { signUp, customerId }, context);
  }
};

/** Stripe rejects a trial that ends before the call arrives. */
const marginMs = 60_000;

export interface PaidTrial {
  signUp: SignUpRow;
  customerId: string;
  paymentMethodId: string;
  paidAt: Date;
  /** The Stripe price of its contract, where that is not the offered one. */
  priceId?: string;
}

/**
 * Returns the Stripe subscription of a paid sign-up, making it if there is none; idempotent, also after it was
 * cancelled. The trial ends 24 hours after the payment; if that is past, the membership begins and is charged
 * immediately.
 */
export const createTrialSubscription = async (
  payments: PaymentDeps['payments'],
  { signUp, customerId, paymentMethodId, paidAt, priceId }: PaidTrial,
  now: Date,
): Promise<ProviderSubscription> => {
  const keyPeriod = Math.max(0, Math.floor((now.getTime() - paidAt.getTime()) / idempotencyKeyLifetimeMs));
  if (keyPeriod > 0) {
    const made = await payments.listSubscriptions(customerId);
    // One that has ended was the trial as well: a new one would be charged immediately.
    const own = made.find((each) => each.signUpId === signUp.id && each.status !== 'incomplete_expired');
    if (own) return own;
  }
  const trialEndsAt = trialEndAfterPayment(paidAt);
  const over = trialEndsAt.getTime() <= now.getTime() + marginMs;
  return payments.createSubscription({
    // Stripe rejects other parameters under the same key.
    key: `subscription.${signUp.id}.${keyPeriod}${over ? '.late' : ''}`,
    customerId,
    paymentMethodId,
    trialEndsAt: over ? null : trialEndsAt,
    signUpId: signUp.id,
    ...(priceId === undefined ? {} : { priceId }),
  });
};
