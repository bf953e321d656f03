import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { maxPlausibleBucketPauseMs, pauseTokenBucket, consumeToken } from './token-bucket.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'token_buckets'));

const start = Date.parse('2026-03-01T10:00:00.000Z');
const bucket = { key: 'test', capacity: 3, refillMs: 100 };
const take = (afterMs = 0, more: { key?: string; cost?: number; maxWaitMs?: number } = {}) =>
  consumeToken(db.orm.em.fork(), { ...bucket, ...more }, new Date(start + afterMs));

describe('a token bucket', () => {
  it('grants its capacity at once, then one token per refill, and returns when the next is due', async () => {
    for (let n = 0; n < 3; n += 1) expect(await take()).toEqual({ taken: true, waitMs: 0 });
    expect(await take()).toEqual({ taken: false, retryAfterMs: 100 });
    expect(await take(60)).toEqual({ taken: false, retryAfterMs: 40 });
    expect(await take(100)).toEqual({ taken: true, waitMs: 0 });
    expect(await take(100)).toEqual({ taken: false, retryAfterMs: 100 });
    expect(await take(100, { key: 'another' })).toEqual({ taken: true, waitMs: 0 });
  });

  it('reserves tokens ahead, in order, for callers that can wait, and takes nothing from those that cannot', async () => {
    for (let n = 0; n < 3; n += 1) await take();
    expect(await take(0, { maxWaitMs: 250 })).toEqual({ taken: true, waitMs: 100 });
    expect(await take(0, { maxWaitMs: 250 })).toEqual({ taken: true, waitMs: 200 });
    expect(await take(0, { maxWaitMs: 250 })).toEqual({ taken: false, retryAfterMs: 300 });
    expect(await take(0, { maxWaitMs: 300 })).toEqual({ taken: true, waitMs: 300 });
  });

  it('grants nothing during a pause, for at most five minutes', async () => {
    const em = db.orm.em.fork();
    await pauseTokenBucket(em, { bucket, ms: 2_000 }, new Date(start));
    await pauseTokenBucket(em, { bucket, ms: 1_000 }, new Date(start));
    expect(await take()).toEqual({ taken: false, retryAfterMs: 2_100 });
    expect(await take(2_100)).toEqual({ taken: true, waitMs: 0 });
    await pauseTokenBucket(em, { bucket, ms: 3_600_000 }, new Date(start));
    expect(await take()).toEqual({ taken: false, retryAfterMs: maxPlausibleBucketPauseMs + 100 });
  });

  it('rejects a cost above its capacity', async () => {
    await expect(take(0, { cost: 4 })).rejects.toThrow(RangeError);
  });

  it('grants one token and is then empty, not paused, after the clock was set back by days', async () => {
    await take(86_400_000);
    expect(await take()).toEqual({ taken: true, waitMs: 0 });
    expect(await take()).toEqual({ taken: false, retryAfterMs: 100 });
    expect(await take(100)).toEqual({ taken: true, waitMs: 0 });
  });

  it('is pruned when it is full again, and not before', async () => {
    const em = db.orm.em.fork();
    await take();
    expect(
      await purgeEntryBatch(em, 'networkHashes', { before: new Date(start + 99), now: new Date(start + 99) }),
    ).toBe(0);
    expect(
      await purgeEntryBatch(em, 'networkHashes', { before: new Date(start + 100), now: new Date(start + 100) }),
    ).toBe(1);
  });

  it('grants fifty concurrent callers on eight connections no more tokens than it holds', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => take()));
    expect(answers.filter(({ taken }) => taken)).toHaveLength(3);
    const later = await Promise.all(Array.from({ length: 50 }, () => take(100, { maxWaitMs: 200 })));
    const waits = later.flatMap((answer) => (answer.taken ? [answer.waitMs] : []));
    expect(waits.toSorted((a, b) => a - b)).toEqual([0, 100, 200]);
  });
});

const cost = fc.integer({ min: 1, max: 3 });
const shape = fc.record({
  capacity: fc.integer({ min: 3, max: 6 }),
  refillMs: fc.integer({ min: 1, max: 500 }),
});

describe('against a model', () => {
  it('behaves exactly like a bucket in memory while time advances', async () => {
    const steps = fc.array(fc.record({ cost, wait: fc.integer({ min: 0, max: 1_200 }) }), { maxLength: 25 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(shape, steps, async ({ capacity, refillMs }, all) => {
        const em = db.orm.em.fork();
        const key = `model ${(run += 1)}`;
        let at = start;
        let held = capacity * refillMs;
        for (const step of all) {
          at += step.wait;
          held = Math.min(capacity * refillMs, held + step.wait);
          const answer = await consumeToken(em, { key, capacity, refillMs, cost: step.cost }, new Date(at));
          const missing = step.cost * refillMs - held;
          expect(answer).toEqual(missing <= 0 ? { taken: true, waitMs: 0 } : { taken: false, retryAfterMs: missing });
          if (missing <= 0) held = -missing;
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never grants more than its capacity, the refill of elapsed time, and one call for each day that the clock loses', async () => {
    const move = fc.oneof(fc.integer({ min: -2_000, max: 2_000 }), fc.constantFrom(-86_400_000, 0));
    const steps = fc.array(fc.record({ cost, move }), { maxLength: 25 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(shape, steps, async ({ capacity, refillMs }, all) => {
        const em = db.orm.em.fork();
        const key = `steps ${(run += 1)}`;
        let at = start;
        let forward = 0;
        let corrected = 0;
        let granted = 0;
        for (const step of all) {
          at += step.move;
          forward += Math.max(0, step.move);
          if (step.move === -86_400_000) corrected += 3;
          const answer = await consumeToken(em, { key, capacity, refillMs, cost: step.cost }, new Date(at));
          if (answer.taken) granted += step.cost;
          expect(granted).toBeLessThanOrEqual(capacity + forward / refillMs + corrected);
        }
      }),
      { numRuns: 60 },
    );
  });
});
