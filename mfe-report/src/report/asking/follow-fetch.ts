import {
  type FetchStep,
  type VehicleFetch,
  vehicleFetchSchema,
  type VehicleOutcome,
} from '@ve/contracts/http/vehicle-data';
import { ApiError, apiRequest } from '@ve/mfe-kit/api';

export type PendingFetch = Extract<VehicleFetch, { outcome: 'pending' }>;

interface FollowOptions {
  signal: AbortSignal;
  onSteps: (steps: FetchStep[]) => void;
}

const pollEveryMs = 1_000;
/** A proxy may hold a stream back without closing it: after this long without an event we ask instead. */
const silenceMs = 8_000;
/** The service closes a stuck fetch after a minute. */
const longestMs = 90_000;
/** In a row, a second apart: a service that starts anew is back before. The fetch goes on without it. */
const toleratedFailures = 15;

/**
 * Follows a fetch to its outcome by server-sent events, by asking every second where those do not come.
 * @throws ApiError when it cannot be followed; the signal's reason when the caller gave up, which closes the stream.
 */
export async function followFetch(fetch: PendingFetch, options: FollowOptions): Promise<VehicleOutcome> {
  options.onSteps(fetch.steps);
  return (await byEvents(fetch, options)) ?? (await byPolling(fetch, options));
}

/** The outcome, or null when the stream failed, fell silent or is not offered by this browser. */
function byEvents({ events }: PendingFetch, { signal, onSteps }: FollowOptions): Promise<VehicleOutcome | null> {
  if (typeof EventSource === 'undefined') return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const stream = new EventSource(ownPath(events));
    const end = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', giveUp);
      stream.close();
    };
    const settle = (outcome: VehicleOutcome | null) => {
      end();
      resolve(outcome);
    };
    const giveUp = () => {
      end();
      reject(signal.reason as Error);
    };
    let silence = setTimeout(settle, silenceMs, null);
    signal.addEventListener('abort', giveUp);
    stream.onerror = () => settle(null);
    stream.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(silence);
      silence = setTimeout(settle, silenceMs, null);
      const state = readState(data);
      if (state === null || state.outcome !== 'pending') settle(state);
      else onSteps(state.steps);
    };
  });
}

async function byPolling({ self }: PendingFetch, { signal, onSteps }: FollowOptions): Promise<VehicleOutcome> {
  const end = Date.now() + longestMs;
  for (let failures = 0; Date.now() < end; await pause(pollEveryMs, signal)) {
    try {
      const state = await apiRequest({ method: 'GET', path: ownPath(self), schema: vehicleFetchSchema, signal });
      if (state.outcome !== 'pending') return state;
      onSteps(state.steps);
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (failures >= toleratedFailures || (error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  throw new ApiError({ code: 'vehicle-data-failed', title: 'No vehicle data received from API', status: 0 });
}

function readState(data: unknown): VehicleFetch | null {
  try {
    const parsed = vehicleFetchSchema.safeParse(JSON.parse(String(data)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Addresses to follow come from the answer: only our own API's are followed. */
function ownPath(path: string): `/api/${string}` {
  if (/^\/api\/[\w/.-]+$/.test(path)) return path as `/api/${string}`;
  throw new ApiError({ code: 'unreadable-answer', title: 'No vehicle data received from API', status: 0 });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
