import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useContext } from 'react';
import { usePageValue } from './page-store.tsx';

/** What one remote has read another need not ask for again. */
const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } });

function WithPageClient({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={usePageValue('query-client', createQueryClient)}>{children}</QueryClientProvider>;
}

/** Lets everything below use queries, with the one cache of the page. A cache given by somebody above is kept. */
export function Queries({ children }: { children: ReactNode }) {
  const given = useContext(QueryClientContext);
  return given === undefined ? <WithPageClient>{children}</WithPageClient> : children;
}

/** The page with the queries that it uses. */
export function withQueries(Page: ComponentType): ComponentType {
  return function PageWithQueries() {
    return (
      <Queries>
        <Page />
      </Queries>
    );
  };
}
