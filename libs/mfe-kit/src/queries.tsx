import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useContext, useEffect, useRef } from 'react';
import { usePageValue } from './page-store.tsx';
import { useSession } from './session.tsx';

/** Shared by all remotes, so that no remote repeats a request of another. */
const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } });

/** Clears the cache when a user signs out, because the next user must not see their data. */
function useClearCacheOnSignOut(client: QueryClient): void {
  const userId = useSession().user?.id ?? null;
  const before = useRef(userId);
  useEffect(() => {
    if (before.current !== null && before.current !== userId) client.clear();
    before.current = userId;
  }, [client, userId]);
}

function WithPageClient({ children }: { children: ReactNode }) {
  const client = usePageValue('query-client', createQueryClient);
  useClearCacheOnSignOut(client);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Enables queries below it, with the page's single cache. Reuses an outer cache. */
export function Queries({ children }: { children: ReactNode }) {
  const given = useContext(QueryClientContext);
  return given === undefined ? <WithPageClient>{children}</WithPageClient> : children;
}

export function withQueries(Page: ComponentType): ComponentType {
  return function PageWithQueries() {
    return (
      <Queries>
        <Page />
      </Queries>
    );
  };
}
