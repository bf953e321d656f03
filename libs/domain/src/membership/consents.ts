import { membershipOffer } from './offer.ts';
import { rejoinConsent } from './rejoin-consent.ts';
import { type ConsentText, signUpConsents } from './sign-up-consents.ts';

export type ConsentKind = 'terms' | 'start-now' | 'rejoin';

export interface Consent extends ConsentText {
  /** The price of a used full check in the text, in pence; stored with the consent. 0: the text has none. */
  fullCheckPence: number;
  /**
   * The price of a month in the text, in pence, at which the contract is made; stored with it. Null: the text has none.
   */
  monthlyPence: number | null;
}

const { fullCheckPence, pence: monthlyPence } = membershipOffer.membership;

/**
 * The consents that a contract needs. `rejoin`: both consents of a sign-up in one, for a user whose membership has
 * ended.
 */
export const currentConsents: Readonly<Record<ConsentKind, Consent>> = {
  terms: { ...signUpConsents.terms, fullCheckPence: 0, monthlyPence },
  'start-now': { ...signUpConsents['start-now'], fullCheckPence, monthlyPence: null },
  rejoin: { ...rejoinConsent, fullCheckPence, monthlyPence },
};

/**
 * The version before the present one, as a release that is still served shows it; null: there was none, or its terms
 * are no longer offered. The exact text and price of that version, not built from the present offer.
 */
const previousConsents: Readonly<Record<ConsentKind, Consent | null>> = {
  terms: null,
  // 2026-11-21 named no price of a used check: accepted, it would give a refund that is no longer offered.
  'start-now': null,
  rejoin: {
    version: '2026-11-26',
    text: 'By pressing the button you agree to the terms and ask us to start at once. Cancel within 30 days of a £8.90 payment without using its full check, and you get all of it back. Once you use the check, its £5.00 is not returned. The other £3.90 comes back for the days left of the month, if you cancel within 14 days of the first £8.90 you ever paid.',
    fullCheckPence: 500,
    monthlyPence: 890,
  },
};

/** The versions of a consent that can be given until a change takes effect, the present one first. */
export const consentVersions = (kind: ConsentKind): readonly Consent[] => {
  const previous = previousConsents[kind];
  return previous === null ? [currentConsents[kind]] : [currentConsents[kind], previous];
};

/** The consent of this version, with the text that was shown; null for a version from before. */
export const findConsent = (kind: ConsentKind, version: string): Consent | null =>
  consentVersions(kind).find((each) => each.version === version) ?? null;

/** What an announced change brought that has taken effect: a price of a month, or a version of the terms. */
export interface EffectiveAnnouncedChange {
  pence: number | null;
  termsVersion: string | null;
}

/**
 * Whether a change that has taken effect ends the previous version of a consent: it brought what the present version
 * states. A contract under the previous one would be made on terms that no member has any more.
 */
export const endsPreviousConsent = (
  { pence, termsVersion }: EffectiveAnnouncedChange,
  { present, previous, presentTerms }: { present: Consent; previous: Consent | null; presentTerms: string },
): boolean =>
  pence === null
    ? termsVersion === presentTerms
    : pence === present.monthlyPence && previous !== null && previous.monthlyPence !== pence;

/**
 * The consent of this version if it can be given after these changes; null: it cannot. Both consents of a sign-up end
 * together: its price and its terms are stated by the one to the terms.
 */
export const findOfferedConsent = (
  kind: ConsentKind,
  version: string,
  changes: readonly EffectiveAnnouncedChange[],
): Consent | null => {
  if (version === currentConsents[kind].version) return currentConsents[kind];
  const leading = kind === 'start-now' ? 'terms' : kind;
  const versions = {
    present: currentConsents[leading],
    previous: previousConsents[leading],
    presentTerms: currentConsents.terms.version,
  };
  return changes.some((change) => endsPreviousConsent(change, versions)) ? null : findConsent(kind, version);
};
