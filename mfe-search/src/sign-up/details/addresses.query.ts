import { useQuery } from '@tanstack/react-query';
import { addressSearchFailedMessage, findAddressesEndpoint } from '@ve/contracts/http/membership/addresses';
import type { FormattedAddress } from '@ve/domain/kernel/address/format-address';
import { ApiError, callApi } from '@ve/mfe-kit/api';

export type AddressSearchState =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'found'; addresses: readonly FormattedAddress[] }
  /** Nothing found, or the search failed: `manual` if the address must be typed. */
  | { state: 'none'; message: string; manual: boolean };

/** Searches the addresses of a postcode; null sends no request. */
export function useAddressSearch(postcode: string | null): AddressSearchState & { again: () => void } {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['addresses', postcode],
    queryFn: ({ signal }) => callApi(findAddressesEndpoint, { query: { postcode: postcode ?? '' }, signal }),
    enabled: postcode !== null,
    staleTime: ({ state }) => (state.data?.outcome === 'unavailable' ? 0 : Infinity),
    retry: false,
  });
  const again = () => void refetch();
  if (postcode === null) return { state: 'idle', again };
  if (isFetching) return { state: 'loading', again };
  if (data?.outcome === 'found') return { state: 'found', addresses: data.addresses, again };
  if (data !== undefined) {
    return { state: 'none', message: data.message, manual: data.outcome === 'unavailable', again };
  }
  // Our own limit names the time of a retry; other failures have the text of specification section 8.
  const limited = error instanceof ApiError && error.code === 'too-many-requests';
  return { state: 'none', message: limited ? error.title : addressSearchFailedMessage, manual: true, again };
}
