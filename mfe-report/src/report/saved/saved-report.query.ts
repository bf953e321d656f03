import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedReport } from '@ve/contracts/http/report/reports';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { FullCheckOnlyFacts } from '@ve/domain/vehicle/record/locked-facts';
import { useSession } from '@ve/mfe-kit/session';
import { useEffect } from 'react';

const calls = () => import('./report-calls.ts');

/** A report that is saved for the signed-in user. */
export type FoundSavedReport = Extract<SavedReport, { outcome: 'found' }>;

export interface SavedReportState {
  /** `visitor`: no user is signed in, so there is no saved report. `error`: it could not be read. */
  status: 'visitor' | 'loading' | 'ready' | 'error';
  /** Null if there is none, and until it is known. */
  report: FoundSavedReport | null;
  /** The full check of the saved report. */
  fullCheck: FullCheck | null;
  /** The facts of the vehicle's record that the full check unlocks. */
  unlocked: FullCheckOnlyFacts | null;
  /** A request is in flight. */
  isFetching: boolean;
  /** Refetches it, for example when a full check has ended. */
  refresh: () => Promise<void>;
}

/** The key of a user's saved report in the query cache; its value is a `SavedReportWithVerdict`. */
export const savedReportKey = (userId: string | null, registration: string) =>
  ['saved-report', userId, registration] as const;

/** How long a response is used by parts that load after the first, in milliseconds. */
const shownForMs = 10_000;

/** The signed-in user's saved report on a vehicle, with its full check. */
export function useSavedReportState(registration: string): SavedReportState {
  const session = useSession();
  const userId = session.user?.id ?? null;
  const { data, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: savedReportKey(userId, registration),
    queryFn: async ({ signal }) => (await calls()).readSavedReport(registration, signal),
    enabled: userId !== null,
    // A report that is on this device is shown without a connection, too.
    networkMode: 'always',
    // The parts that load later do not repeat what has failed: the reader can.
    retryOnMount: false,
    // Parts of the report load later than the page, and need what it has read, not another request.
    staleTime: shownForMs,
  });
  const report = data?.outcome === 'found' ? data : null;
  return {
    status: userId === null ? (session.status === 'loading' ? 'loading' : 'visitor') : statusOf(data, errorUpdateCount),
    report,
    fullCheck: report?.fullCheck ?? null,
    unlocked: report?.unlocked ?? null,
    isFetching,
    refresh: async () => {
      if (userId !== null) await refetch();
    },
  };
}

/** Another attempt after a failure is no `loading`, which would replace the report that is shown. */
function statusOf(data: SavedReport | undefined, failures: number): SavedReportState['status'] {
  if (data !== undefined) return 'ready';
  return failures === 0 ? 'loading' : 'error';
}

/**
 * Saves the report once for the signed-in user unless it is saved already (specification section 4, "Report save"),
 * when `isComplete`: every source has responded. Returns whether saving failed.
 */
export function useSaveReport(registration: string, isComplete: boolean): boolean {
  const client = useQueryClient();
  const userId = useSession().user?.id ?? null;
  const { status, report } = useSavedReportState(registration);
  const { mutate, isIdle, isError, data } = useMutation({
    mutationFn: async () => (await calls()).callSaveReport(registration),
    onSuccess: (answer) => {
      if (answer.outcome !== 'no-record') client.setQueryData(savedReportKey(userId, registration), answer);
    },
  });
  // Saving keeps an existing report, so it is also tried when it is unknown whether there is one.
  const isDue = isComplete && report === null && (status === 'ready' || status === 'error');
  useEffect(() => {
    if (isDue && isIdle) mutate();
  }, [isDue, isIdle, mutate]);
  return isError || (data !== undefined && data.outcome !== 'found');
}
