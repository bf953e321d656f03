import { expect, test } from '@jest/globals';
import { agreedRefundRules } from './agreed-refund-rules.ts';
import { consents } from './consents.ts';
import { offer } from './offer.ts';
import { refundRules } from './refund-rules.ts';

test('say what refundDue does, in the prices of today', () => {
  expect(refundRules()).toEqual({
    unused: 'Cancel within 30 days of a £8.90 payment without using its full check, and you get all of it back.',
    used: 'Once you use the check, its £5.00 is not returned. The other £3.90 comes back for the days left of the month, if you cancel within 14 days of the first £8.90 you ever paid.',
    trial: 'The 50p for the trial is not returned.',
  });
});

test('say it in the prices of an earlier contract', () => {
  const usedOf = (pence: number, fullCheckPence: number) => agreedRefundRules({ pence, fullCheckPence }).used;
  expect(usedOf(990, 600)).toMatch(/its £6\.00 is not returned\. The other £3\.90/);
  expect(usedOf(890, 0)).toBe(
    'Once you use the check, the part of the £8.90 for the days left of the month comes back, if you cancel within 14 days of the first £8.90 you ever paid.',
  );
  expect(usedOf(500, 500)).toBe('Once you use the check, none of the £5.00 comes back.');
});

test.each(['start-now', 'rejoin'] as const)(
  'the consent %s names the price of the check that is stored with it',
  (kind) => {
    expect(consents[kind].fullCheckPence).toBe(offer.membership.fullCheckPence);
    expect(consents[kind].text).toContain('£5.00');
    expect(consents[kind].text).toContain('£3.90');
  },
);

test('the consent to start again promises the thirty days of the rule', () => {
  const { unused, used } = refundRules();
  expect(consents.rejoin.text).toContain(unused);
  expect(consents.rejoin.text).toContain(used);
});
