import { useQuery } from '@tanstack/react-query';
import { ApiError, callApi } from '@ve/mfe-kit/api';
import { fetchVehicleLookupEndpoint, type VehicleLookup } from '@ve/contracts/http/vehicle/vehicle-data';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { messages } from './messages.en-gb.ts';

type Found = Extract<VehicleLookup, { outcome: 'found' }>;

/** The state of the lookup in the confirm step. */
export type VehicleLookupState =
  | { state: 'loading' }
  /** `source` is another one than DVLA while DVLA does not respond. */
  | ({ state: 'found' } & Pick<Found, 'vehicle' | 'source'>)
  /** Text that is not a registration: no request was sent, so nothing is known of any vehicle. */
  | { state: 'unreadable'; message: string }
  | { state: 'not-found'; message: string }
  /** The request failed: makes no statement about the vehicle. */
  | { state: 'failed'; message: string; advice: string; retry: () => void; retrying: boolean };

/** Vehicle data is fresh for five minutes (specification, section 7). */
const freshFor = 5 * 60_000;

/** Looks up a vehicle by the typed registration; an invalid one is rejected without a request. */
export function useVehicleLookup(typed: string): VehicleLookupState {
  const parsed = parseRegistration(typed);
  const registration = parsed.ok ? parsed.registration : '';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['vehicle-lookup', registration],
    queryFn: ({ signal }) => callApi(fetchVehicleLookupEndpoint, { query: { reg: registration }, signal }),
    enabled: parsed.ok,
    staleTime: ({ state }) => (state.data?.outcome === 'unavailable' ? 0 : freshFor),
    retry: false,
  });

  if (!parsed.ok) {
    const reason = parsed.reason === 'blank' ? 'not-a-registration' : parsed.reason;
    return { state: 'unreadable', message: messages.search.errors[reason] };
  }
  if (data?.outcome === 'found') return { state: 'found', vehicle: data.vehicle, source: data.source };
  if (data?.outcome === 'not-found') return { state: 'not-found', message: data.message };
  if (error instanceof ApiError && error.code === 'registration-invalid') {
    return { state: 'unreadable', message: error.title };
  }
  const message = error ? wordsFor(error) : data?.message;
  if (!message) return { state: 'loading' };
  const advice = error && isOurLimit(error) ? messages.failed.advice : messages.failed.adviceAndWhen;
  return { state: 'failed', message, advice, retry: () => void refetch(), retrying: isFetching };
}

function wordsFor(error: Error): string {
  if (!(error instanceof ApiError)) return messages.failed.answer;
  if (error.code === 'network') return messages.failed.network;
  return isOurLimit(error) ? error.title : messages.failed.answer;
}

/** Our own limits have their own messages, which name the time of a retry: DVLA was not called. */
function isOurLimit(error: Error): error is ApiError {
  return error instanceof ApiError && (error.code === 'busy' || error.code === 'too-many-requests');
}
