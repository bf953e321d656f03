import type { AnswerStatus, Operation, ParamsInput } from '@ve/contracts/endpoint';
import type { SafeParseSchema } from './response-guards.tsx';
import { operationUrl, ApiError, type ApiErrorCode, type Callable, type CallResponse, callApi } from './api.tsx';

/** An endpoint that streams states. */
type Streams<S> = Operation & {
  readonly answers: { readonly [Status in Exclude<AnswerStatus, 200>]?: never } & { readonly 200: SafeParseSchema<S> };
  readonly events: true;
};

export interface LongRunningTask<E extends Callable, D extends CallResponse<E>> {
  /** Reads the state of the task. */
  state: E;
  /** Streams the state, now and after each change. */
  events: Streams<CallResponse<E>>;
  /** The path parameters of both. */
  params: ParamsInput<E>;
  /** Whether the state is final. */
  isDone: (state: CallResponse<E>) => state is D;
  /** Called with each state before the last. */
  onProgress?: (state: Exclude<CallResponse<E>, D>) => void;
  /** Stops following the task. */
  signal: AbortSignal;
  /** The error when the task cannot be followed or does not end. */
  failure: { code: ApiErrorCode; title: string };
  /** How long to poll when there are no events, in milliseconds. */
  maxDurationMs?: number;
}

/** Longer than the service lets any task run. */
const maxFollowMs = 120_000;
const pollEveryMs = 1_000;
/**
 * A proxy may buffer a stream without closing it: after this time without an event, also without `waiting`, we poll.
 */
const silenceMs = 8_000;
/** Consecutive failures, a second apart: enough for a restart of the service, during which the task continues. */
const maxConsecutiveFailures = 15;

/**
 * Follows a task to its end by server-sent events, or by polling every second without them.
 * @throws ApiError when it cannot be followed; the signal's reason when the caller aborts, which closes the stream.
 */
export async function followTask<const E extends Callable, D extends CallResponse<E>>(
  work: LongRunningTask<E, D>,
): Promise<D> {
  return (await byEvents(work)) ?? (await byPolling(work));
}

function progress<E extends Callable, D extends CallResponse<E>>(
  state: CallResponse<E>,
  { isDone, onProgress }: LongRunningTask<E, D>,
): D | null {
  if (isDone(state)) return state;
  onProgress?.(state as Exclude<CallResponse<E>, D>);
  return null;
}

/** The last state, or null when the stream fails, goes silent or is not supported by this browser. */
function byEvents<E extends Callable, D extends CallResponse<E>>(work: LongRunningTask<E, D>): Promise<D | null> {
  const { events, params, signal } = work;
  if (typeof EventSource === 'undefined') return Promise.resolve(null);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stream = new EventSource(operationUrl(events, { params }));
    const end = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
      stream.close();
    };
    const settle = (last: D | null) => {
      end();
      resolve(last);
    };
    const abort = () => {
      end();
      reject(signal.reason as Error);
    };
    let silence = setTimeout(settle, silenceMs, null);
    signal.addEventListener('abort', abort);
    const hear = () => {
      clearTimeout(silence);
      silence = setTimeout(settle, silenceMs, null);
    };
    stream.onerror = () => settle(null);
    stream.addEventListener('waiting', hear);
    stream.onmessage = ({ data }: MessageEvent<unknown>) => {
      hear();
      const read = events.answers[200].safeParse(readJson(data));
      if (!read.success) return settle(null);
      const last = progress(read.data, work);
      if (last !== null) settle(last);
    };
  });
}

async function byPolling<E extends Callable, D extends CallResponse<E>>(work: LongRunningTask<E, D>): Promise<D> {
  const { state, params, signal, failure, maxDurationMs = maxFollowMs } = work;
  const end = performance.now() + maxDurationMs;
  for (let failures = 0; performance.now() < end; await pause(pollEveryMs, signal)) {
    try {
      const answer = await callApi<Callable>(state, { params, signal });
      const last = progress(answer as CallResponse<E>, work);
      if (last !== null) return last;
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (failures >= maxConsecutiveFailures || (error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  throw new ApiError({ ...failure, status: 0 });
}

/** The JSON of an event, or a value that no schema accepts. */
function readJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return Symbol('not JSON');
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
