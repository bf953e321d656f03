import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDatabaseTime } from '@ve/data/kernel/database-time';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { vehicleRecordWithoutData } from '@ve/data/testing/vehicle-records';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { findVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { vehicleFetchTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import { compileCache, runBundled } from '@ve/server-kit/testing/bundled-script';
import { startFailingVendors } from '@ve/workers/testing/vendors-without-records';
import { waitUntil } from '@ve/workers/testing/wait-until';
import { workersEnvironment } from '@ve/workers/testing/workers-environment';

const root = fileURLToPath(new URL('../..', import.meta.url));
const skewedMachine = fileURLToPath(new URL('../src/testing/skew-machine-clock.ts', import.meta.url));
const minute = 60_000;
const day = 1_440 * minute;

let vendors: Awaited<ReturnType<typeof startFailingVendors>>;
beforeAll(async () => {
  vendors = await startFailingVendors();
});
afterAll(() => vendors.close());

/** Starts a workers process on a machine with a wrong clock, with a database whose clock is right. */
const startSkewed = async (databaseUrl: string, skewMs: number) => {
  const child = spawn(process.execPath, await runBundled('workers', skewedMachine), {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      MACHINE_SKEW_MS: String(skewMs),
      PARENT_PIPE: '1',
      ...workersEnvironment(databaseUrl, vendors.url),
    },
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // Four processes start at the same time, perhaps on a busy machine.
  await waitUntil('the workers are ready', () => text.includes('process_ready'), 45_000);
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { stop, workersUrl: /"url":"([^"]+)"/.exec(text)?.[1] ?? '' };
};

const skews = [
  ['two minutes ahead', 2 * minute],
  ['two minutes behind', -2 * minute],
  ['a day ahead', day],
  ['a day behind', -day],
] as const;

/** Starts workers with a wrong clock, with twelve live fetches and a stuck one. */
const openTestEnvironment = async (skewMs: number) => {
  const db = await openTestDatabase(4);
  const em = () => db.orm.em.fork();
  const now = () => readDatabaseTime(em());
  const { stop, workersUrl } = await startSkewed(db.url, skewMs);
  const began = (await now()).getTime();
  // Running fetches without a job, like those of another process: only their age decides.
  const insert = async (registration: string, ageMs: number): Promise<string> => {
    const row = await db.data.add('vehicle_fetches', {
      registration,
      status: 'running',
      steps: { DVLA: 'asking', DVSA: 'asking', UKVD: 'asking' },
      requestedAt: new Date(began - ageMs),
      correlationId: 'request-1',
    });
    return row.id;
  };
  const live = await Promise.all(Array.from({ length: 12 }, (_unused, index) => insert(`LV${index}`, index * 1_000)));
  const stuck = await insert('STUCK', vehicleFetchTimeLimits.closedMs + 1_000);
  const close = async () => {
    await stop();
    await db.close();
  };
  return { em, now, live, stuck, workersUrl, close };
};

describe('workers on a machine with a clock that is', () => {
  // They start together, since each sweeps every five seconds.
  let worlds: Map<string, Awaited<ReturnType<typeof openTestEnvironment>>>;
  beforeAll(async () => {
    worlds = new Map(
      await Promise.all(skews.map(async ([name, skewMs]) => [name, await openTestEnvironment(skewMs)] as const)),
    );
  });
  afterAll(() => Promise.all([...worlds.values()].map((world) => world.close())));

  it.each(skews.map(([name]) => name))('%s close the stuck fetch and none of the twelve live ones', async (name) => {
    const { em, live, stuck } = worlds.get(name)!;
    const statusOf = async (id: string) => (await findVehicleFetch(em(), id))?.status;
    await waitUntil('the one that hangs is closed', async () => (await statusOf(stuck)) === 'done');
    expect(await Promise.all(live.map(statusOf))).toEqual(live.map(() => 'running'));
  });

  it.each([...skews])('%s expose the offset of the clock', async (name, skewMs) => {
    const metrics = await (await fetch(`${worlds.get(name)!.workersUrl}/metrics`)).text();
    const offset = Number(/^clock_offset_seconds (.+)$/m.exec(metrics)?.[1]);
    expect(Math.abs(offset + skewMs / 1_000)).toBeLessThan(1);
  });

  it.each(skews.map(([name]) => name))('%s use a record’s true age, and record the true time', async (name) => {
    const { em, now } = worlds.get(name)!;
    const began = await now();
    const ask = async (registration: string, ageMs: number) => {
      await saveVehicleRecordIfNewer(
        em(),
        vehicleRecordWithoutData(registration, new Date(began.getTime() - ageMs).toISOString()),
      );
      return (await requestTestVehicleFetch(em(), { registration, correlationId: 'request-1', now: began })).id;
    };
    const done = async (id: string) => {
      await waitUntil('it is done', async () => (await findVehicleFetch(em(), id))?.status === 'done');
      return findVehicleFetch(em(), id);
    };
    const [fresh, stale] = [await ask('FR35SHH', 4 * minute), await ask('ST4LE', 6 * minute)];
    // DVLA has neither vehicle: only the record that is old enough to be fetched again becomes not found.
    expect(await done(fresh)).toMatchObject({ outcome: 'found' });
    const asked = await done(stale);
    expect(asked).toMatchObject({ outcome: 'not-found' });
    const finishedAt = asked?.finishedAt?.getTime() ?? 0;
    expect(finishedAt).toBeGreaterThanOrEqual(began.getTime() - 100);
    expect(finishedAt).toBeLessThanOrEqual((await now()).getTime() + 100);
  });
});
