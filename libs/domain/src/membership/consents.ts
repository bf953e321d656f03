import { formatPrice } from '../money/format-price.ts';
import { offer } from './offer.ts';
import { refundRules } from './refund-rules.ts';

export type ConsentKind = 'terms' | 'start-now' | 'rejoin';

/** A consent as shown beside its unticked box, or above the button that gives it. A change of its text is a new version. */
export interface Consent {
  /** Stored with the time of the consent. */
  version: string;
  text: string;
  /** The price of a used full check that the text names, in pence; stored with the consent. 0: it names none. */
  fullCheckPence: number;
}

const { trial, membership, coolingOffDays, minimumAge } = offer;
const { fullCheckPence } = membership;
const rest = formatPrice(membership.pence - fullCheckPence);
const rules = refundRules();

/**
 * The consents that a contract needs. Of a sign-up: the terms, and the express request to start within the cancellation period (Consumer
 * Contracts Regulations 2013, regs 36 and 37); `rejoin`: both in one, of somebody whose membership has ended.
 */
export const consents: Readonly<Record<ConsentKind, Consent>> = {
  terms: {
    version: '2026-11-21',
    text: `I am at least ${minimumAge} and agree to the terms: ${formatPrice(trial.pence)} now, then ${formatPrice(membership.pence)} a month from the end of the ${trial.hours}-hour trial until I cancel.`,
    fullCheckPence: 0,
  },
  'start-now': {
    version: '2026-11-26',
    text: `Start my trial now. I understand that if I cancel within ${coolingOffDays} days, I pay for what I have used until then: once I have used the full check, ${formatPrice(fullCheckPence)} for it, and the other ${rest} of the month by the day.`,
    fullCheckPence,
  },
  rejoin: {
    version: '2026-11-26',
    text: `By pressing the button you agree to the terms and ask us to start at once. ${rules.unused} ${rules.used}`,
    fullCheckPence,
  },
};
