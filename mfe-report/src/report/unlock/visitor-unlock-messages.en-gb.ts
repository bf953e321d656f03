import { membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';

const { trial, membership } = membershipOffer;

/** Texts of the full check for visitors, part of the first view. */
export const visitorFullCheckUnlockMessages = {
  signUp: 'Sign Up to Upgrade',
  tells: 'Asks police, insurers and lenders whether it is stolen, written off or on finance, and what it is worth.',
  price: `Membership: ${formatPrice(trial.pence)} for a ${trial.hours}-hour trial, then ${formatPrice(membership.pence)} a month until you cancel. The full check comes with the first ${formatPrice(membership.pence)}: a day later, or now with Upgrade Early.`,
  short: `Full check with membership: ${formatPrice(membership.pence)} a month. The ${formatPrice(trial.pence)} trial does not include it.`,
};
