import { expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { SessionProvider, useRefreshSession, useSession } from './session.tsx';
import { installFakeNetwork, type FakeRequestOutcome } from './testing-network.tsx';

const network = installFakeNetwork();

function Shown() {
  const { status, user } = useSession();
  const refresh = useRefreshSession();
  return <button onClick={refresh}>{`${status} ${user?.email ?? 'nobody'}`}</button>;
}

const user = { id: '00000000-0000-4000-8000-000000000001', email: 'driver@example.com', roles: ['user'] };
const visitorReply: FakeRequestOutcome = { body: { user: null } };
const driver: FakeRequestOutcome = { body: { user } };
const show = (...replies: FakeRequestOutcome[]) => {
  network.answer('GET /api/session', ...replies);
  render(
    <SessionProvider>
      <Shown />
    </SessionProvider>,
  );
};

test('is loading, then has the signed-in user', async () => {
  show(driver);
  expect(screen.getByText('loading nobody')).toBeVisible();
  expect(await screen.findByText('ready driver@example.com')).toBeVisible();
});

test('retries once before it reports an error', async () => {
  show('no-answer');
  expect(await screen.findByText('error nobody')).toBeVisible();
  expect(network.calls).toHaveLength(2);
});

test('refetches on refresh, and keeps the known session if that fails', async () => {
  show('no-answer', driver, visitorReply, 'no-answer');
  await userEvent.click(await screen.findByText('ready driver@example.com'));
  await userEvent.click(await screen.findByText('ready nobody'));
  await waitFor(() => expect(network.calls).toHaveLength(5));
  // The effects of the last failure run when React is idle.
  await act(async () => {
    await Promise.resolve();
  });
  expect(screen.getByText('ready nobody')).toBeVisible();
});

test('throws an error that names its missing provider', () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Shown />)).toThrow('SessionProvider');
  error.mockRestore();
});
