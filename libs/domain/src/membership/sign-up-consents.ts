import { formatPrice } from '../kernel/money/format-price.ts';
import { membershipOffer } from './offer.ts';

/**
 * A consent as shown next to its unticked box, or above the button that gives it. A changed text needs a new version.
 */
export interface ConsentText {
  /** Stored with the time of the consent. */
  version: string;
  text: string;
}

const { trial, membership, coolingOffDays, minimumAge } = membershipOffer;
const { pence, fullCheckPence } = membership;

/**
 * The consents that a sign-up needs: the terms, and the express request to start within the cancellation period
 * (Consumer Contracts Regulations 2013, regs 36 and 37).
 */
export const signUpConsents = {
  terms: {
    version: '2026-11-21',
    text: `I am at least ${minimumAge} and agree to the terms: ${formatPrice(trial.pence)} now, then ${formatPrice(pence)} a month from the end of the ${trial.hours}-hour trial until I cancel.`,
  },
  'start-now': {
    version: '2026-11-26',
    text: `Start my trial now. I understand that if I cancel within ${coolingOffDays} days after using the full check, I pay ${formatPrice(fullCheckPence)} for it and the other ${formatPrice(pence - fullCheckPence)} of the month by the day.`,
  },
} satisfies Record<string, ConsentText>;
