import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findVehicle } from '../vehicle/vehicle.repository.ts';
import { listen } from '../notifications.ts';
import { relayOutbox, type OutboxJob } from '../outbox/outbox.repository.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { emptyRecord } from '../testing/vehicle-records.ts';
import {
  closeStuckFetches,
  findVehicleFetch,
  finishVehicleFetch,
  forgetFetches,
  recordFetchStep,
  requestVehicleFetch,
  startVehicleFetch,
  vehicleFetchChannel,
} from './vehicle-fetch.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => db.orm.em.fork().execute('truncate vehicle_fetches, outbox, vehicles'));

const now = new Date('2026-03-01T10:00:00.000Z');
const request = (registration = 'AB12CDE', at = now) =>
  requestVehicleFetch(db.orm.em.fork(), { registration, correlationId: 'request-1', now: at });

const outbox = async (): Promise<OutboxJob[]> => {
  let seen: OutboxJob[] = [];
  await relayOutbox(db.orm.em.fork(), 1000, (batch) => {
    seen = batch;
    return Promise.resolve();
  });
  return seen;
};

describe('a vehicle fetch', () => {
  it('is one for a hundred simultaneous requests, with one job', async () => {
    const rows = await Promise.all(Array.from({ length: 100 }, () => request()));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    expect(rows[0]).toEqual({
      id: rows[0]?.id,
      registration: 'AB12CDE',
      status: 'queued',
      outcome: null,
      steps: [
        { source: 'DVLA', state: 'waiting' },
        { source: 'DVSA', state: 'waiting' },
        { source: 'UKVD', state: 'waiting' },
      ],
      requestedAt: now,
      finishedAt: null,
      correlationId: 'request-1',
    });
    expect(await outbox()).toMatchObject([
      { jobName: 'vehicle-fetch.run', payload: { fetchId: rows[0]?.id, correlationId: 'request-1' } },
    ]);
  });

  it('leaves neither row nor job behind when the caller rolls back', async () => {
    const em = db.orm.em.fork();
    await expect(
      em.transactional(async (transaction) => {
        await requestVehicleFetch(transaction, { registration: 'AB12CDE', correlationId: 'request-1', now });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await outbox()).toEqual([]);
    expect(await em.execute('select * from vehicle_fetches')).toEqual([]);
  });

  it('records steps that come at the same time, and ends with its record', async () => {
    const em = db.orm.em.fork();
    const { id } = await request();
    expect(await startVehicleFetch(em, id)).toMatchObject({
      status: 'running',
      steps: ['DVLA', 'DVSA', 'UKVD'].map((source) => ({ source, state: 'asking' })),
    });
    await Promise.all([
      recordFetchStep(em, id, 'DVLA', 'answered'),
      recordFetchStep(em, id, 'DVSA', 'unavailable'),
      recordFetchStep(em, id, 'UKVD', 'asking'),
    ]);
    expect((await findVehicleFetch(em, id))?.steps).toEqual([
      { source: 'DVLA', state: 'answered' },
      { source: 'DVSA', state: 'unavailable' },
      { source: 'UKVD', state: 'asking' },
    ]);
    const record = emptyRecord('AB12CDE', now.toISOString());
    expect(await finishVehicleFetch(em, id, { outcome: 'found', record })).toBe(true);
    expect(await findVehicleFetch(em, id)).toMatchObject({
      status: 'done',
      outcome: 'found',
      finishedAt: expect.any(Date),
    });
    expect((await findVehicle(em, 'AB12CDE'))?.record).toEqual(record);
  });

  it('is ended once: later steps, starts and ends change nothing', async () => {
    const em = db.orm.em.fork();
    const { id } = await request();
    await finishVehicleFetch(em, id, { outcome: 'not-found' });
    const done = await findVehicleFetch(em, id);
    expect(await startVehicleFetch(em, id)).toBeNull();
    await recordFetchStep(em, id, 'DVLA', 'asking');
    expect(await finishVehicleFetch(em, id, { outcome: 'found' })).toBe(false);
    expect(await findVehicleFetch(em, id)).toEqual(done);
    expect((await request()).id).not.toBe(id);
  });

  it('is unknown by an id that is not there', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect(await findVehicleFetch(db.orm.em.fork(), id)).toBeNull();
    expect(await startVehicleFetch(db.orm.em.fork(), id)).toBeNull();
  });

  it('is closed as unavailable when it is stuck, and only then', async () => {
    const em = db.orm.em.fork();
    const stuck = await request('AB12CDE', new Date('2026-03-01T09:58:59.000Z'));
    const young = await request('FN15FNC', new Date('2026-03-01T09:59:30.000Z'));
    expect(await closeStuckFetches(em, new Date('2026-03-01T09:59:00.000Z'))).toEqual([stuck.id]);
    expect(await findVehicleFetch(em, stuck.id)).toMatchObject({ status: 'done', outcome: 'unavailable' });
    expect(await findVehicleFetch(em, young.id)).toMatchObject({ status: 'queued' });
    expect(await forgetFetches(em, new Date('2026-03-01T09:59:59.000Z'))).toBe(1);
    expect(await findVehicleFetch(em, young.id)).not.toBeNull();
  });

  it('tells of every change, by its id', async () => {
    const heard: (string | null)[] = [];
    const changed = { resolve: (): void => undefined };
    const listener = await listen(db.url, {
      [vehicleFetchChannel]: (payload) => {
        heard.push(payload);
        changed.resolve();
      },
    });
    const heardAfter = async (act: () => Promise<unknown>) => {
      const before = heard.length;
      const next = new Promise<void>((resolve) => (changed.resolve = resolve));
      await act();
      if (heard.length === before) await next;
      return heard.slice(before);
    };
    const em = db.orm.em.fork();
    let id = '';
    expect(await heardAfter(async () => (id = (await request()).id))).toEqual([id]);
    expect(await heardAfter(() => startVehicleFetch(em, id))).toEqual([id]);
    expect(await heardAfter(() => recordFetchStep(em, id, 'DVLA', 'answered'))).toEqual([id]);
    expect(await heardAfter(() => finishVehicleFetch(em, id, { outcome: 'not-found' }))).toEqual([id]);
    await listener.close();
  });
});
