import type { Schema } from './answer-guards.tsx';
import { ApiError, type ApiErrorCode, apiRequest } from './api.tsx';

/** Where work under way is followed, as the answer that began it says. */
export interface WorkAddresses {
  /** Asked for the present state. */
  self: string;
  /** Server-sent events; each `message` is a state. */
  events: string;
}

export interface FollowOptions<S, D extends S> {
  /** The contract of a state, in polls and in events alike. */
  schema: Schema<S>;
  /** Whether nothing more will change. */
  isDone: (state: S) => state is D;
  /** Hears each state before the last. */
  onProgress?: (state: Exclude<S, D>) => void;
  /** Aborted by whoever no longer wants to know. */
  signal: AbortSignal;
  /** What is told of work that cannot be followed, or does not end. */
  failure: { code: ApiErrorCode; title: string };
  /** How long work is asked for once its events do not come, in milliseconds. */
  longestMs?: number;
}

const pollEveryMs = 1_000;
/** A proxy may hold a stream back without closing it: after this long without an event we ask instead. */
const silenceMs = 8_000;
/** In a row, a second apart: a service that restarts is back before. The work goes on without it. */
const toleratedFailures = 15;

/**
 * Follows work to its end by server-sent events, by asking every second where those do not come.
 * @throws ApiError when it cannot be followed; the signal's reason when the caller gave up, which closes the stream.
 */
export async function follow<S, D extends S>(work: WorkAddresses, options: FollowOptions<S, D>): Promise<D> {
  const { failure } = options;
  const [self, events] = [ownPath(work.self), ownPath(work.events)];
  if (self === null || events === null) throw new ApiError({ ...failure, status: 0 });
  return (await byEvents(events, options)) ?? (await byPolling(self, options));
}

function progress<S, D extends S>(state: S, { isDone, onProgress }: FollowOptions<S, D>): D | null {
  if (isDone(state)) return state;
  onProgress?.(state as Exclude<S, D>);
  return null;
}

/** The last state, or null when the stream failed, fell silent or is not offered by this browser. */
function byEvents<S, D extends S>(events: string, options: FollowOptions<S, D>): Promise<D | null> {
  const { schema, signal } = options;
  if (typeof EventSource === 'undefined') return Promise.resolve(null);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stream = new EventSource(events);
    const end = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', giveUp);
      stream.close();
    };
    const settle = (last: D | null) => {
      end();
      resolve(last);
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
      const read = schema.safeParse(readJson(data));
      if (!read.success) return settle(null);
      const last = progress(read.data, options);
      if (last !== null) settle(last);
    };
  });
}

async function byPolling<S, D extends S>(path: `/api/${string}`, options: FollowOptions<S, D>): Promise<D> {
  const { schema, signal, failure, longestMs = 90_000 } = options;
  const end = performance.now() + longestMs;
  for (let failures = 0; performance.now() < end; await pause(pollEveryMs, signal)) {
    try {
      const last = progress(await apiRequest({ method: 'GET', path, schema, signal }), options);
      if (last !== null) return last;
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (failures >= toleratedFailures || (error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  throw new ApiError({ ...failure, status: 0 });
}

/** The JSON of an event, or a value that no contract accepts. */
function readJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return Symbol('not JSON');
  }
}

/** Addresses to follow come from an answer: only our own API's are followed. */
const ownPath = (path: string): `/api/${string}` | null =>
  /^\/api\/[\w/.-]+$/.test(path) ? (path as `/api/${string}`) : null;

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
