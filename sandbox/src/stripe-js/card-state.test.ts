import { cardExpiryDigits, formatCardExpiry, formatCardNumber, cardBrandRuleOf } from './browser/card-brands.ts';
import {
  type CardInputDigits,
  cardInputsStateOf,
  type CardInputOccasion,
  type CardFieldStage,
} from './browser/card-state.ts';

const now = new Date(2026, 10, 21);
const occasion = (stage: CardFieldStage): CardInputOccasion => ({
  stages: { number: stage, expiry: stage, cvc: stage },
  now,
});
const full: CardInputDigits = { number: '4242424242424242', expiry: '1234', cvc: '123' };
const nothing: CardInputDigits = { number: '', expiry: '', cvc: '' };

test.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['30569309025904', 'diners', '3056 930902 5904'],
  ['3566002020360505', 'jcb', '3566 0020 2036 0505'],
  ['6200000000000005', 'unionpay', '6200 0000 0000 0005'],
  ['9', 'unknown', '9'],
  ['37828', 'amex', '3782 8'],
])('the number %s has the brand %s and is shown as %s', (digits, brand, shown) => {
  expect([cardBrandRuleOf(digits).brand, formatCardNumber(digits)]).toEqual([brand, shown]);
});

test.each([
  ['1', '1'],
  ['4', '04 / '],
  ['12', '12 / '],
  ['13', '01 / 3'],
  ['12 / 3', '12 / 3'],
  ['1234', '12 / 34'],
  ['12/2034', '12 / 34'],
  ['01 / 34', '01 / 34'],
])('a typed expiry of %s is shown as %s', (typed, shown) => {
  expect(formatCardExpiry(cardExpiryDigits(typed))).toBe(shown);
});

test('the events of an empty and a complete element contain its state', () => {
  expect(cardInputsStateOf(nothing, occasion('left'))).toEqual({
    empty: true,
    complete: false,
    brand: 'unknown',
    error: undefined,
  });
  expect(cardInputsStateOf(full, occasion('typing'))).toEqual({
    empty: false,
    complete: true,
    brand: 'visa',
    error: undefined,
  });
});

test.each<[Partial<CardInputDigits>, CardFieldStage, string | undefined, string | undefined]>([
  [{ number: '4242' }, 'typing', undefined, undefined],
  [{ number: '4242' }, 'left', 'incomplete_number', 'Your card number is incomplete.'],
  [{ number: '4242424242424241' }, 'typing', 'invalid_number', 'Your card number is invalid.'],
  [{ number: '' }, 'left', undefined, undefined],
  [{ number: '' }, 'sent', 'incomplete_number', 'Your card number is incomplete.'],
  [{ expiry: '12' }, 'left', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  [{ expiry: '1225' }, 'typing', 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  [{ expiry: '1026' }, 'typing', 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  [{ expiry: '1126' }, 'typing', undefined, undefined],
  [{ expiry: '1199' }, 'typing', 'invalid_expiry_year', "Your card's expiration year is invalid."],
  [{ cvc: '12' }, 'left', 'incomplete_cvc', "Your card's security code is incomplete."],
  [{ number: '378282246310005', cvc: '123' }, 'sent', 'incomplete_cvc', "Your card's security code is incomplete."],
  [{ number: '4242', cvc: '1' }, 'left', 'incomplete_number', 'Your card number is incomplete.'],
])('the input %j, %s, has the error %s', (changes, stage, code, message) => {
  const { error, complete } = cardInputsStateOf({ ...full, ...changes }, occasion(stage));
  expect(error).toEqual(code === undefined ? undefined : { type: 'validation_error', code, message });
  if (code !== undefined) expect(complete).toBe(false);
});
