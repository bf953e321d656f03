import { expect, test } from '@jest/globals';
import { canonicalEmail } from './canonical-email.ts';

test.each([
  ['dana.driver@gmail.com', 'danadriver@gmail.com'],
  ['d.ana.driver+cars.2@googlemail.com', 'danadriver@gmail.com'],
  ['danadriver@gmail.com', 'danadriver@gmail.com'],
  ['dana.driver+cars@example.com', 'dana.driver+cars@example.com'],
  ['dana.driver@notgmail.com', 'dana.driver@notgmail.com'],
  ['+@gmail.com', '+@gmail.com'],
])('%s leads to %s', (email, mailbox) => {
  expect(canonicalEmail(email)).toBe(mailbox);
});
