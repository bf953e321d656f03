import { expect, test } from '@jest/globals';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyPage, lazyQueryPage } from './lazy-page.tsx';
import { PageStore } from './page-store.tsx';
import { Queries } from './queries.tsx';

/** Records every cache that it sees. */
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
    <PageStore>
      {remote}
      {remote}
    </PageStore>,
  );
  render(<PageStore>{remote}</PageStore>);
  expect(met).toHaveLength(3);
  expect(met[1]).toBe(met[0]);
  expect(met[2]).not.toBe(met[0]);
});

test('an outer cache is kept', () => {
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
  const WithQueries = lazyQueryPage(() => Promise.resolve(Page));
  const Plain = lazyPage(() => Promise.resolve(() => <p>plain</p>));
  render(
    <PageStore>
      <Suspense>
        <WithQueries />
        <Plain />
      </Suspense>
    </PageStore>,
  );
  expect(await screen.findByText('page')).toBeVisible();
  expect(screen.getByText('plain')).toBeVisible();
});
