import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedReport } from '@ve/contracts/http/report/reports';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { LockedFacts } from '@ve/domain/full-check/locked-facts';
import { useSession } from '@ve/mfe-kit/session';
import { useEffect } from 'react';

const calls = () => import('./report-calls.ts');

/** A report that is saved for the signed-in user. */
export type StoredReport = Extract<SavedReport, { outcome: 'found' }>;

export interface SavedReportState {
  /** `visitor`: nobody is signed in, so nothing is saved. `error`: it could not be read. */
  status: 'visitor' | 'loading' | 'ready' | 'error';
  /** Null where none is saved, and until it is known. */
  report: StoredReport | null;
  /** The full check that is saved in it. */
  fullCheck: FullCheck | null;
  /** What that unlocks of the vehicle's record. */
  unlocked: LockedFacts | null;
  /** Reads it again, for example when a full check has ended. */
  refresh: () => Promise<void>;
}

/** Where the query cache holds the report that is saved for a user: a `SavedReport`. */
export const savedReportKey = (userId: string | null, registration: string) =>
  ['saved-report', userId, registration] as const;

/** The signed-in user's saved report on a vehicle, with its full check. */
export function useSavedReport(registration: string): SavedReportState {
  const session = useSession();
  const userId = session.user?.id ?? null;
  const { data, error, refetch } = useQuery({
    queryKey: savedReportKey(userId, registration),
    queryFn: async ({ signal }) => (await calls()).readSaved(registration, signal),
    enabled: userId !== null,
  });
  const report = data?.outcome === 'found' ? data : null;
  return {
    status: userId === null ? (session.status === 'loading' ? 'loading' : 'visitor') : statusOf(data, error),
    report,
    fullCheck: report?.fullCheck ?? null,
    unlocked: report?.unlocked ?? null,
    refresh: async () => {
      if (userId !== null) await refetch();
    },
  };
}

function statusOf(data: SavedReport | undefined, error: unknown): SavedReportState['status'] {
  if (data !== undefined) return 'ready';
  return error === null ? 'loading' : 'error';
}

/**
 * Saves the report once for the signed-in user unless it is saved already (specification section 4, "Report save"), when
 * `isComplete` says that every source has answered. Returns whether that failed.
 */
export function useSavingReport(registration: string, isComplete: boolean): boolean {
  const client = useQueryClient();
  const userId = useSession().user?.id ?? null;
  const { status, report } = useSavedReport(registration);
  const { mutate, isIdle, isError, data } = useMutation({
    mutationFn: async () => (await calls()).save(registration),
    onSuccess: (answer) => {
      if (answer.outcome !== 'no-record') client.setQueryData(savedReportKey(userId, registration), answer);
    },
  });
  // Saving keeps a report that exists, so it is also tried when it is not known whether there is one.
  const isDue = isComplete && report === null && (status === 'ready' || status === 'error');
  useEffect(() => {
    if (isDue && isIdle) mutate();
  }, [isDue, isIdle, mutate]);
  return isError || (data !== undefined && data.outcome !== 'found');
}
