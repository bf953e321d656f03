import { afterEach, expect, test } from '@jest/globals';
import { updateSignUpDraft, emptySignUpDraft, readSignUpDraft, clearSignUpDraft, storeSignUpDraft } from './draft.ts';

afterEach(() => localStorage.clear());

const hour = 3_600_000;
const draft = updateSignUpDraft(
  emptySignUpDraft(0),
  { fullName: 'Ann Driver', email: 'ann@example.com', regNumber: 'AB12CDE' },
  0,
);

test('is readable for a day, and can be removed', () => {
  storeSignUpDraft(draft);
  expect(readSignUpDraft(23 * hour)).toEqual(draft);
  expect(readSignUpDraft(24 * hour)).toBeNull();
  expect(localStorage).toHaveLength(0);
  storeSignUpDraft(draft);
  clearSignUpDraft();
  expect(readSignUpDraft(1)).toBeNull();
});

test.each(['{', '"text"', '{}', 'null', JSON.stringify({ ...draft, email: 'x'.repeat(500) })])(
  'is removed when it cannot be read (%s)',
  (text) => {
    localStorage.setItem('pending_signup', text);
    expect(readSignUpDraft(1)).toBeNull();
    expect(localStorage).toHaveLength(0);
  },
);

test('other details are another payment; the same ones are not', () => {
  const begun = { ...draft, paymentIntentId: 'pi_1', stripeCustomerId: 'cus_1' };
  expect(updateSignUpDraft(begun, { fullName: 'Ann Driver' }, 1)).toEqual({ ...begun, savedAt: 1 });
  const changed = updateSignUpDraft(begun, { fullName: 'Bob Driver' }, 1);
  expect(changed).toMatchObject({ paymentIntentId: null, stripeCustomerId: null });
  expect(changed.idempotencyKey).not.toBe(begun.idempotencyKey);
});
