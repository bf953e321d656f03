import { expect, test } from '@jest/globals';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { lazyPage, lazyPageWithQueries } from './lazy-page.tsx';
import { PageStore } from './page-store.tsx';
import { Queries } from './queries.tsx';
import { FixedSession, type SessionState } from './session.tsx';

const visitor: SessionState = { status: 'ready', user: null };
const driver: SessionState = {
  status: 'ready',
  user: { id: '00000000-0000-4000-8000-000000000001', email: 'driver@example.com', roles: ['user'] },
};

function Shell({ session = visitor, children }: { session?: SessionState; children: ReactNode }) {
  return (
    <PageStore>
      <FixedSession session={session}>{children}</FixedSession>
    </PageStore>
  );
}

/** Records every cache that it gets. */
const meeting = () => {
  const met: QueryClient[] = [];
  const Page = () => {
    met.push(useQueryClient());
    return <p>page</p>;
  };
  return { met, Page };
};

test('remotes of one page share its cache; another page has its own', () => {
  const { met, Page } = meeting();
  const remote = (
    <Queries>
      <Page />
    </Queries>
  );
  render(
    <Shell>
      {remote}
      {remote}
    </Shell>,
  );
  render(<Shell>{remote}</Shell>);
  expect(met).toHaveLength(3);
  expect(met[1]).toBe(met[0]);
  expect(met[2]).not.toBe(met[0]);
});

test('the cache is cleared when its user signs out, not when one signs in', () => {
  const { met, Page } = meeting();
  const page = (session: SessionState) => (
    <Shell session={session}>
      <Queries>
        <Page />
      </Queries>
    </Shell>
  );
  const { rerender } = render(page(visitor));
  const known = () => met[0]?.getQueryData(['vehicle']);
  met[0]?.setQueryData(['vehicle'], 'AB12CDE');
  rerender(page(driver));
  expect(known()).toBe('AB12CDE');
  rerender(page(visitor));
  expect(known()).toBeUndefined();
});

test('an outer cache is reused', () => {
  const { met, Page } = meeting();
  const given = new QueryClient();
  render(
    <QueryClientProvider client={given}>
      <Queries>
        <Page />
      </Queries>
    </QueryClientProvider>,
  );
  expect(met).toEqual([given]);
});

test('lazy pages load with their dependencies', async () => {
  const { Page } = meeting();
  const WithQueries = lazyPageWithQueries(() => Promise.resolve(Page));
  const Plain = lazyPage(() => Promise.resolve(() => <p>plain</p>));
  render(
    <Shell>
      <Suspense>
        <WithQueries />
        <Plain />
      </Suspense>
    </Shell>,
  );
  expect(await screen.findByText('page')).toBeVisible();
  expect(screen.getByText('plain')).toBeVisible();
});
