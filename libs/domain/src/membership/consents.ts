import { offer } from './offer.ts';
import { refundRules } from './refund-rules.ts';
import { type ConsentText, signUpConsents } from './sign-up-consents.ts';

export type ConsentKind = 'terms' | 'start-now' | 'rejoin';

export interface Consent extends ConsentText {
  /** The price of a used full check that the text names, in pence; stored with the consent. 0: it names none. */
  fullCheckPence: number;
}

const { fullCheckPence } = offer.membership;
const rules = refundRules();

/** The consents that a contract needs. `rejoin`: both of a sign-up's in one, of somebody whose membership has ended. */
export const consents: Readonly<Record<ConsentKind, Consent>> = {
  terms: { ...signUpConsents.terms, fullCheckPence: 0 },
  'start-now': { ...signUpConsents['start-now'], fullCheckPence },
  rejoin: {
    version: '2026-11-26',
    text: `By pressing the button you agree to the terms and ask us to start at once. ${rules.unused} ${rules.used}`,
    fullCheckPence,
  },
};
