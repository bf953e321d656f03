import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listStripeEventsEndpoint, stripeEventFilters } from '@ve/contracts/http/operations/admin-webhooks';
import { callApi } from '@ve/mfe-kit/api';
import { useListFilters } from '../platform/list-filter-form.tsx';
import { useListPosition } from '../platform/list-pagination.tsx';

export const stripeEventsQueryKey = ['admin-stripe-events'];

/** The page of events at the position in the URL. */
export function useStripeEvents() {
  const { place } = useListPosition();
  const query = { ...place, ...useListFilters(stripeEventFilters) };
  return useQuery({
    queryKey: [...stripeEventsQueryKey, query],
    queryFn: ({ signal }) => callApi(listStripeEventsEndpoint, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
