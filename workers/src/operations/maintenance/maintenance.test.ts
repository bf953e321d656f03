import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { addReportReadyMail } from '@ve/data/report/report-ready-mail.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { createUser } from '@ve/data/identity/user/user.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import {
  findVehicleFetch,
  recordVehicleFetchAnswer,
  startVehicleFetch,
} from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { createLogger } from '@ve/server-kit/log/logger';
import { exampleLicensing, scriptedSources } from '../../testing/scripted-sources.ts';
import { scriptedTexts } from '../../testing/scripted-texts.ts';
import { paymentsThatThrow } from '../../testing/scripted-payments.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { endStuckVehicleFetches } from '@ve/app/vehicle/vehicle-fetch/fetch-vehicle';
import { startRepeatingTask } from '../../jobs/repeating-task.ts';
import { startMaintenanceTasks } from './maintenance.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const logger = createLogger({ name: 'test', level: 'silent', format: 'json' });
const now = new Date('2026-03-01T10:00:00.000Z');

describe('maintenance', () => {
  it('closes a fetch unfinished after a minute and a half, and leaves a younger one', async () => {
    const em = db.orm.em.fork();
    const ask = (registration: string, age: number) =>
      requestTestVehicleFetch(em, { registration, now: new Date(now.getTime() - age) });
    const stuck = await ask('AB12CDE', 90_001);
    const young = await ask('FN15FNC', 89_000);
    const maintenance = startMaintenanceTasks({
      orm: db.orm,
      queues: { prune: () => Promise.resolve(0) },
      payments: paymentsThatThrow,
      sources: scriptedSources({}).sources,
      texts: scriptedTexts().texts,
      logger,
      now: () => now,
      sweepMs: 20,
    });
    await waitUntil('it is closed', async () => (await findVehicleFetch(em, stuck.id))?.status === 'done');
    await maintenance.close();
    expect(await findVehicleFetch(em, stuck.id)).toMatchObject({ outcome: 'unavailable' });
    expect(await findVehicleFetch(em, young.id)).toMatchObject({ status: 'queued' });
  });

  it('closes a stuck fetch with the responses of its sources, and notifies those who wait for it', async () => {
    const em = db.orm.em.fork();
    await clearTables(em, 'users', 'vehicle_fetches', 'mails');
    const old = new Date(now.getTime() - 90_001);
    const { id } = await requestTestVehicleFetch(em, { registration: 'KP08KPR', now: old });
    await startVehicleFetch(em, id);
    const licensing = {
      state: 'found',
      source: 'DVLA',
      at: old.toISOString(),
      data: exampleLicensing('FORD'),
    } as const;
    await recordVehicleFetchAnswer(em, id, licensing);
    const userId = (await createUser(em, 'dana@example.com', now))!;
    await addReportReadyMail(em, { userId, registration: 'KP08KPR' }, old);
    expect(await endStuckVehicleFetches(em, { now, listener: crossContextListener })).toEqual([id]);
    expect(await findVehicleFetch(em, id)).toMatchObject({ status: 'done', outcome: 'found' });
    const at = now.toISOString();
    expect((await findVehicleRecord(em, 'KP08KPR'))?.record).toMatchObject({
      fetchedAt: at,
      licensing,
      testing: { state: 'unavailable', at, reason: 'timeout' },
      specification: { state: 'unavailable', at, reason: 'timeout' },
    });
    expect(await db.data.all('mails')).toMatchObject([{ template: 'report-ready', recipient: 'dana@example.com' }]);
    expect(await endStuckVehicleFetches(em, { now, listener: crossContextListener })).toEqual([]);
  });

  it('notifies those who wait even if nothing runs any more', async () => {
    const em = db.orm.em.fork();
    await clearTables(em, 'users', 'vehicle_fetches', 'mails');
    const userId = (await createUser(em, 'dana@example.com', now))!;
    await addReportReadyMail(em, { userId, registration: 'AB12CDE' }, now);
    const maintenance = startMaintenanceTasks({
      orm: db.orm,
      queues: { prune: () => Promise.resolve(0) },
      payments: paymentsThatThrow,
      sources: scriptedSources({}).sources,
      texts: scriptedTexts().texts,
      logger,
      now: () => now,
      sweepMs: 20,
    });
    const mails = () => db.data.values('mails', 'template');
    await waitUntil('the mail is queued', async () => (await mails()).length === 1);
    await maintenance.close();
    expect(await mails()).toEqual(['report-ready']);
  });

  it('purges all old rows in one run, and no young ones', async () => {
    const old = new Date(now.getTime() - 25 * 3_600_000);
    const { data } = db;
    const ended = { status: 'done', outcome: 'not-found', finishedAt: old } as const;
    await data.addAll('vehicle_fetches', Array<typeof ended>(2_500).fill(ended), old);
    const keys = Array.from({ length: 2_500 }, (_, n) => ({ key: `old:${n}`, fullAt: old }));
    await data.addAll('token_buckets', [...keys, { key: 'young', fullAt: new Date(now.getTime() + 1_000) }]);
    const { id: userId } = await data.add('users', {}, old);
    for (const at of [old, new Date(now.getTime() - 23 * 3_600_000)]) {
      await data.add('sign_in_requests', { userId, createdAt: at });
    }
    const session = (made: string, ends: string, revoked: string | null = null) =>
      data.add(
        'sessions',
        { userId, expiresAt: new Date(ends), revokedAt: revoked === null ? null : new Date(revoked) },
        new Date(made),
      );
    await session('2025-12-01', '2026-01-29');
    await session('2026-01-20', '2026-03-20', '2026-01-29');
    const kept = await session('2026-01-20', '2026-02-19');
    const lines: string[] = [];
    const maintenance = startMaintenanceTasks({
      orm: db.orm,
      queues: { prune: () => Promise.resolve(0) },
      payments: paymentsThatThrow,
      sources: scriptedSources({}).sources,
      texts: scriptedTexts().texts,
      logger: createLogger({
        name: 'test',
        level: 'info',
        format: 'json',
        destination: { write: (line) => void lines.push(line) },
      }),
      now: () => now,
      purgeMs: 20,
    });
    await waitUntil('a run is over', () => lines.some((line) => line.includes('"fetches"')));
    await maintenance.close();
    expect(lines.some((line) => line.includes('"fetches":2500'))).toBe(true);
    expect(await data.values('token_buckets', 'key')).toEqual(['young']);
    expect(await data.count('vehicle_fetches', { status: 'done', requestedAt: old })).toBe(0);
    expect(await data.count('sign_in_requests')).toBe(1);
    expect(await data.all('sessions')).toEqual([kept]);
  });

  it('continues after a failed run, one run at a time, until it is closed', async () => {
    let running = 0;
    let runs = 0;
    const repeating = startRepeatingTask(
      { name: 'totals', everyMs: 1, logger, now: () => now, record: () => Promise.resolve() },
      async () => {
        running += 1;
        runs += 1;
        expect(running).toBe(1);
        await Promise.resolve();
        running -= 1;
        if (runs === 1) throw new Error('once');
      },
    );
    await waitUntil('there were three runs', () => runs >= 3);
    await repeating.close();
    const taken = runs;
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toBe(taken);
  });
});
