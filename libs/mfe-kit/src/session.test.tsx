import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { SessionProvider, useSession } from './session.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

function Shown() {
  const { status, user } = useSession();
  return <p>{`${status} ${user?.email ?? 'nobody'}`}</p>;
}

const show = (answer: () => Promise<Response>) => {
  globalThis.fetch = jest.fn(answer) as unknown as typeof fetch;
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <Shown />
      </SessionProvider>
    </QueryClientProvider>,
  );
};

test('is loading, then says who is signed in', async () => {
  const user = { id: '00000000-0000-4000-8000-000000000001', email: 'driver@example.com', roles: ['user'] };
  show(() => Promise.resolve(new Response(JSON.stringify({ user }))));
  expect(screen.getByText('loading nobody')).toBeVisible();
  expect(await screen.findByText('ready driver@example.com')).toBeVisible();
});

test('says that it could not find out', async () => {
  show(() => Promise.reject(new TypeError('offline')));
  expect(await screen.findByText('error nobody')).toBeVisible();
});
