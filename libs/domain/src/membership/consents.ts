import { offer } from './offer.ts';
import { rejoinConsent } from './rejoin-consent.ts';
import { type ConsentText, signUpConsents } from './sign-up-consents.ts';

export type ConsentKind = 'terms' | 'start-now' | 'rejoin';

export interface Consent extends ConsentText {
  /** The price of a used full check in the text, in pence; stored with the consent. 0: the text has none. */
  fullCheckPence: number;
}

const { fullCheckPence } = offer.membership;

/**
 * The consents that a contract needs. `rejoin`: both consents of a sign-up in one, for a user whose membership has
 * ended.
 */
export const consents: Readonly<Record<ConsentKind, Consent>> = {
  terms: { ...signUpConsents.terms, fullCheckPence: 0 },
  'start-now': { ...signUpConsents['start-now'], fullCheckPence },
  rejoin: { ...rejoinConsent, fullCheckPence },
};
