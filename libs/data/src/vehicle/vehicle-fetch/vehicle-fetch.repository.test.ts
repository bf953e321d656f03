import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listenToNotifyChannels } from '../../kernel/notifications.ts';
import type { AnsweredRecordSection } from '@ve/domain/vehicle/record/vehicle-record';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import {
  endVehicleFetch,
  findUnfinishedVehicleFetch,
  findStuckVehicleFetches,
  findVehicleFetch,
  insertVehicleFetch,
  recordVehicleFetchAnswer,
  startVehicleFetch,
  vehicleFetchNotifyChannel,
} from './vehicle-fetch.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'vehicle_fetches'));

const now = new Date('2026-03-01T10:00:00.000Z');
const at = now.toISOString();
const notHeld = (source: AnsweredRecordSection['source']): AnsweredRecordSection => ({ state: 'not-held', source, at });
const down = (source: AnsweredRecordSection['source']): AnsweredRecordSection => ({
  state: 'unavailable',
  source,
  at,
  reason: 'timeout',
});

const request = (registration = 'AB12CDE', at = now) =>
  insertVehicleFetch(db.orm.em.fork(), { registration, correlationId: 'request-1', now: at });

const requested = async (registration?: string, at?: Date) => {
  const row = await request(registration, at);
  if (!row) throw new Error('another is live');
  return row;
};

describe('a vehicle fetch', () => {
  it('is shared by a hundred simultaneous requests', async () => {
    const rows = await Promise.all(Array.from({ length: 100 }, () => request()));
    const [row, ...more] = rows.filter((each) => each !== null);
    expect(more).toEqual([]);
    expect(row).toEqual({
      id: row?.id,
      registration: 'AB12CDE',
      status: 'queued',
      outcome: null,
      steps: [
        { source: 'DVLA', state: 'waiting' },
        { source: 'DVSA', state: 'waiting' },
        { source: 'UKVD', state: 'waiting' },
      ],
      sections: {},
      requestedAt: now,
      finishedAt: null,
      correlationId: 'request-1',
    });
    expect(await findUnfinishedVehicleFetch(db.orm.em.fork(), 'AB12CDE')).toEqual(row);
    expect(await findUnfinishedVehicleFetch(db.orm.em.fork(), 'FN15FNC')).toBeNull();
  });

  it('stores concurrent responses, and ends', async () => {
    const em = db.orm.em.fork();
    const { id } = await requested();
    expect(await startVehicleFetch(em, id)).toMatchObject({
      status: 'running',
      steps: ['DVLA', 'DVSA', 'UKVD'].map((source) => ({ source, state: 'asking' })),
    });
    await Promise.all([
      recordVehicleFetchAnswer(em, id, notHeld('DVLA')),
      recordVehicleFetchAnswer(em, id, down('DVSA')),
      recordVehicleFetchAnswer(em, id, notHeld('UKVD')),
    ]);
    expect(await findVehicleFetch(em, id)).toMatchObject({
      steps: [
        { source: 'DVLA', state: 'answered' },
        { source: 'DVSA', state: 'unavailable' },
        { source: 'UKVD', state: 'answered' },
      ],
      sections: { licensing: notHeld('DVLA'), testing: down('DVSA'), specification: notHeld('UKVD') },
    });
    const ended = new Date(now.getTime() + 3_000);
    expect(await endVehicleFetch(em, id, { outcome: 'found', now: ended })).toBe(true);
    expect(await findVehicleFetch(em, id)).toMatchObject({
      status: 'done',
      outcome: 'found',
      finishedAt: ended,
      sections: {},
    });
  });

  it('is ended once: later steps, starts and ends change nothing', async () => {
    const em = db.orm.em.fork();
    const { id } = await requested();
    await endVehicleFetch(em, id, { outcome: 'not-found', now });
    const done = await findVehicleFetch(em, id);
    expect(await startVehicleFetch(em, id)).toBeNull();
    await recordVehicleFetchAnswer(em, id, notHeld('DVLA'));
    expect(await endVehicleFetch(em, id, { outcome: 'found', now })).toBe(false);
    expect(await findVehicleFetch(em, id)).toEqual(done);
    expect((await requested()).id).not.toBe(id);
  });

  it('keeps the responses of an interrupted run, and requests the other sources again', async () => {
    const em = db.orm.em.fork();
    const { id } = await requested();
    await startVehicleFetch(em, id);
    await recordVehicleFetchAnswer(em, id, notHeld('DVLA'));
    await recordVehicleFetchAnswer(em, id, down('DVSA'));
    expect(await startVehicleFetch(em, id)).toMatchObject({
      steps: [
        { source: 'DVLA', state: 'answered' },
        { source: 'DVSA', state: 'asking' },
        { source: 'UKVD', state: 'asking' },
      ],
      sections: { licensing: notHeld('DVLA') },
    });
    // The interrupted run may still be alive, and late.
    await recordVehicleFetchAnswer(em, id, down('DVLA'));
    await recordVehicleFetchAnswer(em, id, notHeld('DVSA'));
    expect((await findVehicleFetch(em, id))?.sections).toEqual({
      licensing: notHeld('DVLA'),
      testing: notHeld('DVSA'),
    });
  });

  it('is null for an unknown id', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect(await findVehicleFetch(db.orm.em.fork(), id)).toBeNull();
    expect(await startVehicleFetch(db.orm.em.fork(), id)).toBeNull();
  });

  it('is stuck when it is not done in time, or was requested by a clock set back since', async () => {
    const em = db.orm.em.fork();
    const stuck = await requested('AB12CDE', new Date('2026-03-01T09:58:59.000Z'));
    const young = await requested('FN15FNC', new Date('2026-03-01T09:59:30.000Z'));
    const fromAFutureClock = await requested('ST17STL', new Date('2027-03-01T09:59:30.000Z'));
    const found = await findStuckVehicleFetches(em, { before: new Date('2026-03-01T09:59:00.000Z'), now });
    expect(found.map(({ id }) => id).toSorted()).toEqual([stuck.id, fromAFutureClock.id].toSorted());
    for (const { id } of found) await endVehicleFetch(em, id, { outcome: 'unavailable', now });
    expect(await findStuckVehicleFetches(em, { before: new Date('2026-03-01T09:59:00.000Z'), now })).toEqual([]);
    expect(
      await purgeEntryBatch(em, 'fetches', {
        before: new Date('2026-03-01T09:59:59.000Z'),
        now: new Date('2026-03-01T09:59:59.000Z'),
      }),
    ).toBe(1);
    expect(await findVehicleFetch(em, young.id)).not.toBeNull();
  });

  it('notifies of every change with its id', async () => {
    const payloads: (string | null)[] = [];
    const changed = { resolve: (): void => undefined };
    const listener = await listenToNotifyChannels(db.url, {
      [vehicleFetchNotifyChannel]: (payload) => {
        payloads.push(payload);
        changed.resolve();
      },
    });
    const payloadsAfter = async (act: () => Promise<unknown>) => {
      const before = payloads.length;
      const next = new Promise<void>((resolve) => (changed.resolve = resolve));
      await act();
      if (payloads.length === before) await next;
      return payloads.slice(before);
    };
    const em = db.orm.em.fork();
    let id = '';
    expect(await payloadsAfter(async () => (id = (await requested()).id))).toEqual([id]);
    expect(await payloadsAfter(() => startVehicleFetch(em, id))).toEqual([id]);
    expect(await payloadsAfter(() => recordVehicleFetchAnswer(em, id, notHeld('DVLA')))).toEqual([id]);
    expect(await payloadsAfter(() => endVehicleFetch(em, id, { outcome: 'not-found', now }))).toEqual([id]);
    await listener.close();
  });
});
