import { sessionCookieName } from './session-cookie.ts';

it('uses the prefix that requires Secure when the site is on https', () => {
  expect(sessionCookieName('https://site.test')).toBe('__Host-session');
  expect(sessionCookieName('http://localhost:3000')).toBe('session');
});
