/**
 * The facade of `@tanstack/react-query` for remotes: the page's single copy has only these exports. The build rejects
 * imports that are not listed here; add those you need.
 */
export {
  keepPreviousData,
  QueryClient,
  QueryClientContext,
  QueryClientProvider,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
