import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhenResult,
  type IRetryBackoffContext,
  retry,
} from 'cockatiel';
import type { SourceName } from '@ve/domain/report/vehicle-record';
import type { Answer } from '../answer.ts';
import { delay, raceAbort } from './abort.ts';
import type { AdapterOptions, CallOutcome } from './adapter-options.ts';
import type { ProviderLimits } from './limits.ts';
import { createTokenBucket } from './token-bucket.ts';
import { unavailable, type Verdict } from './verdict.ts';

/** A Retry-After keeps us silent for at most so long, so that one odd header does not switch a source off for a day. */
const longestPauseMs = 300_000;

/** One call to the source. May reject only because `signal` was aborted. */
export type Attempt<T> = (signal: AbortSignal) => Promise<Verdict<T>>;

/** Runs attempts within the limits; see `LicensingPort.find` for what it promises. */
export type GuardedCall<T> = (attempt: Attempt<T>, signal?: AbortSignal) => Promise<Answer<T>>;

const isVerdict = (value: unknown): value is Verdict<unknown> =>
  typeof value === 'object' && value !== null && 'retryable' in value && 'fault' in value;

/** Milliseconds the source asked for, of a verdict. */
const askedToWait = ({ answer }: Verdict<unknown>): number =>
  answer.state === 'unavailable' ? (answer.retryAfterMs ?? 0) : 0;

/**
 * Stands between an adapter and its source: a time budget around a bulkhead around a retry around a rate limiter and
 * a circuit breaker. The breaker counts calls, not finds; only faults of the source's health count, so a refusal, a
 * 429 or an aborted call neither open nor close it.
 */
export function createGuardedCall<T>(
  provider: SourceName,
  limits: ProviderLimits,
  { onCall, now = () => performance.now() }: AdapterOptions,
): GuardedCall<T> {
  const bucket = createTokenBucket(limits.ratePerSecond, limits.burst, now);
  const slots = bulkhead(limits.concurrency, limits.queue);
  let openedAt = 0;
  const breaker = circuitBreaker(
    handleWhenResult((result) => isVerdict(result) && result.fault),
    { halfOpenAfter: limits.breakerHalfOpenMs, breaker: new ConsecutiveBreaker(limits.breakerFailures) },
  );
  breaker.onBreak(() => {
    openedAt = now();
  });
  const circuitOpen = (): Verdict<never> =>
    unavailable('circuit-open', { retryAfterMs: Math.max(0, Math.ceil(openedAt + limits.breakerHalfOpenMs - now())) });

  const backoff = new DelegateBackoff<IRetryBackoffContext<unknown>>(({ attempt, result }) => {
    const asked = 'value' in result && isVerdict(result.value) ? askedToWait(result.value) : 0;
    return Math.max(asked, limits.backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
  });
  const retries = retry(
    handleWhenResult(
      (result) => isVerdict(result) && result.retryable && askedToWait(result) <= limits.longestRetryAfterMs,
    ),
    { maxAttempts: limits.maxRetries, backoff },
    // The budget's own timer keeps the process alive for as long as somebody waits for the answer.
  ).dangerouslyUnref();

  async function run(attempt: Attempt<T>, caller: AbortSignal | undefined): Promise<Verdict<T>> {
    const budget = new AbortController();
    const { signal } = budget;
    const onAbort = () => {
      budget.abort(caller?.reason);
    };
    const timer = setTimeout(() => {
      budget.abort(new Error('The time for this answer is over'));
    }, limits.totalTimeoutMs);
    caller?.addEventListener('abort', onAbort, { once: true });
    const startedAt = now();
    /** What to say if the budget ends now. */
    let standing: Verdict<T> = unavailable('rate-limited');
    let called = false;

    const callOnce = async (): Promise<Verdict<T>> => {
      standing = called ? standing : unavailable('timeout', { fault: true });
      called = true;
      let verdict: Verdict<T>;
      try {
        verdict = await attempt(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        verdict = unavailable('timeout', { fault: true });
      }
      if (!caller?.aborted) return verdict;
      // An abandoned call says nothing of the source. A throw leaves a closed circuit's count as it was; in a
      // half-open one it would count as a recovery, so there the trial is given as not passed.
      if (breaker.state === CircuitState.HalfOpen) return unavailable('timeout', { fault: true });
      throw caller.reason;
    };

    const takeTurn = async (): Promise<Verdict<T>> => {
      signal.throwIfAborted();
      const leftMs = limits.totalTimeoutMs - (now() - startedAt);
      const turn = bucket.take(Math.max(0, leftMs / 2));
      if (!turn.granted) {
        return called ? standing : unavailable('rate-limited', { retryAfterMs: turn.retryAfterMs });
      }
      await delay(turn.waitMs, signal);
      if (!called) standing = circuitOpen();
      let verdict: Verdict<T>;
      try {
        verdict = await breaker.execute(callOnce, signal);
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        // A find that opened the circuit itself tells what it met, not that the circuit is open.
        return called ? { ...standing, retryable: false } : circuitOpen();
      }
      standing = verdict;
      const { answer } = verdict;
      if (answer.state === 'unavailable' && answer.reason === 'rate-limited' && answer.retryAfterMs !== undefined) {
        bucket.pause(Math.min(answer.retryAfterMs, longestPauseMs));
      }
      return verdict;
    };

    try {
      return await raceAbort(
        slots.execute(() => retries.execute(takeTurn, signal), signal),
        signal,
      );
    } catch (error) {
      if (caller?.aborted) throw error;
      if (signal.aborted) return standing;
      if (error instanceof BulkheadRejectedError) return unavailable('rate-limited');
      throw error;
    } finally {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    }
  }

  return async (attempt, caller) => {
    caller?.throwIfAborted();
    const startedAt = now();
    const report = (outcome: CallOutcome, notes: readonly string[]) =>
      onCall?.({ provider, outcome, ms: now() - startedAt, notes });
    try {
      const { answer, notes } = await run(attempt, caller);
      report(answer.state === 'unavailable' ? answer.reason : answer.state, notes);
      return answer;
    } catch (error) {
      if (caller?.aborted) report('cancelled', []);
      throw error;
    }
  };
}
