import { afterEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { SessionProvider, useRefreshSession, useSession } from './session.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

function Shown() {
  const { status, user } = useSession();
  const refresh = useRefreshSession();
  return <button onClick={refresh}>{`${status} ${user?.email ?? 'nobody'}`}</button>;
}

const user = { id: '00000000-0000-4000-8000-000000000001', email: 'driver@example.com', roles: ['user'] };
const answers = (...bodies: ({ user: unknown } | null)[]) => {
  const fetched = jest.fn<typeof fetch>();
  for (const body of bodies) {
    if (body === null) fetched.mockRejectedValueOnce(new TypeError('offline'));
    else fetched.mockResolvedValueOnce(new Response(JSON.stringify(body)));
  }
  globalThis.fetch = fetched;
  render(
    <SessionProvider>
      <Shown />
    </SessionProvider>,
  );
  return fetched;
};

test('is loading, then says who is signed in', async () => {
  answers({ user });
  expect(screen.getByText('loading nobody')).toBeVisible();
  expect(await screen.findByText('ready driver@example.com')).toBeVisible();
});

test('asks once more before it says that it could not find out', async () => {
  const fetched = answers(null, null);
  expect(await screen.findByText('error nobody')).toBeVisible();
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('asks again when told to, and keeps what it knows if that fails', async () => {
  const fetched = answers(null, { user }, { user: null }, null, null);
  await userEvent.click(await screen.findByText('ready driver@example.com'));
  await userEvent.click(await screen.findByText('ready nobody'));
  await expect(fetched.mock.results[4]?.value ?? Promise.reject(new Error('offline'))).rejects.toThrow('offline');
  expect(screen.getByText('ready nobody')).toBeVisible();
});

test('says what is missing around it', () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Shown />)).toThrow('SessionProvider');
  error.mockRestore();
});
