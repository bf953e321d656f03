import type { JobName } from '@ve/contracts/jobs';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { enqueueTestJob } from '../../testing/enqueue-test-job.ts';
import {
  countDeadLetters,
  dismissDeadLetter,
  findDeadLetters,
  moveToDeadLetters,
  requeueDeadLetter,
} from './dead-letter.repository.ts';
import { relayOutbox, reviewRelayedJobs, type OutboxJob } from './outbox.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'outbox', 'dead_letters'));

const em = () => db.orm.em.fork();
const now = new Date('2026-03-01T10:00:00.000Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const payload = { checkId: '00000000-0000-4000-8000-000000000001', correlationId: 'request-1' };
const relay = async (at = now): Promise<OutboxJob[]> => {
  let relayed: OutboxJob[] = [];
  await relayOutbox(em(), { limit: 10, now: at }, (batch) => Promise.resolve(void (relayed = batch)));
  return relayed;
};
/** Relays a job and moves it to the dead letters; returns its id. */
const deadLetters = async (why = 'timeout', at = now): Promise<string> => {
  await enqueueTestJob(em(), 'full-checks.run', payload, { now, dedupeId: `check ${why}` });
  const [job] = await relay();
  await moveToDeadLetters(em(), [{ id: job!.id, why }], at);
  return job!.id;
};
const retry = async (id: string, at: Date) =>
  (await em().transactional((transaction) => requeueDeadLetter(transaction, id, at)))?.jobName ?? null;
const list = async (seen = false) => (await findDeadLetters(em(), { from: 'first' }, { seen })).rows;

it('moves the row of a job that failed permanently, with the error', async () => {
  const id = await deadLetters('timeout', after(1_000));
  expect(await db.data.all('outbox')).toEqual([]);
  expect(await list()).toEqual([
    { id, jobName: 'full-checks.run', why: 'timeout', enqueuedAt: now, failedAt: after(1_000), dismissedAt: null },
  ]);
  expect(await countDeadLetters(em(), { seen: false })).toEqual({ total: 1, isMore: false });
});

it('moves no job that has ended in another way', async () => {
  await moveToDeadLetters(em(), [{ id: payload.checkId, why: 'timeout' }], now);
  expect(await list()).toEqual([]);
});

it('does not retain an error report that could not be written, because it contains free text', async () => {
  await db.data.add('outbox', { jobName: 'error-logs.write', payload: { entry: 'x' } }, now);
  const [job] = await relay();
  await moveToDeadLetters(em(), [{ id: job!.id, why: 'timeout' }], now);
  expect(await db.data.all('outbox')).toEqual([]);
  expect(await list()).toEqual([]);
});

it('moves jobs that a review reports as failed', async () => {
  await enqueueTestJob(em(), 'full-checks.run', payload, { now });
  await relay();
  const at = after(60_000);
  await reviewRelayedJobs(em(), { limit: 10, now: at, relayedBefore: at }, (batch) =>
    Promise.resolve({ ended: [], failed: batch }),
  );
  expect(await list()).toMatchObject([{ why: 'Its process ended before it could say why; the queue has the error.' }]);
  expect(await db.data.all('outbox')).toEqual([]);
});

it('retries a job once, under the same id and with the same payload', async () => {
  const id = await deadLetters();
  const tried = await Promise.all([1, 2, 3].map(() => retry(id, after(1_000))));
  expect(tried.filter((name) => name !== null)).toEqual(['full-checks.run']);
  expect(await list()).toEqual([]);
  expect(await relay()).toEqual([{ id, jobName: 'full-checks.run', payload, retried: true, traceparent: null }]);
  expect(await retry(id, after(2_000))).toBeNull();
});

it('retries a job under its dedupe id, unless another job with that id waits by now', async () => {
  const id = await deadLetters();
  await retry(id, after(1_000));
  const waiting = () => db.data.all('outbox');
  expect(await waiting()).toMatchObject([{ id, dedupeId: 'check timeout' }]);
  await relay();
  await moveToDeadLetters(em(), [{ id, why: 'timeout' }], now);
  await enqueueTestJob(em(), 'full-checks.run', payload, { now, dedupeId: 'check timeout' });
  const other = await waiting();
  expect(await retry(id, after(1_000))).toBe('full-checks.run');
  expect(await waiting()).toEqual(other);
  expect(await list()).toEqual([]);
});

it('does not retry a job that this release does not know', async () => {
  await db.data.add('dead_letters', {
    id: payload.checkId,
    jobName: 'petrol-prices.read' as JobName,
    payload: {},
    lastError: '',
    enqueuedAt: now,
    failedAt: now,
  });
  expect(await retry(payload.checkId, now)).toBeNull();
  expect(await list()).toHaveLength(1);
});

it('lists dismissed dead letters separately, and lists one as open again when it fails again', async () => {
  const id = await deadLetters();
  expect(await dismissDeadLetter(em(), id, after(1_000))).toBe('full-checks.run');
  expect(await dismissDeadLetter(em(), id, after(2_000))).toBeNull();
  expect(await list()).toEqual([]);
  expect(await list(true)).toMatchObject([{ id, dismissedAt: after(1_000) }]);
  await retry(id, after(3_000));
  await relay();
  await moveToDeadLetters(em(), [{ id, why: 'again' }], after(4_000));
  expect(await list()).toMatchObject([{ id, why: 'again', dismissedAt: null }]);
});
