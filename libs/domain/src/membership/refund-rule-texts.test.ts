import { expect, test } from '@jest/globals';
import { refundRuleTextsOfContract } from './refund-rule-texts-of-contract.ts';
import { type ConsentKind, currentConsents, consentVersions, findConsent } from './consents.ts';
import { membershipOffer } from './offer.ts';
import { refundRuleTexts } from './refund-rule-texts.ts';

test('state what refundDue computes, with today’s prices', () => {
  expect(refundRuleTexts()).toEqual({
    unused: 'Cancel within 30 days of a payment of £8.90 without using its full check, and you get all of it back.',
    used: 'Once you use the check, its £5.00 is not returned. The other £3.90 comes back for the days left of the month, if you cancel within 14 days of the first £8.90 you ever paid.',
    trial: 'The 50p for the trial is not returned.',
  });
});

test('state it with the prices of an earlier contract', () => {
  const usedOf = (pence: number, fullCheckPence: number) => refundRuleTextsOfContract({ pence, fullCheckPence }).used;
  expect(usedOf(990, 600)).toMatch(/its £6\.00 is not returned\. The other £3\.90/);
  expect(usedOf(890, 0)).toBe(
    'Once you use the check, the part of the £8.90 for the days left of the month comes back, if you cancel within 14 days of the first £8.90 you ever paid.',
  );
  expect(usedOf(500, 500)).toBe('Once you use the check, none of the £5.00 comes back.');
});

test.each(['start-now', 'rejoin'] as const)(
  'the consent %s names the price of the check that is stored with it',
  (kind) => {
    expect(currentConsents[kind].fullCheckPence).toBe(membershipOffer.membership.fullCheckPence);
    expect(currentConsents[kind].text).toContain('£5.00');
    expect(currentConsents[kind].text).toContain('£3.90');
  },
);

test('the consent to rejoin promises the thirty days of the rule', () => {
  const { unused, used } = refundRuleTexts();
  expect(currentConsents.rejoin.text).toContain(unused);
  expect(currentConsents.rejoin.text).toContain(used);
});

test('a consent has a new version whenever its text changes', () => {
  const given = Object.values(currentConsents).map(({ version, text }) => ({ version, text }));
  expect(given).toEqual([
    {
      version: '2026-11-21',
      text: 'I am at least 16 and agree to the terms: 50p now, then £8.90 a month from the end of the 24-hour trial until I cancel.',
    },
    {
      version: '2026-11-26',
      text: 'Start my trial now. I understand that if I cancel within 14 days after using the full check, I pay £5.00 for it and the other £3.90 of the month by the day.',
    },
    {
      version: '2026-11-26.2',
      text: 'By pressing the button you agree to the terms and ask us to start at once. Cancel within 30 days of a payment of £8.90 without using its full check, and you get all of it back. Once you use the check, its £5.00 is not returned. The other £3.90 comes back for the days left of the month, if you cancel within 14 days of the first £8.90 you ever paid.',
    },
  ]);
});

test.each(['terms', 'start-now', 'rejoin'] satisfies ConsentKind[])(
  'the consent %s is given under its present version or the one before, and no other',
  (kind) => {
    const versions = consentVersions(kind);
    expect(versions[0]).toEqual(currentConsents[kind]);
    expect(versions.length).toBeLessThanOrEqual(2);
    expect(new Set(versions.map(({ version }) => version)).size).toBe(versions.length);
    for (const each of versions) expect(findConsent(kind, each.version)).toBe(each);
    expect(findConsent(kind, '2020-01-01')).toBeNull();
  },
);

test('a consent of an earlier version keeps the text and the price that were shown, while they are offered', () => {
  expect(findConsent('start-now', '2026-11-21')).toBeNull();
  expect(findConsent('rejoin', '2026-11-26')).toMatchObject({
    text: expect.stringContaining('Cancel within 30 days of a £8.90 payment without using its full check') as unknown,
    fullCheckPence: 500,
  });
});
