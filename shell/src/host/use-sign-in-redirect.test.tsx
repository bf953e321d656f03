import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { readRecentSignInRequest, storeSignInRequest } from '@ve/mfe-kit/sign-in-request';
import { Link } from '@ve/mfe-kit/router';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { useSignInRedirect } from './use-sign-in-redirect.ts';

const aMinute = 60_000;
beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
});

function Page() {
  useSignInRedirect();
  return <Link to="/report?reg=FN15FNC">other</Link>;
}
const ask = () => storeSignInRequest({ email: 'driver@example.com', registration: 'AB12CDE' });
const open = (path: string, session = signedInSession()) => renderPage(<Page />, { path, session });
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

test('leads to the report 100 ms after signing in, once', async () => {
  ask();
  const { address } = open('/signin');
  await after(99);
  expect(address()).toBe('/signin');
  await after(1);
  expect(address()).toBe('/report?reg=AB12CDE');
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['ten minutes old', 10 * aMinute],
  ['of a clock set back', -aMinute],
])('data %s are discarded', async (_what, age) => {
  ask();
  jest.setSystemTime(Date.now() + age);
  const { address } = open('/my-account');
  await after(200);
  expect(address()).toBe('/my-account');
  expect(sessionStorage).toHaveLength(0);
});

test('a visitor is not redirected, and the data are kept', async () => {
  ask();
  const { address } = open('/signin', visitorSession);
  await after(200);
  expect(address()).toBe('/signin');
  expect(readRecentSignInRequest()).toEqual({ email: 'driver@example.com', registration: 'AB12CDE' });
});

test('a user who reads a report at that time stays there', async () => {
  ask();
  const { address } = open('/');
  act(() => screen.getByRole('link').click());
  await after(200);
  expect(address()).toBe('/report?reg=FN15FNC');
  expect(sessionStorage).toHaveLength(0);
});

test.each(['', 'AB12 CDE', '../admin', 'a'.repeat(8)])(
  'a registration of %j causes no redirect',
  async (registration) => {
    storeSignInRequest({ email: 'driver@example.com', registration });
    const { address } = open('/');
    await after(200);
    expect(address()).toBe('/');
  },
);

test('works without storage', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
    jest.spyOn(Storage.prototype, name).mockImplementation(refuse),
  );
  ask();
  const { address } = open('/');
  await after(200);
  expect([readRecentSignInRequest(), address()]).toEqual([null, '/']);
  for (const spy of spies) spy.mockRestore();
});
