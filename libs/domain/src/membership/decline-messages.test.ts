import { cardDeclineMessage } from './decline-messages.ts';

const generic = cardDeclineMessage();

it('names a reason that the card holder can act on', () => {
  expect(cardDeclineMessage('insufficient_funds', 'card_declined')).toBe(
    'There is not enough money on this card. Use another card.',
  );
  expect(cardDeclineMessage(null, 'expired_card')).toBe('This card has expired. Use another card.');
  expect(cardDeclineMessage(undefined, 'incorrect_cvc')).toMatch(/^The security code/);
  expect(cardDeclineMessage('authentication_required', 'card_declined')).toMatch(/^Your bank wants you to confirm/);
});

it.each([
  'fraudulent',
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'merchant_blacklist',
  'security_violation',
  'stop_payment_order',
  'generic_decline',
  'do_not_honor',
  'call_issuer',
  'a_code_of_tomorrow',
  'toString',
  '__proto__',
  '',
])('reads the same for %s as for any refusal without a reason', (code) => {
  expect(cardDeclineMessage(code, 'card_declined')).toBe(generic);
});
