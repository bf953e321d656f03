import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { orderVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { findVehicleFetch } from '@ve/data/vehicle-fetch/vehicle-fetch.repository';
import { createLogger } from '@ve/server-kit/log/logger';
import { waitUntil } from '../testing/wait-until.ts';
import { repeat } from './repeat.ts';
import { startUpkeep } from './upkeep.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const logger = createLogger({ name: 'test', level: 'silent', format: 'json' });
const now = new Date('2026-03-01T10:00:00.000Z');

describe('upkeep', () => {
  it('closes a fetch that nobody finished for a minute, and leaves a younger one', async () => {
    const em = db.orm.em.fork();
    const ask = (registration: string, age: number) =>
      orderVehicleFetch(em, { registration, now: new Date(now.getTime() - age) });
    const stuck = await ask('AB12CDE', 60_001);
    const young = await ask('FN15FNC', 59_000);
    const upkeep = startUpkeep({
      orm: db.orm,
      queues: { tidy: () => Promise.resolve(0) },
      logger,
      now: () => now,
      sweepMs: 20,
    });
    await waitUntil('it is closed', async () => (await findVehicleFetch(em, stuck.id))?.status === 'done');
    await upkeep.close();
    expect(await findVehicleFetch(em, stuck.id)).toMatchObject({ outcome: 'unavailable' });
    expect(await findVehicleFetch(em, young.id)).toMatchObject({ status: 'queued' });
  });

  it('goes on after a turn that failed, one turn at a time, until it is closed', async () => {
    let running = 0;
    let turns = 0;
    const repeating = repeat('test', 1, logger, async () => {
      running += 1;
      turns += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      if (turns === 1) throw new Error('once');
    });
    await waitUntil('three turns were taken', () => turns >= 3);
    await repeating.close();
    const taken = turns;
    await new Promise((resolve) => setImmediate(resolve));
    expect(turns).toBe(taken);
  });
});
