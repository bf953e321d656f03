import type { SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { trialEndOf } from '@ve/domain/membership/offer';
import { type ProviderSubscription, idempotencyKeyLifetimeMs } from '@ve/providers/payments/payments.port';
import type { PaymentDeps } from '../payments/payment-deps.ts';

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
 * Returns the Stripe subscription of a paid sign-up, making it if there is none; idempotent, also after it was cancelled.
 * The trial ends 24 hours after the payment; if that is past, the membership begins and is charged immediately.
 */
export const beginTrial = async (
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
  const trialEndsAt = trialEndOf(paidAt);
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
