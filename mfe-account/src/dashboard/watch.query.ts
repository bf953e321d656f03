import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '@ve/contracts/endpoint';
import {
  changeWatchSettingsEndpoint,
  readWatchEndpoint,
  readWatchFindingsEndpoint,
  type Watch,
  type WatchChangeAnswer,
} from '@ve/contracts/http/monitoring/watch';
import { callApi } from '@ve/mfe-kit/api';

const watchKey = (userId: string) => ['watch', userId] as const;

const watchFindingsKey = (userId: string) => ['watch-findings', userId] as const;

/** Whether a register is still to be read for a due date of a watched car. */
export const isRegisterReadPending = ({ state, dueDates }: Watch): boolean =>
  state === 'watching' && dueDates.some(({ why }) => why === 'not-read');

/** Ten minutes of polling; the registers are read within five. */
const reads = 40;
const readEveryMs = 15_000;

/** The user's watch over their car: settings, due dates and planned messages. Polls while a date is being read. */
export const useMemberWatch = (userId: string) =>
  useQuery({
    queryKey: watchKey(userId),
    queryFn: ({ signal }) => callApi(readWatchEndpoint, { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < reads && data !== undefined && isRegisterReadPending(data) ? readEveryMs : false,
  });

/** The findings of all monitor checks of the car so far. */
export const useWatchFindings = (userId: string, registration: string) =>
  useQuery({
    queryKey: [...watchFindingsKey(userId), registration],
    queryFn: ({ signal }) => callApi(readWatchFindingsEndpoint, { signal }),
  });

/** Stores the service's response to a change, for all parts of the page. */
export function useWatchCacheUpdate(userId: string): (watch: Watch) => void {
  const client = useQueryClient();
  return (watch) => {
    client.setQueryData(watchKey(userId), watch);
    // The reports show the switches too.
    void client.invalidateQueries({ queryKey: ['report-reminders', userId] });
  };
}

export type WatchChangeBody = BodyInput<typeof changeWatchSettingsEndpoint>;

export type RejectedWatchChange = Exclude<WatchChangeAnswer['outcome'], 'set'>;

export function useChangeWatch(userId: string) {
  const keep = useWatchCacheUpdate(userId);
  return useMutation({
    mutationFn: (body: WatchChangeBody) => callApi(changeWatchSettingsEndpoint, { body }),
    onSuccess: (answer) => {
      if (answer.outcome === 'set') keep(answer.watch);
    },
  });
}
