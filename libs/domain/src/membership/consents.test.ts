import { describe, expect, test } from '@jest/globals';
import { type Consent, currentConsents, consentVersions, endsPreviousConsent, findOfferedConsent } from './consents.ts';

const consentOf = (monthlyPence: number | null): Consent => ({
  version: 'v',
  text: 'I agree.',
  fullCheckPence: 500,
  monthlyPence,
});
const price = (pence: number) => ({ pence, termsVersion: null });
const terms = (termsVersion: string) => ({ pence: null, termsVersion });

describe('the previous version of a consent', () => {
  test.each([
    ['ends with the price that the present one states', price(990), 990, 890, true],
    ['stays with another price, as one that took effect before', price(890), 990, 890, false],
    ['stays when only its wording changed since', price(990), 990, 990, false],
    ['ends when it stated no price', price(990), 990, null, true],
    ['ends with the present terms', terms('2027-01-01'), 890, 890, true],
    ['stays with earlier terms', terms('2026-01-01'), 890, 890, false],
  ])('%s', (_, change, present, previous, ends) => {
    const versions = { present: consentOf(present), previous: consentOf(previous), presentTerms: '2027-01-01' };
    expect(endsPreviousConsent(change, versions)).toBe(ends);
  });

  test('can be given until a change takes effect, the present one after it too', () => {
    const [present, previous] = consentVersions('rejoin');
    const effective = [terms(currentConsents.terms.version)];
    expect(findOfferedConsent('rejoin', previous!.version, [])).toBe(previous);
    expect(findOfferedConsent('rejoin', previous!.version, [terms('2020-01-01'), price(1)])).toBe(previous);
    expect(findOfferedConsent('rejoin', previous!.version, effective)).toBeNull();
    expect(findOfferedConsent('rejoin', present!.version, effective)).toBe(present);
    expect(findOfferedConsent('terms', '2020-01-01', [])).toBeNull();
  });
});
