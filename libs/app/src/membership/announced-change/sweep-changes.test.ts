import { expect, it } from '@jest/globals';
import { currentConsents } from '@ve/domain/membership/consents';
import { consentVersionsAgreeingToChange } from './sweep-changes.ts';

const running = {
  terms: { ...currentConsents.terms, version: '2027-01-01' },
  rejoin: { ...currentConsents.rejoin, version: '2026-12-20' },
};

it.each([
  ['the running release', '2027-01-01', ['2027-01-01', '2026-12-20', '2027-01-01']],
  ['an earlier release', '2026-12-01', ['2027-01-01', '2026-12-20', '2026-12-01']],
  ['a release that these workers are older than', '2027-02-01', ['2027-02-01']],
])(
  'consents of the running release agree to the terms of %s only if they contain them',
  (_, termsVersion, versions) => {
    expect(consentVersionsAgreeingToChange({ termsVersion }, running)).toEqual(versions);
  },
);
