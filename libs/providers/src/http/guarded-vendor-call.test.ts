import type { VendorCallReport } from './adapter-options.ts';
import { createGuardedVendorCall } from './guarded-vendor-call.ts';
import { defaultProviderLimits, type ProviderLimits } from './provider-limits.ts';
import { createInMemoryLimiter } from './vendor-limiter.fixture.ts';
import { answeredAttemptVerdict, unavailableAttemptVerdict, type AttemptVerdict } from './attempt-verdict.ts';

type Found = { state: 'found'; data: string };
const found = answeredAttemptVerdict<Found>({ state: 'found', data: 'x' }, ['a: unreadable']);

function guard(limits: Partial<ProviderLimits> = {}, onCall?: (report: VendorCallReport) => void) {
  const all = { ...defaultProviderLimits, backoffMs: 1, ratePerSecond: 10_000, burst: 10_000, ...limits };
  return createGuardedVendorCall<Found>({
    provider: 'DVLA',
    limits: all,
    options: {
      createVendorLimiter: createInMemoryLimiter,
      ...(onCall ? { onCall } : {}),
    },
  });
}

/** Returns the verdicts in sequence, and records when each attempt was made. */
function script(...verdicts: AttemptVerdict<Found>[]) {
  const at: number[] = [];
  return {
    at,
    attempt: () => {
      at.push(performance.now());
      return Promise.resolve(verdicts[at.length - 1] ?? found);
    },
  };
}

test('a short Retry-After is waited for before the next attempt', async () => {
  const { at, attempt } = script(unavailableAttemptVerdict('rate-limited', { retryable: true, retryAfterMs: 120 }));
  expect(await guard()(attempt)).toEqual({ state: 'found', data: 'x' });
  expect(at).toHaveLength(2);
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(118);
});

test('a Retry-After longer than the limit is not waited for', async () => {
  const { at, attempt } = script(
    unavailableAttemptVerdict('source-error', { retryable: true, fault: true, retryAfterMs: 2_001 }),
  );
  expect(await guard()(attempt)).toEqual({ state: 'unavailable', reason: 'source-error', retryAfterMs: 2_001 });
  expect(at).toHaveLength(1);
});

test('pauses between attempts grow, with jitter', async () => {
  const busy = unavailableAttemptVerdict('source-error', { retryable: true });
  const pauses = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { at, attempt } = script(busy, busy);
      await guard({ backoffMs: 100 })(attempt);
      return at.slice(1).map((time, index) => time - (at[index] ?? 0));
    }),
  );
  for (const [first = 0, second = 0] of pauses) {
    expect(first).toBeGreaterThanOrEqual(49);
    expect(second).toBeGreaterThanOrEqual(99);
  }
  expect(new Set(pauses.map(([first = 0]) => Math.round(first))).size).toBeGreaterThan(1);
});

test('a call that opens the circuit with its own attempts returns its own failure', async () => {
  const down = unavailableAttemptVerdict('source-error', { retryable: true, fault: true });
  const { at, attempt } = script(down, down, down);
  const call = guard({ breakerFailures: 2 });
  expect(await call(attempt)).toEqual({ state: 'unavailable', reason: 'source-error' });
  expect(at).toHaveLength(2);
  expect(await call(attempt)).toMatchObject({ state: 'unavailable', reason: 'circuit-open' });
  expect(at).toHaveLength(2);
});

test('a success between failures resets the count', async () => {
  const down = unavailableAttemptVerdict('source-error', { fault: true });
  const { attempt } = script(down, found, down, found, down);
  const call = guard({ breakerFailures: 2 });
  for (const state of ['unavailable', 'found', 'unavailable', 'found', 'unavailable', 'found']) {
    expect(await call(attempt)).toMatchObject({ state });
  }
});

test('a call that waits for a slot until its time budget ends is rate-limited and never made later', async () => {
  const call = guard({ concurrency: 1, totalTimeoutMs: 100 });
  let release: (verdict: AttemptVerdict<Found>) => void = () => undefined;
  const first = call(() => new Promise((resolve) => (release = resolve)));
  let called = 0;
  const waiting = call(() => {
    called += 1;
    return Promise.resolve(found);
  });
  expect(await first).toEqual({ state: 'unavailable', reason: 'timeout' });
  expect(await waiting).toEqual({ state: 'unavailable', reason: 'rate-limited' });
  release(found);
  expect(await call(() => Promise.resolve(found))).toMatchObject({ state: 'found' });
  expect(called).toBe(0);
});

test('a wait for a slot ends long before the time budget of a long call, and the slot is not lost', async () => {
  const call = guard({ concurrency: 1, queue: 1, maxWaitMs: 50, totalTimeoutMs: 30_000 });
  let release: (verdict: AttemptVerdict<Found>) => void = () => undefined;
  const first = call(() => new Promise((resolve) => (release = resolve)));
  let called = 0;
  const waiting = await call(() => {
    called += 1;
    return Promise.resolve(found);
  });
  expect(waiting).toEqual({ state: 'unavailable', reason: 'rate-limited' });
  // The call keeps its place in the queue until the slot is free.
  expect(await call(() => Promise.resolve(found))).toEqual({ state: 'unavailable', reason: 'rate-limited' });
  release(found);
  expect(await first).toEqual({ state: 'found', data: 'x' });
  expect(await call(() => Promise.resolve(found))).toMatchObject({ state: 'found' });
  expect(called).toBe(0);
});

test('an attempt that is further away than the maximum wait is not waited for', async () => {
  const { at, attempt } = script(found, found, found);
  const call = guard({ ratePerSecond: 0.5, burst: 1, maxWaitMs: 1_000, totalTimeoutMs: 30_000 });
  expect(await call(attempt)).toMatchObject({ state: 'found' });
  expect(await call(attempt)).toMatchObject({ state: 'unavailable', reason: 'rate-limited' });
  expect(at).toHaveLength(1);
});

test('a call is reported once, regardless of the number of attempts', async () => {
  const reports: VendorCallReport[] = [];
  const { attempt } = script(unavailableAttemptVerdict('source-error', { retryable: true, fault: true }));
  await guard({}, (report) => reports.push(report))(attempt);
  expect(reports).toEqual([
    { provider: 'DVLA', outcome: 'found', failure: null, ms: expect.any(Number), notes: ['a: unreadable'] },
  ]);
});
