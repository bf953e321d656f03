import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useContext } from 'react';
import { usePageValue } from './page-store.tsx';

/** Shared by all remotes, so that none repeats a request of another. */
const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } });

function WithPageClient({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={usePageValue('query-client', createQueryClient)}>{children}</QueryClientProvider>;
}

/** Enables queries below it, with the page's single cache. An outer cache is kept. */
export function Queries({ children }: { children: ReactNode }) {
  const given = useContext(QueryClientContext);
  return given === undefined ? <WithPageClient>{children}</WithPageClient> : children;
}

/** Wraps a page in `Queries`. */
export function withQueries(Page: ComponentType): ComponentType {
  return function PageWithQueries() {
    return (
      <Queries>
        <Page />
      </Queries>
    );
  };
}
