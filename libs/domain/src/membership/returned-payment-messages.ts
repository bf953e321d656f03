import { formatPrice } from '../kernel/money/format-price.ts';
import { membershipOffer } from './offer.ts';
import { refundArrivalTime } from './refund-arrival-time.ts';
import { type PaymentReturnReason, maxTrialsPerCard, trialsPerCardDays } from './sign-up-outcome.ts';

const trial = formatPrice(membershipOffer.trial.pence);
const membership = formatPrice(membershipOffer.membership.pence);
const tryAgain = 'You can sign up again. If it fails, write to us and we will look into it.';

/** Why the 50p of a sign-up is refunded: shown on the page that follows and in the e-mail. */
export const paymentReturnReasonMessages: Readonly<Record<PaymentReturnReason, string>> = {
  'trial-limit': `This card has started ${maxTrialsPerCard} trials in the last ${trialsPerCardDays} days, which is the most we allow. No trial was started.`,
  'had-trial': 'Each account has one trial, and this e-mail address has had one. No trial was started.',
  'not-started': 'We couldn’t start your trial, and we are sorry. No membership was created.',
};

/** How a user without an account can still get a trial. */
export const signUpAgainMessages: Readonly<Record<PaymentReturnReason, string>> = {
  'trial-limit': 'Sign up with another card, or wait until those trials are older.',
  'had-trial': `An e-mail address can start ${maxTrialsPerCard} trials in ${trialsPerCardDays} days, if its account is deleted each time. Sign up again once those are older.`,
  'not-started': tryAgain,
};

/** When a refund reaches the card. */
export const refundArrivalText = `it usually arrives within ${refundArrivalTime}`;

/** The refund of the 50p, and when it arrives. */
export const paymentReturnedMessage = `Your ${trial} is on its way back to your card: ${refundArrivalText}. Nothing else was charged.`;

/** The content of the full price. */
export const membershipBenefitsText = `The ${membershipOffer.membership.name} costs ${membership} a month. It includes one full check each month, and reminders and alerts for one vehicle.`;
