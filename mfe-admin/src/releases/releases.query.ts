import { useQuery } from '@tanstack/react-query';
import { readReleaseStatuses } from '@ve/contracts/http/operations/admin-releases';
import { callApi } from '@ve/mfe-kit/api';

export const releasesKey = ['admin-releases'];

/** Refetched while the page is in view. */
export const useReleases = () =>
  useQuery({
    queryKey: releasesKey,
    queryFn: ({ signal }) => callApi(readReleaseStatuses, { signal }),
    staleTime: 0,
    refetchInterval: 15_000,
    retry: false,
  });
