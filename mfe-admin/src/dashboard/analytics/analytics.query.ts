import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readAnalyticsEndpoint } from '@ve/contracts/http/operations/admin-statistics';
import { type AnalyticsRange, analyticsRanges } from '@ve/domain/operations/analytics/day-figures';
import { callApi } from '@ve/mfe-kit/api';
import { useSearchParams } from '@ve/mfe-kit/router';

const usualRange = 30;

/** The range of the URL (`?days=90`). */
export function useAnalyticsRange(): AnalyticsRange {
  const [params] = useSearchParams();
  return analyticsRanges.find((range) => String(range) === params.get('days')) ?? usualRange;
}

/** New customers, and the figures of each day of a range. Keeps the previous range while another is loading. */
export const useAnalytics = (range: AnalyticsRange) =>
  useQuery({
    queryKey: ['admin-analytics', range],
    queryFn: ({ signal }) => callApi(readAnalyticsEndpoint, { query: { days: `${range}` }, signal }),
    placeholderData: keepPreviousData,
  });
