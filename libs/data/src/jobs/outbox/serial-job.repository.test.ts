import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { serialKeyOfJob } from '@ve/contracts/jobs';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { enqueueTestJob } from '../../testing/enqueue-test-job.ts';
import { testRows } from '../../testing/test-rows.ts';
import { moveToDeadLetters, requeueDeadLetter } from './dead-letter.repository.ts';
import { addToOutbox } from './outbox.repository.ts';
import { tryAcquireSerialLock, endEarlierSerialRuns, releaseSerialLock } from './serial-job.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'outbox', 'dead_letters'));

const em = () => db.orm.em.fork();
const rows = testRows(em);
const now = new Date('2026-03-01T10:00:00.000Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const payload = { subscriptionId: '00000000-0000-4000-8000-000000000001', correlationId: 'request-1' };
const key = serialKeyOfJob('subscriptions.sync', payload) ?? '';
const order = () => enqueueTestJob(em(), 'subscriptions.sync', payload, { now });
const ids = async () => (await rows.all('outbox', {}, 'position')).map(({ id }) => id);
const take = (id: string | undefined, at = now) => tryAcquireSerialLock(em(), { id: id ?? '', key }, at);

it('adds a serial job once until its first run, and again after that has started', async () => {
  await order();
  await order();
  const [first, ...none] = await ids();
  expect(none).toEqual([]);
  expect(await take(first)).toMatchObject({ state: 'taken', hasEarlier: false });
  await order();
  await order();
  expect(await ids()).toHaveLength(2);
  expect(await take(first)).toMatchObject({ state: 'taken', hasEarlier: false });
});

it('locks a serial job for its own subscription only', async () => {
  await order();
  expect(await take((await ids())[0])).toMatchObject({ state: 'taken' });
  const other = { ...payload, subscriptionId: '00000000-0000-4000-8000-000000000002' };
  await enqueueTestJob(em(), 'subscriptions.sync', other, { now });
  const { id } = await rows.one('outbox', { serialKey: null });
  const lock = await tryAcquireSerialLock(em(), { id, key: serialKeyOfJob('subscriptions.sync', other) ?? '' }, now);
  expect(lock).toMatchObject({ state: 'taken' });
});

it('holds the next run while another has the lock, but not the same job again', async () => {
  await order();
  const [first] = await ids();
  await take(first);
  await order();
  const [, second] = await ids();
  expect(await take(second, after(10))).toEqual({ state: 'held', forMs: 20_000 });
  expect(await take(first, after(10))).toMatchObject({ state: 'taken' });
  expect(await take(second, after(30))).toEqual({ state: 'held', forMs: 10_000 });
});

const position = async (id: string) => String((await rows.one('outbox', { id })).position);
const fail = async (id: string) => releaseSerialLock(em(), { id, key }, await position(id));

it.each([
  ['has failed and waits for its next attempt', fail, now],
  ['did not report for the length of a lease', () => Promise.resolve(), after(30)],
  ['was started by a clock that was set back since', () => Promise.resolve(), after(-3_600)],
])('does not wait for an earlier run that %s, and ends it once it has succeeded', async (_what, prepare, at) => {
  await order();
  const [first = ''] = await ids();
  await take(first);
  await prepare(first);
  await order();
  const [, second = ''] = await ids();
  expect(await take(second, at)).toMatchObject({ state: 'taken', hasEarlier: true });
  expect(await ids()).toEqual([first, second]);
  await endEarlierSerialRuns(em(), key, await position(second));
  expect(await ids()).toEqual([second]);
  expect(await take(first, at)).toEqual({ state: 'ended' });
});

it('leaves a failure to the earliest run, which counts its attempts, regardless of how often it is queued', async () => {
  await order();
  const [first = ''] = await ids();
  await take(first);
  await fail(first);
  for (let times = 0; times < 3; times += 1) {
    await order();
    const [, later = ''] = await ids();
    expect(await take(later)).toMatchObject({ state: 'taken' });
    await fail(later);
    expect(await ids()).toEqual([first]);
  }
  expect(await take(first)).toMatchObject({ state: 'taken' });
});

it('starts a run after the commit of every transaction that queued it', async () => {
  await order();
  const [id] = await ids();
  const happened: string[] = [];
  const [queued, commits] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const ordering = em().transactional(async (transaction) => {
    await addToOutbox(transaction, { jobName: 'subscriptions.sync', payload }, { now });
    queued.resolve(undefined);
    await commits.promise;
    happened.push('order');
  });
  await queued.promise;
  const lock = take(id).then(() => happened.push('run'));
  const isWaiting = async () =>
    (
      await em().execute<unknown[]>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length > 0;
  for (let tries = 0; tries < 1_000 && happened.length === 0 && !(await isWaiting()); tries += 1);
  commits.resolve(undefined);
  await Promise.all([ordering, lock]);
  expect(happened).toEqual(['order', 'run']);
});

it('retries a dead letter unless another job waits', async () => {
  await order();
  const [first] = await ids();
  await take(first);
  await moveToDeadLetters(em(), [{ id: first ?? '', why: 'timeout' }], now);
  await order();
  const [second] = await ids();
  await em().transactional((transaction) => requeueDeadLetter(transaction, first ?? '', now));
  expect(await ids()).toEqual([second]);
});
