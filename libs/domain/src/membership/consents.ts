import { formatPrice } from '../money/format-price.ts';
import { offer } from './offer.ts';

export type ConsentKind = 'terms' | 'start-now' | 'rejoin';

/** A consent as shown beside its unticked box, or above the button that gives it. A change of its text is a new version. */
export interface Consent {
  /** Stored with the time of the consent. */
  version: string;
  text: string;
}

/**
 * The consents that a contract needs. Of a sign-up: the terms, and the express request to start within the cancellation period (Consumer
 * Contracts Regulations 2013, regs 36 and 37); `rejoin`: both in one, of somebody whose membership has ended.
 */
export const consents: Readonly<Record<ConsentKind, Consent>> = {
  terms: {
    version: '2026-11-21',
    text: `I am at least ${offer.minimumAge} and agree to the terms: ${formatPrice(offer.trial.pence)} now, then ${formatPrice(offer.membership.pence)} a month from the end of the ${offer.trial.hours}-hour trial until I cancel.`,
  },
  'start-now': {
    version: '2026-11-21',
    text: `Start my trial now. I understand that if I cancel within ${offer.coolingOffDays} days, I pay for what I have used until then.`,
  },
  rejoin: {
    version: '2026-11-22',
    text: `By pressing the button you agree to the terms and ask us to start at once. If you cancel within ${offer.coolingOffDays} days without having used the full check, you get this payment back. With the check used, a part comes back only if this is your first full charge.`,
  },
};
