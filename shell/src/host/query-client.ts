import { QueryClient } from '@tanstack/react-query';

/** One cache for the whole page: what one remote has read another need not ask for again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } });
