import { expect, test } from '@jest/globals';
import { consents } from './consents.ts';
import { offer } from './offer.ts';
import { refundRules } from './refund-rules.ts';

test('say what refundDue does, in the prices of today', () => {
  expect(refundRules()).toEqual({
    unused: 'Cancel within 30 days of a £8.90 payment without having used its full check, and you get all of it back.',
    used: 'If you have used the check, its £5.00 is not returned. The other £3.90 comes back for the days of the month that are left, if you cancel within 14 days of the first £8.90 you ever paid.',
    trial: 'The 50p for the trial is not returned.',
  });
});

test('say it in the prices of an earlier contract', () => {
  expect(refundRules({ pence: 990, fullCheckPence: 600 }).used).toMatch(
    /its £6\.00 is not returned\. The other £3\.90/,
  );
  expect(refundRules({ pence: 890, fullCheckPence: 0 }).used).toBe(
    'If you have used the check, the part of the £8.90 comes back for the days of the month that are left, if you cancel within 14 days of the first £8.90 you ever paid.',
  );
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
