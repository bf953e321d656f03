import type { JobName } from '@ve/contracts/jobs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { enqueueTestJob } from '../../testing/enqueue-test-job.ts';
import {
  addToOutbox,
  deleteFromOutbox,
  queueJobIdOfOutboxRow,
  readOutboxBacklog,
  outboxIdOfQueueJob,
  relayOutbox,
  reviewRelayedJobs,
  type OutboxJob,
} from './outbox.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'outbox'));

const now = new Date('2026-03-01T10:00:00.000Z');
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const add = (index: number) =>
  enqueueTestJob(db.orm.em.fork(), 'full-checks.run', { checkId: id(index), correlationId: 'request-1' }, { now });
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const relay = async (at = now): Promise<OutboxJob[]> => {
  let relayed: OutboxJob[] = [];
  await relayOutbox(db.orm.em.fork(), { limit: 100, now: at }, (batch) => Promise.resolve(void (relayed = batch)));
  return relayed;
};
const review = async (at: Date, ended: string[] = [], limit = 100): Promise<string[]> => {
  let reviewed: OutboxJob[] = [];
  const relayedBefore = new Date(at.getTime() - 30_000);
  await reviewRelayedJobs(db.orm.em.fork(), { limit, now: at, relayedBefore }, (batch) => {
    reviewed = batch;
    return Promise.resolve({ ended: batch.filter((job) => ended.includes(checkIds([job])[0] ?? '')) });
  });
  return checkIds(reviewed);
};
const checkIds = (batch: OutboxJob[]) => batch.map(({ payload }) => (payload as { checkId: string }).checkId);

describe('the outbox', () => {
  it('rejects a payload that does not match the contract', async () => {
    const payload = { checkId: 'nine', correlationId: 'request-1' };
    const wrong = enqueueTestJob(db.orm.em.fork(), 'full-checks.run', payload, { now });
    await expect(wrong).rejects.toThrow('uuid');
  });

  it('rejects a job outside a transaction, which would survive the failure of its cause', async () => {
    const payload = { checkId: id(1), correlationId: 'request-1' };
    const alone = addToOutbox(db.orm.em.fork(), { jobName: 'full-checks.run', payload }, { now });
    await expect(alone).rejects.toThrow('not ordered in a transaction');
    expect(await relay()).toEqual([]);
  });

  it('delivers jobs in order, the oldest first', async () => {
    await db.orm.em.fork().transactional(async (em) => {
      for (const index of [1, 2, 3]) {
        await addToOutbox(
          em,
          { jobName: 'full-checks.run', payload: { checkId: id(index), correlationId: 'request-1' } },
          { now },
        );
      }
    });
    const batches: OutboxJob[][] = [];
    const deliver = (batch: OutboxJob[]) => {
      batches.push(batch);
      return Promise.resolve();
    };
    expect(await relayOutbox(db.orm.em.fork(), { limit: 2, now }, deliver)).toBe(2);
    expect(await relayOutbox(db.orm.em.fork(), { limit: 2, now }, deliver)).toBe(1);
    expect(await relayOutbox(db.orm.em.fork(), { limit: 2, now }, deliver)).toBe(0);
    expect(batches.map(checkIds)).toEqual([[id(1), id(2)], [id(3)]]);
    expect(batches[1]?.[0]).toMatchObject({ jobName: 'full-checks.run' });
  });

  it('deduplicates jobs by their dedupe id', async () => {
    const em = db.orm.em.fork();
    for (const [index, dedupeId] of ['same', 'same', 'other', undefined, undefined].entries()) {
      const payload = { checkId: id(index), correlationId: 'request-1' };
      await enqueueTestJob(em, 'full-checks.run', payload, { now, ...(dedupeId === undefined ? {} : { dedupeId }) });
    }
    const seen: string[] = [];
    await relayOutbox(em, { limit: 10, now }, (batch) => Promise.resolve(void seen.push(...checkIds(batch))));
    expect(seen).toEqual([id(0), id(2), id(3), id(4)]);
  });

  it('keeps jobs that could not be delivered', async () => {
    await add(1);
    const failing = relayOutbox(db.orm.em.fork(), { limit: 10, now }, () =>
      Promise.reject(new Error('the queue is down')),
    );
    await expect(failing).rejects.toThrow('the queue is down');
    expect(await relayOutbox(db.orm.em.fork(), { limit: 10, now }, () => Promise.resolve())).toBe(1);
  });

  it('keeps a delivered job until it has ended, and does not deliver it twice', async () => {
    await add(1);
    await add(2);
    const [first, second] = await relay();
    expect(await relay(after(86_400_000))).toEqual([]);
    const em = db.orm.em.fork();
    expect(await deleteFromOutbox(em, [first!.id])).toBe(1);
    expect(await deleteFromOutbox(em, [first!.id])).toBe(0);
    expect(await db.data.values('outbox', 'id')).toEqual([second!.id]);
  });

  it('keeps a job whose end is rolled back', async () => {
    await add(1);
    const [job] = await relay();
    const failing = db.orm.em.fork().transactional(async (em) => {
      await deleteFromOutbox(em, [job!.id]);
      throw new Error('not saved');
    });
    await expect(failing).rejects.toThrow('not saved');
    expect(await deleteFromOutbox(db.orm.em.fork(), [job!.id])).toBe(1);
  });

  it('accepts a dedupe id again once its job has ended', async () => {
    const order = (index: number) =>
      enqueueTestJob(
        db.orm.em.fork(),
        'full-checks.run',
        { checkId: id(index), correlationId: 'request-1' },
        { now, dedupeId: 'same' },
      );
    await order(1);
    const [job] = await relay();
    await order(2);
    expect(await relay()).toEqual([]);
    await deleteFromOutbox(db.orm.em.fork(), [job!.id]);
    await order(3);
    expect(checkIds(await relay())).toEqual([id(3)]);
  });

  it('reviews jobs relayed long ago, the oldest first, and each again after the same interval', async () => {
    await add(1);
    await relay();
    await add(2);
    await relay(after(10_000));
    await add(3);
    expect(await review(after(30_000))).toEqual([]);
    expect(await review(after(40_001), [], 1)).toEqual([id(1)]);
    expect(await review(after(40_001))).toEqual([id(2)]);
    expect(await review(after(40_001))).toEqual([]);
    expect(await review(after(70_002), [id(1)])).toEqual([id(1), id(2)]);
    expect(await review(after(200_000))).toEqual([id(2)]);
    expect(checkIds(await relay())).toEqual([id(3)]);
  });

  it('reviews jobs relayed by a clock that has been set back since', async () => {
    await add(1);
    await relay(after(86_400_000));
    expect(await review(after(1_000))).toEqual([id(1)]);
    expect(await review(after(2_000))).toEqual([]);
  });

  it('changes nothing when a review fails', async () => {
    await add(1);
    await relay();
    const at = after(60_000);
    const failing = reviewRelayedJobs(db.orm.em.fork(), { limit: 10, now: at, relayedBefore: at }, () =>
      Promise.reject(new Error('the queue is down')),
    );
    await expect(failing).rejects.toThrow('the queue is down');
    expect(await review(at)).toEqual([id(1)]);
  });

  it('counts jobs not yet relayed and jobs not yet ended', async () => {
    const em = db.orm.em.fork();
    const none = { count: 0, oldestSeconds: 0 };
    expect(await readOutboxBacklog(em, now)).toEqual({ unrelayed: none, unfinished: none });
    await add(1);
    expect(await readOutboxBacklog(em, after(90_000))).toEqual({
      unrelayed: { count: 1, oldestSeconds: 90 },
      unfinished: none,
    });
    await relay(after(90_000));
    expect(await readOutboxBacklog(em, after(91_000))).toEqual({
      unrelayed: none,
      unfinished: { count: 1, oldestSeconds: 91 },
    });
  });

  it('reads only its batch of a long backlog', async () => {
    const em = db.orm.em.fork();
    await em.execute(
      `insert into outbox (job_name, payload, created_at) select 'full-checks.run', '{}', now() from generate_series(1, 5000)`,
    );
    // Typical of a queue: the table was last analysed while it was empty.
    const read = async () => {
      await em.execute('select pg_stat_force_next_flush()');
      const [row] = await em.execute<{ read: number }[]>(
        `select idx_tup_read::int as read from pg_stat_all_indexes where indexrelname = 'outbox_unrelayed_index'`,
      );
      return row?.read ?? 0;
    };
    const before = await read();
    await relayOutbox(em, { limit: 10, now }, () => Promise.resolve());
    expect((await read()) - before).toBeLessThan(100);
  });

  it('maps a job id to its row', () => {
    expect(outboxIdOfQueueJob(queueJobIdOfOutboxRow(id(1)))).toBe(id(1));
    expect(outboxIdOfQueueJob('repeat:1')).toBeNull();
  });

  it('is relayed by one process at a time, and no job waits for a delivery', async () => {
    for (let index = 0; index < 3; index += 1) await add(index);
    const delivering = Promise.withResolvers<OutboxJob[]>();
    const delivered = Promise.withResolvers<null>();
    const first = relayOutbox(db.orm.em.fork(), { limit: 2, now }, async (batch) => {
      delivering.resolve(batch);
      await delivered.promise;
    });
    const [quick, other] = await delivering.promise;
    expect(await relay()).toEqual([]);
    // A job may end before its delivery does, and its end does not wait for it.
    expect(await deleteFromOutbox(db.orm.em.fork(), [quick!.id])).toBe(1);
    delivered.resolve(null);
    expect(await first).toBe(2);
    expect(checkIds(await relay())).toEqual([id(2)]);
    expect(await review(after(60_000))).toEqual([...checkIds([other!]), id(2)]);
  });

  it('marks jobs as relayed without waiting for one that is ending', async () => {
    await add(1);
    const ending = Promise.withResolvers<null>();
    const deleted = Promise.withResolvers<null>();
    let end = Promise.resolve();
    expect(
      await relayOutbox(db.orm.em.fork(), { limit: 10, now }, async ([job]) => {
        end = db.orm.em.fork().transactional(async (em) => {
          await deleteFromOutbox(em, [job!.id]);
          deleted.resolve(null);
          await ending.promise;
          throw new Error('not saved');
        });
        await deleted.promise;
      }),
    ).toBe(1);
    ending.resolve(null);
    await expect(end).rejects.toThrow('not saved');
    expect(checkIds(await relay())).toEqual([id(1)]);
  });

  it('leaves a job that this release does not know to the release that wrote it', async () => {
    const em = db.orm.em.fork();
    await db.data.add('outbox', { jobName: 'petrol-prices.read' as JobName });
    expect(await relayOutbox(em, { limit: 10, now }, () => Promise.resolve())).toBe(0);
    expect(await db.data.values('outbox', 'jobName')).toEqual(['petrol-prices.read']);
  });
});
