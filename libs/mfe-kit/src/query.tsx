/**
 * What remotes get when they import `@tanstack/react-query`: the page's one copy, of which this is all that it carries.
 * The build refuses an import that is not named here; name it to have it.
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
