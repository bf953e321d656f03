import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { type Subscription, subscriptionSchema } from '@ve/contracts/http/membership/subscription';
import { FixedSession, type SessionState } from './session.tsx';
import { refetchSubscription, withoutMembership, useSubscription } from './subscription.tsx';
import { installFakeNetwork, type FakeRequestOutcome } from './testing-network.tsx';

const network = installFakeNetwork();
beforeEach(() => {
  jest.useFakeTimers();
  network.answer('POST /api/error-logs', { status: 204 });
});
afterEach(() => {
  jest.useRealTimers();
});

const member: Subscription = {
  ...withoutMembership,
  subscribed: true,
  subscriptionTier: 'Premium',
  credits: 1,
  state: 'active',
};
const visitor: SessionState = { status: 'ready', user: null };
const driver: SessionState = {
  status: 'ready',
  user: { id: '00000000-0000-4000-8000-000000000001', email: 'driver@example.com', roles: ['user'] },
};

function Shown() {
  const { status, subscription } = useSubscription();
  return <p>{`${status} ${subscription.state} ${String(subscription.credits)}`}</p>;
}

const show = (session: SessionState, ...replies: FakeRequestOutcome[]) => {
  network.answer('GET /api/subscription', ...replies);
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
  const page = (current: SessionState) => (
    <QueryClientProvider client={client}>
      <FixedSession session={current}>
        <Shown />
      </FixedSession>
    </QueryClientProvider>
  );
  const { rerender } = render(page(session));
  return { client, become: (next: SessionState) => rerender(page(next)) };
};
const reads = () => network.calls.filter(({ path }) => path === '/api/subscription').length;
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

test('the value without a membership equals the contract’s', () => {
  expect(subscriptionSchema.parse(withoutMembership)).toEqual(withoutMembership);
});

test('for a visitor is none, without a request', async () => {
  show(visitor, { body: member });
  expect(screen.getByText('ready none 0')).toBeVisible();
  await after(60_000);
  expect(reads()).toBe(0);
});

test.each<[string, SessionState]>([
  ['loading', { status: 'loading', user: null }],
  ['error', { status: 'error', user: null }],
])('while the session is %s, so is it', (status, session) => {
  show(session);
  expect(screen.getByText(`${status} none 0`)).toBeVisible();
});

test('is read immediately and every minute', async () => {
  show(driver, { body: member }, { body: { ...member, credits: 0 } });
  expect(screen.getByText('loading none 0')).toBeVisible();
  await waitFor(() => expect(screen.getByText('ready active 1')).toBeVisible());
  await after(59_000);
  expect(reads()).toBe(1);
  await after(1_000);
  expect(screen.getByText('ready active 0')).toBeVisible();
});

test('is retried twice; then the failure is logged and the last known value stays', async () => {
  show(driver, { body: member }, { status: 503 });
  await waitFor(() => expect(screen.getByText('ready active 1')).toBeVisible());
  await after(60_000);
  await waitFor(() => expect(screen.getByText('error active 1')).toBeVisible());
  expect(reads()).toBe(4);
  const logged = network.calls.filter(({ path }) => path === '/api/error-logs');
  expect(logged.map(({ body }) => body)).toEqual([expect.objectContaining({ component_name: 'useSubscription' })]);
});

test('is none from the moment of signing out, and another user’s is never shown', async () => {
  const { become } = show(driver, { body: member }, 'silence');
  await waitFor(() => expect(screen.getByText('ready active 1')).toBeVisible());
  become(visitor);
  expect(screen.getByText('ready none 0')).toBeVisible();
  become({ status: 'ready', user: { id: '00000000-0000-4000-8000-000000000002', email: 'b@example.com', roles: [] } });
  expect(screen.getByText('loading none 0')).toBeVisible();
});

test.each([
  ['sign-in', [999, 1, 10_000], [0, 1, 1]],
  ['sign-up', [0, 1_999, 1, 2_999, 1, 10_000], [1, 1, 2, 2, 3, 3]],
] as const)('is read again after a %s', async (event, waits, seen) => {
  const { client } = show(driver, { body: member });
  await waitFor(() => expect(screen.getByText('ready active 1')).toBeVisible());
  refetchSubscription(client, event);
  const counts: number[] = [];
  for (const wait of waits) {
    await after(wait);
    counts.push(reads() - 1);
  }
  expect(counts).toEqual(seen);
});
