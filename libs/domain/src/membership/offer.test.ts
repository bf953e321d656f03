import { expect, it } from '@jest/globals';
import { currentConsents } from './consents.ts';
import { membershipOffer, trialEndAfterPayment } from './offer.ts';

it('is the offer of the specification (sections 1 and 9)', () => {
  expect(membershipOffer).toMatchObject({
    currency: 'gbp',
    tier: 'Premium',
    trial: { pence: 50, hours: 24 },
    membership: { name: 'Vehicle Companion Membership', pence: 890, months: 1, vehicles: 1, checks: 1 },
    minimumAge: 16,
  });
});

it.each([
  ['a clock change forward', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00.000Z'],
  ['a clock change back', '2026-10-24T12:00:00Z', '2026-10-25T12:00:00.000Z'],
  ['a leap day', '2028-02-28T23:30:00Z', '2028-02-29T23:30:00.000Z'],
])('a trial lasts 24 hours over %s', (_, paidAt, end) => {
  expect(trialEndAfterPayment(new Date(paidAt)).toISOString()).toBe(end);
});

it('the text of the consent names both prices, the trial and the age', () => {
  expect(currentConsents.terms.text).toMatch(/at least 16.*50p now.*£8\.90 a month.*24-hour trial/);
  expect(currentConsents['start-now'].text).toMatch(/Start my trial now.*14 days/);
});
