import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listPaymentsEndpoint, listReportsEndpoint } from '@ve/contracts/http/membership/report-and-payment-lists';
import { listSessionsEndpoint } from '@ve/contracts/http/identity/auth';
import {
  fetchVehicleDataEndpoint,
  followVehicleFetchEndpoint,
  readVehicleFetchEndpoint,
  type VehicleFetch,
  type FinishedVehicleFetch,
} from '@ve/contracts/http/vehicle/vehicle-data';
import { callApi } from '@ve/mfe-kit/api';
import { followTask } from '@ve/mfe-kit/follow-task';
import { useSubscription } from '@ve/mfe-kit/subscription';

const fiveMinutes = 5 * 60_000;

/** A minute of polling; a first report is filled in within seconds of its sign-up. */
const maxReportReads = 12;
const reportReadIntervalMs = 5_000;

/** The user's reports, newest first; polls while one is still being filled in. */
export const useAccountReports = (userId: string) =>
  useQuery({
    queryKey: ['account-reports', userId],
    queryFn: async ({ signal }) => (await callApi(listReportsEndpoint, { signal })).reports,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < maxReportReads && data?.some(({ vehicleMake }) => vehicleMake === null)
        ? reportReadIntervalMs
        : false,
  });

/** The user's payments, newest first; refetches when the membership changes, since something was then charged. */
export function useAccountPayments(userId: string) {
  const { status, subscription } = useSubscription();
  const { state, paidUntil } = subscription;
  return useQuery({
    queryKey: ['account-payments', userId, state, paidUntil],
    queryFn: async ({ signal }) => (await callApi(listPaymentsEndpoint, { signal })).payments,
    enabled: status !== 'loading',
    placeholderData: keepPreviousData,
  });
}

/** The user's sessions, this browser's first. */
export const useAccountSessions = (userId: string) =>
  useQuery({
    queryKey: ['account-sessions', userId],
    queryFn: async ({ signal }) => (await callApi(listSessionsEndpoint, { signal })).sessions,
  });

const isOutcome = (state: VehicleFetch): state is FinishedVehicleFetch => state.outcome !== 'pending';

async function fetchRecord(registration: string, signal: AbortSignal): Promise<FinishedVehicleFetch> {
  const answer = await callApi(fetchVehicleDataEndpoint, {
    body: { registration, datapackage: 'VehicleData' },
    signal,
  });
  if (isOutcome(answer)) return answer;
  return followTask({
    state: readVehicleFetchEndpoint,
    events: followVehicleFetchEndpoint,
    params: { id: answer.fetchId },
    isDone: isOutcome,
    signal,
    failure: { code: 'vehicle-data-failed', title: 'No source answered' },
  });
}

/** The car's current data from the free sources; fresh for five minutes, not retried (specification section 9). */
export const useCarRecord = (registration: string | null) =>
  useQuery({
    queryKey: ['account-car', registration],
    queryFn: ({ signal }) => fetchRecord(registration ?? '', signal),
    enabled: registration !== null,
    staleTime: fiveMinutes,
    retry: false,
  });
