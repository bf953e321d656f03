import type { SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { trialEndOf } from '@ve/domain/membership/offer';
import { type ProviderSubscription, idempotencyKeyMs } from '@ve/providers/payments/payments.port';
import type { PaymentDeps } from '../payments.ts';

/** Stripe refuses the end of a trial that is over when the call arrives. */
const marginMs = 60_000;

export interface PaidTrial {
  signUp: SignUpRow;
  customerId: string;
  paymentMethodId: string;
  paidAt: Date;
}

/**
 * The Stripe subscription of a paid sign-up: made once, however often this runs, also when it was cancelled since. Its trial ends 24 hours after the
 * payment; when we were away for longer than that the membership begins, and is charged, at once.
 */
export const beginTrial = async (
  payments: PaymentDeps['payments'],
  { signUp, customerId, paymentMethodId, paidAt }: PaidTrial,
  now: Date,
): Promise<ProviderSubscription> => {
  const turn = Math.max(0, Math.floor((now.getTime() - paidAt.getTime()) / idempotencyKeyMs));
  if (turn > 0) {
    const made = await payments.listSubscriptions(customerId);
    // One that has ended was the trial, too: another would be charged at once.
    const own = made.find((each) => each.signUpId === signUp.id && each.status !== 'incomplete_expired');
    if (own) return own;
  }
  const trialEndsAt = trialEndOf(paidAt);
  const over = trialEndsAt.getTime() <= now.getTime() + marginMs;
  return payments.createSubscription({
    // With other parameters the same key would be refused.
    key: `subscription.${signUp.id}.${turn}${over ? '.late' : ''}`,
    customerId,
    paymentMethodId,
    trialEndsAt: over ? null : trialEndsAt,
    signUpId: signUp.id,
  });
};
