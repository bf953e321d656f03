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
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { runInSpan } from '@ve/contracts/trace-context';
import { setTimeout as delay } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import type { AdapterOptions, VendorCallReport } from './adapter-options.ts';
import { type VendorAnswer, type VendorCallResult, isVendorUnavailable } from './call-result.ts';
import type { ProviderLimits } from './provider-limits.ts';
import { unavailableAttemptVerdict, type AttemptVerdict } from './attempt-verdict.ts';

/** A Retry-After pauses calls for at most this long, so that one wrong header does not disable a vendor for a day. */
const maxPauseMs = 300_000;

/** One attempt. May reject only because `signal` was aborted. */
export type CallAttempt<A extends VendorAnswer> = (signal: AbortSignal) => Promise<AttemptVerdict<A>>;

/**
 * Runs attempts within the limits until one is not retryable, and resolves within `totalTimeoutMs`. Never throws
 * because of the vendor. @throws the reason of `signal` when the caller aborts it, and errors of the limiter
 */
export type GuardedVendorCall<A extends VendorAnswer> = (
  attempt: CallAttempt<A>,
  signal?: AbortSignal,
) => Promise<VendorCallResult<A>>;

const isVerdict = (value: unknown): value is AttemptVerdict<VendorAnswer> =>
  typeof value === 'object' && value !== null && 'retryable' in value && 'fault' in value;

/** The wait that the vendor requested, in milliseconds. */
const requestedWait = ({ result }: AttemptVerdict<VendorAnswer>): number =>
  isVendorUnavailable(result) ? (result.retryAfterMs ?? 0) : 0;

/**
 * Wraps an adapter's calls: a time budget around a bulkhead around retries around a rate limiter and a circuit breaker.
 * The breaker counts attempts, not calls; only failures of the vendor's health count, so a refusal, a 429 or an aborted
 * attempt neither opens nor closes it. While the circuit is open, and while its trial runs, calls fail immediately:
 * they wait neither for a slot nor for the rate limiter. For a call that must not reach the vendor twice, pass limits
 * without retries. @param vendor whose rate limit the calls share, where `provider` is one of its products
 */
export function createGuardedVendorCall<A extends VendorAnswer>({
  provider,
  limits,
  options: { createVendorLimiter, onCall, now = () => performance.now() },
  vendor = provider,
}: {
  provider: string;
  limits: ProviderLimits;
  options: AdapterOptions;
  vendor?: string | undefined;
}): GuardedVendorCall<A> {
  const limiter = createVendorLimiter(vendor, limits, provider);
  const slots = bulkhead(limits.concurrency, limits.queue);
  let openedAt = 0;
  const breaker = circuitBreaker(
    handleWhenResult((result) => isVerdict(result) && result.fault),
    { halfOpenAfter: limits.breakerHalfOpenMs, breaker: new ConsecutiveBreaker(limits.breakerFailures) },
  );
  breaker.onBreak(() => {
    openedAt = now();
  });
  const openMs = (): number => Math.max(0, Math.ceil(openedAt + limits.breakerHalfOpenMs - now()));
  const circuitOpen = (): AttemptVerdict<never> =>
    unavailableAttemptVerdict('circuit-open', { retryAfterMs: openMs() });
  /** The breaker itself would let callers wait until the trial ends: with a hanging vendor, until its timeout. */
  const isShut = (): boolean =>
    breaker.state === CircuitState.HalfOpen || (breaker.state === CircuitState.Open && openMs() > 0);

  const backoff = new DelegateBackoff<IRetryBackoffContext<unknown>>(({ attempt, result }) => {
    const requestedMs = 'value' in result && isVerdict(result.value) ? requestedWait(result.value) : 0;
    return Math.max(requestedMs, limits.backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
  });
  const retries = retry(
    handleWhenResult(
      (result) => isVerdict(result) && result.retryable && requestedWait(result) <= limits.maxRetryAfterMs,
    ),
    { maxAttempts: limits.maxRetries, backoff },
    // The budget's timer keeps the process alive while a caller waits for the result.
  ).dangerouslyUnref();

  async function run(attempt: CallAttempt<A>, caller: AbortSignal | undefined): Promise<AttemptVerdict<A>> {
    if (isShut()) return circuitOpen();
    const budget = new AbortController();
    const { signal } = budget;
    const onAbort = () => {
      budget.abort(caller?.reason);
    };
    const queue = new AbortController();
    const queueTimer = setTimeout(() => {
      queue.abort();
    }, limits.maxWaitMs);
    const timer = setTimeout(() => {
      budget.abort(new Error('The time budget of this call is used up'));
    }, limits.totalTimeoutMs);
    caller?.addEventListener('abort', onAbort, { once: true });
    const startedAt = now();
    /** The verdict if the time budget ends now. */
    let current: AttemptVerdict<A> = unavailableAttemptVerdict('rate-limited');
    let called = false;

    const callOnce = async (): Promise<AttemptVerdict<A>> => {
      const spent = await limiter.spend();
      if (spent === null) return called ? current : unavailableAttemptVerdict('budget-spent');
      current = called ? current : unavailableAttemptVerdict('timeout', { fault: true });
      called = true;
      let verdict: AttemptVerdict<A>;
      try {
        verdict = await attempt(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        verdict = unavailableAttemptVerdict('timeout', { fault: true });
      }
      if (verdict.uncharged) await spent.refundAttempt();
      if (!caller?.aborted) return verdict;
      // An aborted attempt proves nothing about the vendor. A throw leaves a closed circuit's count unchanged; in a
      // half-open one it would count as a recovery, so there the trial is reported as failed.
      if (breaker.state === CircuitState.HalfOpen) return unavailableAttemptVerdict('timeout', { fault: true });
      throw caller.reason;
    };

    /** A call whose own attempts opened the circuit returns its own failure, not `circuit-open`. */
    const stoppedByCircuit = (): AttemptVerdict<A> => (called ? { ...current, retryable: false } : circuitOpen());

    const consumeAttempt = async (): Promise<AttemptVerdict<A>> => {
      signal.throwIfAborted();
      if (isShut()) return stoppedByCircuit();
      const leftMs = limits.totalTimeoutMs - (now() - startedAt);
      const decision = await limiter.consumeAttempt(Math.max(0, Math.min(limits.maxWaitMs, leftMs / 2)));
      if (!decision.granted) {
        return called ? current : unavailableAttemptVerdict('rate-limited', { retryAfterMs: decision.retryAfterMs });
      }
      signal.throwIfAborted();
      if (decision.waitMs > 0) await delay(decision.waitMs, undefined, { signal });
      if (isShut()) return stoppedByCircuit();
      if (!called) current = circuitOpen();
      let verdict: AttemptVerdict<A>;
      try {
        verdict = await breaker.execute(callOnce, signal);
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        return stoppedByCircuit();
      }
      current = verdict;
      const { result } = verdict;
      if (isVendorUnavailable(result) && result.reason === 'rate-limited' && result.retryAfterMs !== undefined) {
        await limiter.pause(Math.min(result.retryAfterMs, maxPauseMs));
      }
      return verdict;
    };

    const inSlot = () => {
      clearTimeout(queueTimer);
      return retries.execute(consumeAttempt, signal);
    };
    const either = AbortSignal.any([signal, queue.signal]);
    try {
      return await pTimeout(slots.execute(inSlot, either), { milliseconds: Number.POSITIVE_INFINITY, signal: either });
    } catch (error) {
      if (caller?.aborted) throw error;
      if (signal.aborted) return current;
      if (queue.signal.aborted || error instanceof BulkheadRejectedError)
        return unavailableAttemptVerdict('rate-limited');
      throw error;
    } finally {
      clearTimeout(queueTimer);
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    }
  }

  const callVendor: GuardedVendorCall<A> = async (attempt, caller) => {
    const startedAt = now();
    const report = (outcome: Pick<VendorCallReport, 'outcome' | 'failure' | 'notes'>) =>
      onCall?.({ provider, ...outcome, ms: now() - startedAt });
    try {
      const { result, notes } = await run(attempt, caller);
      const failure = isVendorUnavailable(result) ? result.reason : null;
      report({ outcome: failure ?? result.state, failure, notes });
      return result;
    } catch (error) {
      if (caller?.aborted) report({ outcome: 'cancelled', failure: null, notes: [] });
      throw error;
    }
  };
  return async (attempt, caller) => {
    caller?.throwIfAborted();
    return runInSpan({ name: provider, kind: SpanKind.CLIENT }, async (span) => {
      const result = await callVendor(attempt, caller);
      span.setAttribute('outcome', isVendorUnavailable(result) ? result.reason : result.state);
      if (isVendorUnavailable(result)) span.setStatus({ code: SpanStatusCode.ERROR });
      return result;
    });
  };
}
