import { useQuery } from '@tanstack/react-query';
import { readReleaseStatusesEndpoint } from '@ve/contracts/http/operations/admin-releases';
import { callApi } from '@ve/mfe-kit/api';

export const releasesQueryKey = ['admin-releases'];

/** Refetched while the page is in view. */
export const useReleaseStatuses = () =>
  useQuery({
    queryKey: releasesQueryKey,
    queryFn: ({ signal }) => callApi(readReleaseStatusesEndpoint, { signal }),
    staleTime: 0,
    refetchInterval: 15_000,
    retry: false,
  });
