import { expect, it } from '@jest/globals';
import { hasEarlyUpgradeFailed } from './early-upgrade-attempt.ts';

const asked = new Date('2027-03-01T10:00:00.000Z');
const [soon, late] = [new Date('2027-03-01T10:59:00.000Z'), new Date('2027-03-01T11:01:00.000Z')];
const declined = { status: 'needs-card', decline: { code: 'card_declined' } } as const;
const open = (status: 'needs-card' | 'needs-authentication' | 'needs-confirmation' | 'processing') => ({
  status,
  decline: null,
});

it.each([
  ['a declined card', declined, null, [true, true]],
  ['a holder who failed to authenticate', open('needs-authentication'), declined, [true, true]],
  ['an unanswered authentication', open('needs-authentication'), open('needs-authentication'), [false, true]],
  ['an authentication that has not started', open('needs-authentication'), open('needs-card'), [false, true]],
  [
    'an authentication that is not charged yet',
    open('needs-authentication'),
    open('needs-confirmation'),
    [false, false],
  ],
  ['a charge under way', open('processing'), null, [false, false]],
  ['nothing', null, null, [false, true]],
] as const)('%s', (_what, attempt, ownPayment, over) => {
  const upgrade = { periodStart: asked, attempt, ownPayment };
  expect([soon, late].map((now) => hasEarlyUpgradeFailed(upgrade, now))).toEqual(over);
});
