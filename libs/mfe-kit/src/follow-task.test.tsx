import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { defineEndpoint } from '@ve/contracts/endpoint';
import * as z from 'zod/mini';
import { ApiError } from './api.tsx';
import { followTask } from './follow-task.tsx';
import { installFakeNetwork } from './testing-network.tsx';

/* A task for these tests only. */

const probeSchema = z.union([
  z.object({ state: z.literal('counting'), counted: z.int() }),
  z.object({ state: z.literal('counted'), total: z.int() }),
]);
type Probe = z.infer<typeof probeSchema>;
type Counted = Extract<Probe, { state: 'counted' }>;

const counting = (counted: number): Probe => ({ state: 'counting', counted });
const counted: Probe = { state: 'counted', total: 3 };
const params = z.object({ id: z.string() });
const readProbe = defineEndpoint({
  method: 'GET',
  path: '/api/probes/:id',
  params,
  answers: { 200: probeSchema },
  problems: ['not-found'],
});
const followProbe = defineEndpoint({ ...readProbe, path: '/api/probes/:id/events', events: true });
const selfPath = '/api/probes/1';

const network = installFakeNetwork();
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const poll = `GET ${selfPath}`;
const followed = (signal: AbortSignal) => {
  const seen: number[] = [];
  const outcome = followTask({
    state: readProbe,
    events: followProbe,
    params: { id: '1' },
    isDone: (state): state is Counted => state.state === 'counted',
    onProgress: (state) => void seen.push(state.counted),
    signal,
    failure: { code: 'service-unavailable', title: 'It was not counted' },
  });
  return { seen, outcome, settled: outcome.catch((error: unknown) => error) };
};
const following = () => {
  const caller = new AbortController();
  return { caller, ...followed(caller.signal) };
};

describe('by events', () => {
  test('reports every state and resolves with the last', async () => {
    const { seen, outcome } = following();
    network.streams[0]?.send(counting(1));
    network.streams[0]?.send(counting(2));
    network.streams[0]?.send(counted);
    expect(await outcome).toEqual(counted);
    expect(seen).toEqual([1, 2]);
    expect(network.calls).toEqual([]);
    expect(network.streams).toHaveLength(1);
    expect(network.streams[0]).toMatchObject({ url: `${selfPath}/events` });
    expect(network.streams[0]?.isClosed()).toBe(true);
  });

  test.each(['{', '{"state":"other"}', 'null'])('falls back to polling after a stream sends %s', async (data) => {
    network.answer(poll, { body: counted });
    const { outcome } = following();
    network.streams[0]?.sendText(data);
    expect(await outcome).toEqual(counted);
    expect(network.streams[0]?.isClosed()).toBe(true);
  });

  test('opens no stream when already aborted', async () => {
    const { outcome } = followed(AbortSignal.abort(new Error('left')));
    await expect(outcome).rejects.toThrow('left');
    expect(network.streams).toEqual([]);
  });

  test('falls back to polling when a stream goes silent, not while it sends events', async () => {
    network.answer(poll, { status: 200, body: counted });
    const { outcome } = following();
    jest.advanceTimersByTime(7_000);
    network.streams[0]?.send(counting(1));
    jest.advanceTimersByTime(7_000);
    network.streams[0]?.keepAlive();
    jest.advanceTimersByTime(7_000);
    expect(network.streams[0]?.isClosed()).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(network.streams[0]?.isClosed()).toBe(true);
    expect(await outcome).toEqual(counted);
  });

  test('aborting closes the stream and makes no more requests', async () => {
    const { caller, settled } = following();
    caller.abort(new Error('left'));
    expect(await settled).toEqual(new Error('left'));
    expect(network.streams[0]?.isClosed()).toBe(true);
    expect(network.calls).toEqual([]);
  });
});

describe('by polling', () => {
  const failed = () => {
    const work = following();
    network.streams[0]?.fail();
    return work;
  };

  test('polls every second and tolerates a lost response', async () => {
    network.answer(poll, { status: 200, body: counting(1) }, 'no-answer', { status: 200, body: counted });
    const { outcome } = failed();
    await jest.advanceTimersByTimeAsync(1_999);
    expect(network.calls).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual(counted);
  });

  test('tolerates a restart of the service', async () => {
    const starting = Array.from({ length: 10 }, (_, index) =>
      index < 5 ? ('no-answer' as const) : { status: 503, body: null },
    );
    network.answer(poll, ...starting, { status: 200, body: counted });
    const { outcome } = failed();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toEqual(counted);
  });

  test.each([
    ['work that is not there', { status: 404, body: null }, 1],
    ['a service that is gone', 'no-answer', 15],
  ] as const)('%s ends polling', async (_name, answer, calls) => {
    network.answer(poll, answer);
    const { settled } = failed();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await settled).toBeInstanceOf(ApiError);
    expect(network.calls).toHaveLength(calls);
  });

  test('times out after two minutes', async () => {
    network.answer(poll, { status: 200, body: counting(1) });
    const { settled } = failed();
    await jest.advanceTimersByTimeAsync(119_000);
    expect(await Promise.race([settled, 'following'])).toBe('following');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await settled).toMatchObject({ title: 'It was not counted' });
  });

  test('aborting between two polls ends polling', async () => {
    network.answer(poll, { status: 200, body: counting(1) });
    const { caller, settled } = failed();
    await jest.advanceTimersByTimeAsync(500);
    caller.abort(new Error('left'));
    expect(await settled).toEqual(new Error('left'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(network.calls).toHaveLength(1);
  });
});
