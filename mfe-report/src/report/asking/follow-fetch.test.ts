import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FetchStep } from '@ve/contracts/http/vehicle-data';
import { ApiError } from '@ve/mfe-kit/api';
import { fakeNetwork } from '@ve/mfe-kit/testing-network';
import { found, pending, selfPath, unavailable } from '../../testing/fetches.ts';
import { followFetch, type PendingFetch } from './follow-fetch.ts';

const network = fakeNetwork();
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const poll = `GET ${selfPath}`;
const follow = (changes: Partial<PendingFetch> = {}) => {
  const caller = new AbortController();
  const seen: FetchStep[][] = [];
  const outcome = followFetch(
    { ...(pending() as PendingFetch), ...changes },
    {
      signal: caller.signal,
      onSteps: (steps) => void seen.push(steps),
    },
  );
  const settled = outcome.catch((error: unknown) => error);
  return { caller, seen, outcome, settled };
};

describe('by events', () => {
  test('tells every step and ends with the outcome', async () => {
    const { seen, outcome } = follow();
    network.streams[0]?.send(pending({ DVLA: 'answered' }));
    network.streams[0]?.send(unavailable);
    expect(await outcome).toEqual(unavailable);
    expect(seen.map((steps) => steps[0]?.state)).toEqual(['waiting', 'answered']);
    expect(network.calls).toEqual([]);
  });

  test('a stream that falls silent is left for polling, one that speaks is not', async () => {
    network.answer(poll, { status: 200, body: found() });
    const { outcome } = follow();
    jest.advanceTimersByTime(7_000);
    network.streams[0]?.send(pending());
    jest.advanceTimersByTime(7_000);
    expect(network.streams[0]?.isClosed()).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(network.streams[0]?.isClosed()).toBe(true);
    expect(await outcome).toEqual(found());
  });

  test('giving up closes the stream and asks nothing more', async () => {
    const { caller, settled } = follow();
    caller.abort(new Error('left'));
    expect(await settled).toEqual(new Error('left'));
    expect(network.streams[0]?.isClosed()).toBe(true);
    expect(network.calls).toEqual([]);
  });

  test('an address outside our own service is not followed', async () => {
    const { settled } = follow({ events: 'https://elsewhere.example/events' });
    expect(await settled).toBeInstanceOf(ApiError);
    expect(network.streams).toEqual([]);
  });
});

describe('by polling', () => {
  const failed = () => {
    const followed = follow();
    network.streams[0]?.fail();
    return followed;
  };

  test('asks every second and puts up with a lost answer', async () => {
    network.answer(poll, { status: 200, body: pending() }, 'no-answer', { status: 200, body: found() });
    const { outcome } = failed();
    await jest.advanceTimersByTimeAsync(1_999);
    expect(network.calls).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual(found());
  });

  test('puts up with a service that starts anew', async () => {
    const starting = Array.from({ length: 10 }, (_, index) =>
      index < 5 ? ('no-answer' as const) : { status: 503, body: null },
    );
    network.answer(poll, ...starting, { status: 200, body: found() });
    const { outcome } = failed();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toEqual(found());
  });

  test.each([
    ['a fetch that is not there', { status: 404, body: null }, 1],
    ['a service that is gone', 'no-answer', 15],
  ] as const)('%s is given up', async (_name, answer, calls) => {
    network.answer(poll, answer);
    const { settled } = failed();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await settled).toBeInstanceOf(ApiError);
    expect(network.calls).toHaveLength(calls);
  });

  test('a fetch that never ends is given up after a minute and a half', async () => {
    network.answer(poll, { status: 200, body: pending() });
    const { settled } = failed();
    await jest.advanceTimersByTimeAsync(91_000);
    expect(await settled).toMatchObject({ title: 'No vehicle data received from API' });
  });

  test('giving up between two polls ends them', async () => {
    network.answer(poll, { status: 200, body: pending() });
    const { caller, settled } = failed();
    await jest.advanceTimersByTimeAsync(500);
    caller.abort(new Error('left'));
    expect(await settled).toEqual(new Error('left'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(network.calls).toHaveLength(1);
  });
});
