import { expect, test } from '@jest/globals';
import { maskEmail } from './mask-email.ts';

test.each([
  ['driver@example.com', 'd•••••@example.com'],
  ['a@example.com', 'a•••••@example.com'],
  ["o'neill+car@mail.example.co.uk", 'o•••••@mail.example.co.uk'],
])('%s is shown as %s', (email, hint) => {
  expect(maskEmail(email)).toBe(hint);
});
