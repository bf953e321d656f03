import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  listPageSpeedsEndpoint,
  type PageSpeedRange,
  pageSpeedRanges,
} from '@ve/contracts/http/operations/admin-page-speeds';
import { callApi } from '@ve/mfe-kit/api';
import { useSearchParams } from '@ve/mfe-kit/router';

const usualRange: PageSpeedRange = '7';

/** The range of the URL (`?days=28`). */
export function usePageSpeedRange(): PageSpeedRange {
  const [params] = useSearchParams();
  return pageSpeedRanges.find((range) => range === params.get('days')) ?? usualRange;
}

/** Days of readings change little in it, and cost the database more than other pages of staff. */
const everyMs = 60_000;

/** The speed of each route. Keeps the previous range while another is loading; refetched while the page is in view. */
export const usePageSpeeds = (days: PageSpeedRange) =>
  useQuery({
    queryKey: ['admin-page-speeds', days],
    queryFn: ({ signal }) => callApi(listPageSpeedsEndpoint, { query: { days }, signal }),
    placeholderData: keepPreviousData,
    staleTime: everyMs,
    refetchInterval: everyMs,
    retry: false,
  });
