import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { errors } from '@ve/contracts/errors';
import {
  type FetchStep,
  fetchVehicleData,
  followVehicleFetch,
  readVehicleFetch,
  type VehicleFetch,
  type VehicleOutcome,
} from '@ve/contracts/http/vehicle-data';
import { ApiError, callApi } from '@ve/mfe-kit/api';
import { follow } from '@ve/mfe-kit/follow';

/** Outcomes that can be rendered; `unavailable` becomes an error of the query. */
export type KnownOutcome = Exclude<VehicleOutcome, { outcome: 'unavailable' }>;

const reportKey = (registration: string) => ['vehicle-report', registration] as const;
const stepsKey = (registration: string) => ['vehicle-report-steps', registration] as const;
/** An error stays until the reader retries: refocusing the window must not replace the page. */
const hasData = ({ state }: { state: { data: unknown } }) => state.data !== undefined;
const fiveMinutes = 5 * 60_000;

/**
 * A vehicle's free report: fresh for five minutes, never retried automatically (specification, section 7). `steps` is
 * the progress of a pending fetch, source by source.
 */
export function useVehicleReport(registration: string) {
  const client = useQueryClient();
  const report = useQuery({
    queryKey: reportKey(registration),
    queryFn: ({ signal }) => fetchReport(client, registration, signal),
    staleTime: fiveMinutes,
    retry: false,
    // Being offline is an error to show, not a reason to pause silently.
    networkMode: 'always',
    refetchOnWindowFocus: hasData,
    refetchOnReconnect: hasData,
  });
  const { data: steps } = useQuery<FetchStep[] | null>({ queryKey: stepsKey(registration), queryFn: skipToken });
  return { ...report, steps: steps ?? null };
}

async function fetchReport(client: QueryClient, registration: string, signal: AbortSignal): Promise<KnownOutcome> {
  const onSteps = (steps: FetchStep[]) => {
    client.setQueryData(stepsKey(registration), steps);
  };
  client.setQueryData(stepsKey(registration), null);
  const answer = await callApi(fetchVehicleData, { body: { registration, datapackage: 'VehicleData' }, signal });
  const outcome = isOutcome(answer) ? answer : await followFetch(answer, signal, onSteps);
  if (outcome.outcome !== 'unavailable') return outcome;
  throw new ApiError({ code: 'vehicle-data-failed', title: outcome.message, status: 503 });
}

const isOutcome = (state: VehicleFetch): state is VehicleOutcome => state.outcome !== 'pending';

function followFetch(
  { fetchId, steps }: Exclude<VehicleFetch, VehicleOutcome>,
  signal: AbortSignal,
  onSteps: (steps: FetchStep[]) => void,
): Promise<VehicleOutcome> {
  onSteps(steps);
  return follow({
    state: readVehicleFetch,
    events: followVehicleFetch,
    params: { id: fetchId },
    isDone: isOutcome,
    onProgress: (pending) => {
      onSteps(pending.steps);
    },
    signal,
    failure: { code: 'vehicle-data-failed', title: errors['vehicle-data-failed'].title },
  });
}
