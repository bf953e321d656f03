import { expect, test } from '@jest/globals';
import { membershipStates } from './membership-state.ts';
import { upgradeButtonLabel, upgradeKindOf } from './upgrade-button.ts';

const payNow = { pence: 890 };

test('the label of the button depends on the state of the membership', () => {
  const named = membershipStates.map((state) => [
    state,
    upgradeKindOf(state),
    upgradeButtonLabel({ state, nextCharge: { timing: 'planned' }, payNow }),
  ]);
  expect(named).toEqual([
    ['none', 'again', 'Upgrade Early'],
    ['trial', 'early', 'Upgrade Early'],
    ['active', 'owed', null],
    ['charge-due', 'owed', 'Pay £8.90 now'],
    ['past-due', 'owed', 'Pay £8.90 now'],
    ['cancelled', 'again', 'Start again'],
    ['expired', 'owed', 'Pay £8.90 now'],
  ]);
});

test('there is no button in the hour in which Stripe charges, but one when the charge is late', () => {
  const button = (timing: 'due' | 'late') =>
    upgradeButtonLabel({ state: 'charge-due', nextCharge: { timing }, payNow });
  expect([button('due'), button('late')]).toEqual([null, 'Pay £8.90 now']);
});

test('the button names the amount owed', () => {
  expect(upgradeButtonLabel({ state: 'past-due', nextCharge: null, payNow: { pence: 590 } })).toBe('Pay £5.90 now');
});
