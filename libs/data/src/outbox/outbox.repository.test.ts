import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { addToOutbox, outboxBacklog, relayOutbox, type OutboxJob } from './outbox.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => db.orm.em.fork().execute('truncate outbox'));

const now = new Date('2026-03-01T10:00:00.000Z');
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const add = (index: number) =>
  addToOutbox(db.orm.em.fork(), 'vdi-check.run', { checkId: id(index), correlationId: 'request-1' }, { now });
const checkIds = (batch: OutboxJob[]) => batch.map(({ payload }) => (payload as { checkId: string }).checkId);

describe('the outbox', () => {
  it('refuses a payload that is not of the contract', async () => {
    const payload = { checkId: 'nine', correlationId: 'request-1' };
    const wrong = addToOutbox(db.orm.em.fork(), 'vdi-check.run', payload, { now });
    await expect(wrong).rejects.toThrow();
  });

  it('gives the oldest first, in their order', async () => {
    await db.orm.em.fork().transactional(async (em) => {
      for (const index of [1, 2, 3]) {
        await addToOutbox(em, 'vdi-check.run', { checkId: id(index), correlationId: 'request-1' }, { now });
      }
    });
    const batches: OutboxJob[][] = [];
    const deliver = (batch: OutboxJob[]) => {
      batches.push(batch);
      return Promise.resolve();
    };
    expect(await relayOutbox(db.orm.em.fork(), 2, deliver)).toBe(2);
    expect(await relayOutbox(db.orm.em.fork(), 2, deliver)).toBe(1);
    expect(await relayOutbox(db.orm.em.fork(), 2, deliver)).toBe(0);
    expect(batches.map(checkIds)).toEqual([[id(1), id(2)], [id(3)]]);
    expect(batches[1]?.[0]).toMatchObject({ jobName: 'vdi-check.run' });
  });

  it('lets a job stand for the next of the same dedupe id', async () => {
    const em = db.orm.em.fork();
    for (const [index, dedupeId] of ['same', 'same', 'other', undefined, undefined].entries()) {
      const payload = { checkId: id(index), correlationId: 'request-1' };
      await addToOutbox(em, 'vdi-check.run', payload, { now, ...(dedupeId === undefined ? {} : { dedupeId }) });
    }
    const seen: string[] = [];
    await relayOutbox(em, 10, (batch) => Promise.resolve(void seen.push(...checkIds(batch))));
    expect(seen).toEqual([id(0), id(2), id(3), id(4)]);
  });

  it('keeps what could not be delivered', async () => {
    await add(1);
    const failing = relayOutbox(db.orm.em.fork(), 10, () => Promise.reject(new Error('the queue is down')));
    await expect(failing).rejects.toThrow('the queue is down');
    expect(await relayOutbox(db.orm.em.fork(), 10, () => Promise.resolve())).toBe(1);
  });

  it('says how much waits in it', async () => {
    const em = db.orm.em.fork();
    expect(await outboxBacklog(em, now)).toEqual({ count: 0, oldestSeconds: 0 });
    await add(1);
    expect(await outboxBacklog(em, new Date(now.getTime() + 90_000))).toEqual({ count: 1, oldestSeconds: 90 });
  });

  it('gives two relays different rows', async () => {
    for (let index = 0; index < 40; index += 1) await add(index);
    const seen: string[] = [];
    const arrived = { count: 0, both: Promise.withResolvers<null>() };
    const deliver = async (batch: OutboxJob[]) => {
      seen.push(...checkIds(batch));
      arrived.count += 1;
      if (arrived.count === 2) arrived.both.resolve(null);
      await arrived.both.promise;
    };
    const relays = [1, 2].map(() => relayOutbox(db.orm.em.fork(), 20, deliver));
    expect(await Promise.all(relays)).toEqual([20, 20]);
    expect(new Set(seen).size).toBe(40);
  });

  it('leaves a job that this release does not know to the release that wrote it', async () => {
    const em = db.orm.em.fork();
    await em.execute(`insert into outbox (job_name, payload, created_at) values ('petrol-prices.read', '{}', now())`);
    expect(await relayOutbox(em, 10, () => Promise.resolve())).toBe(0);
    expect(await em.execute('select job_name from outbox')).toEqual([{ job_name: 'petrol-prices.read' }]);
  });
});
