import { createHash, randomBytes } from 'node:crypto';
import { sessionCookieName, sessionTokenHash } from './session-token.ts';

it('stores the SHA-256 of a token', () => {
  const token = randomBytes(32).toString('base64url');
  expect(sessionTokenHash(token)).toBe(createHash('sha256').update(token).digest('hex'));
});

it.each([undefined, '', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`, `${'a'.repeat(43)}\n`])(
  'takes %j for no token',
  (token) => {
    expect(sessionTokenHash(token)).toBeNull();
  },
);

it('uses the prefix that needs Secure wherever the site is on https', () => {
  expect(sessionCookieName('https://site.test')).toBe('__Host-session');
  expect(sessionCookieName('http://localhost:3000')).toBe('session');
});
