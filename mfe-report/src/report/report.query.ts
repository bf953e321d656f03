import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { vehicleDataFailedProblem } from '@ve/contracts/user-errors';
import {
  fetchVehicleDataEndpoint,
  followVehicleFetchEndpoint,
  readVehicleFetchEndpoint,
  type VehicleFetch,
  type FinishedVehicleFetch,
} from '@ve/contracts/http/vehicle/vehicle-data';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { ApiError, callApi } from '@ve/mfe-kit/api';
import { followTask } from '@ve/mfe-kit/follow-task';

/** A fetch in progress, with the responses of the sources so far. */
export type VehicleFetchProgress = Pick<Exclude<VehicleFetch, FinishedVehicleFetch>, 'steps' | 'partial'>;

/** Outcomes that can be rendered; `unavailable` becomes an error of the query. */
export type ConclusiveVehicleFetchOutcome = Exclude<FinishedVehicleFetch, { outcome: 'unavailable' }>;

const reportKey = (registration: string) => ['vehicle-report', registration] as const;
const progressKey = (registration: string) => ['vehicle-report-progress', registration] as const;
/** An error stays until the reader retries: focusing the window must not replace the page. */
const hasData = ({ state }: { state: { data: unknown } }) => state.data !== undefined;
const fiveMinutes = 5 * 60_000;

/**
 * A vehicle's free report: fresh for five minutes, never retried automatically (specification, section 7). `progress`
 * is that of its latest fetch, with the data so far; null before the first response.
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
  const { data: progress, dataUpdatedAt: progressedAt } = useQuery<VehicleFetchProgress>({
    queryKey: progressKey(registration),
    queryFn: skipToken,
  });
  return { ...report, progress: progress ?? null, progressedAt };
}

/** Merges data of the free sources that were read elsewhere into the displayed report, where a source is missing. */
export function mergeSectionsIntoCachedReport(client: QueryClient, read: VehicleRecord): void {
  client.setQueryData<ConclusiveVehicleFetchOutcome>(reportKey(read.registration), (known) => {
    if (known?.outcome !== 'found') return known;
    const { licensing, testing, specification } = known.record;
    const record = {
      ...known.record,
      licensing: isAnswer(licensing) ? licensing : read.licensing,
      testing: isAnswer(testing) ? testing : read.testing,
      specification: isAnswer(specification) ? specification : read.specification,
    };
    return { ...known, record };
  });
}

const isAnswer = ({ state }: { state: string }) => state === 'found' || state === 'not-held';

async function fetchReport(
  client: QueryClient,
  registration: string,
  signal: AbortSignal,
): Promise<ConclusiveVehicleFetchOutcome> {
  const onProgress = ({ steps, partial }: VehicleFetchProgress) => {
    client.setQueryData<VehicleFetchProgress>(progressKey(registration), (known) => ({
      steps,
      // The data of an earlier attempt stay until this one has as much.
      partial: partial ?? known?.partial ?? null,
    }));
  };
  const answer = await callApi(fetchVehicleDataEndpoint, {
    body: { registration, datapackage: 'VehicleData' },
    signal,
  });
  const outcome = isOutcome(answer) ? answer : await followFetch(answer, signal, onProgress);
  if (outcome.outcome !== 'unavailable') return outcome;
  throw new ApiError({ code: 'vehicle-data-failed', title: outcome.message, status: 503 });
}

const isOutcome = (state: VehicleFetch): state is FinishedVehicleFetch => state.outcome !== 'pending';

function followFetch(
  pending: Exclude<VehicleFetch, FinishedVehicleFetch>,
  signal: AbortSignal,
  onProgress: (progress: VehicleFetchProgress) => void,
): Promise<FinishedVehicleFetch> {
  onProgress(pending);
  return followTask({
    state: readVehicleFetchEndpoint,
    events: followVehicleFetchEndpoint,
    params: { id: pending.fetchId },
    isDone: isOutcome,
    onProgress,
    signal,
    failure: { code: 'vehicle-data-failed', title: vehicleDataFailedProblem.title },
  });
}
