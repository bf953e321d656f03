import type { FullCheckStep } from '@ve/contracts/full-check';
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { vehicleDataFailedProblem } from '@ve/contracts/user-errors';
import {
  followFullCheckEndpoint,
  type FullCheckState,
  readFullCheckEndpoint,
  type SavedReport,
} from '@ve/contracts/http/report/reports';
import { fullCheckTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import { fullCheckOnlyFactsOf } from '@ve/domain/vehicle/record/locked-facts';
import { followTask } from '@ve/mfe-kit/follow-task';
import { mergeSectionsIntoCachedReport } from '../report.query.ts';
import { savedReportKey, useSavedReportState } from '../saved/saved-report.query.ts';

type PendingCheck = Extract<FullCheckState, { outcome: 'pending' }>;
type EndedCheck = Exclude<FullCheckState, PendingCheck>;

/** The minimum time for which progress is shown, so that it is noticed (specification section 9), in milliseconds. */
const shownAtLeast = 2_000;

const watchedKey = (userId: string | null, registration: string) => ['full-check', userId, registration] as const;

const isEnded = (state: FullCheckState): state is EndedCheck => state.outcome !== 'pending';

/** Stores a check's state in the query cache; its result, if it has one, in the saved report. */
export async function cacheFullCheckState(
  client: QueryClient,
  userId: string | null,
  state: FullCheckState,
): Promise<void> {
  client.setQueryData<FullCheckState>(watchedKey(userId, state.registration), state);
  if (state.outcome === 'done') mergeSectionsIntoCachedReport(client, state.record);
  const key = savedReportKey(userId, state.registration);
  // A response in flight is older than this state. Without cached data the request must continue, or the report would
  // never be read.
  if (client.getQueryData(key) !== undefined) await client.cancelQueries({ queryKey: key });
  client.setQueryData<SavedReport>(key, (saved) => {
    if (saved?.outcome !== 'found') return saved;
    if (state.outcome !== 'done') return { ...saved, check: state };
    const { fullCheck, record } = state;
    return { ...saved, check: state, fullCheck, unlocked: fullCheckOnlyFactsOf(record) ?? saved.unlocked };
  });
}

/** The last progress of a check that has ended. */
function lastSteps(ended: EndedCheck): FullCheckStep[] | null {
  if (ended.outcome === 'failed') return null;
  const { vdi, valuation } = ended.fullCheck;
  const { testing, licensing, specification } = ended.record;
  const sections = { VDI: vdi, DVSA: testing, DVLA: licensing, UKVD: specification, VALUATION: valuation };
  return (['VDI', 'DVSA', 'DVLA', 'UKVD', 'VALUATION'] as const).map((step) => ({
    step,
    state: sections[step].state === 'unavailable' ? 'unavailable' : 'answered',
  }));
}

async function followToItsEnd(
  pending: PendingCheck,
  signal: AbortSignal,
  publish: (state: FullCheckState) => Promise<void>,
): Promise<EndedCheck> {
  const shownSince = performance.now();
  const ended = await followTask({
    state: readFullCheckEndpoint,
    events: followFullCheckEndpoint,
    params: { id: pending.checkId },
    isDone: isEnded,
    onProgress: (state) => void publish(state),
    signal,
    failure: { code: 'vehicle-data-failed', title: vehicleDataFailedProblem.title },
    maxDurationMs: fullCheckTimeLimits.followedMs,
  });
  const steps = lastSteps(ended);
  if (steps !== null) await publish({ ...pending, steps });
  const rest = shownAtLeast - (performance.now() - shownSince);
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  return ended;
}

interface CheckProgress {
  /** The check of this billing period, as far as known; null if there is none. */
  check: FullCheckState | null;
  /** The check runs, but its progress cannot be read at the moment. */
  isLost: boolean;
  /** Resumes polling after it was lost. */
  resume: () => void;
}

/**
 * The signed-in user's full check of this billing period, polled to its end when it runs, regardless of what started
 * it: this page, another tab, or this page before a reload.
 */
export function useFullCheck(client: QueryClient, userId: string | null, registration: string): CheckProgress {
  const { report } = useSavedReportState(registration);
  const { data: watched } = useQuery<FullCheckState>({
    queryKey: watchedKey(userId, registration),
    queryFn: skipToken,
  });
  const saved = report?.check ?? null;
  // A report that was loaded before this page's check started holds an earlier check, or none.
  const isNewer = watched?.outcome === 'pending' && saved?.checkId !== watched.checkId;
  const check = isNewer ? watched : (saved ?? watched ?? null);
  const pending = check?.outcome === 'pending' ? check : null;
  const following = useQuery({
    queryKey: ['full-check-end', userId, pending?.checkId ?? null],
    queryFn:
      pending === null
        ? skipToken
        : async ({ signal }) => {
            const ended = await followToItsEnd(pending, signal, (state) => cacheFullCheckState(client, userId, state));
            signal.throwIfAborted();
            await cacheFullCheckState(client, userId, ended);
            return ended.outcome;
          },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: hasFailed,
    refetchOnReconnect: hasFailed,
  });
  return { check, isLost: following.isError && !following.isFetching, resume: () => void following.refetch() };
}

const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error';
