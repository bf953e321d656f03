import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  findVehiclePicture,
  readPictureBytes,
  reopenPictureRequest,
} from '@ve/data/vehicle/picture/vehicle-picture.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { insertPaidTestMember, requestTestFullCheck } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { VehiclePicture } from '@ve/providers/vehicle-picture/vehicle-picture.port';
import type { FailedLookupCharge, VehicleAnswer } from '@ve/providers/vehicle-answer';
import type { PictureUrlAnswer, PictureDownload } from '@ve/providers/vehicle-picture/vehicle-picture.port';
import { RetryLaterError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import { randomUUID } from 'node:crypto';
import { queueVehiclePictureFetch, runFullCheck } from '@ve/app/full-check/run-full-check';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { scriptedPaidSources } from '../../testing/scripted-registers.ts';
import { exampleLicensing, scriptedSources } from '../../testing/scripted-sources.ts';
import { fetchVehiclePicture } from '@ve/app/report/fetch-vehicle-picture';
import { purgeEntryBatch } from '@ve/data/privacy/retention/purge-batch';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

let now: Date;
let calls: string[];
let downloads: string[];
let checkId: string;
const em = () => db.orm.em.fork();
const png: VehiclePicture = { kind: 'image/png', bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47]) };
const aDay = 86_400_000;

beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00.000Z');
  calls = [];
  downloads = [];
  await clearTables(em(), 'users', 'vehicles', 'vehicle_pictures', 'outbox');
  checkId = (await requestTestFullCheck(em(), await insertPaidTestMember(em(), now), { registration: 'AB12CDE', now }))!
    .id;
});

const address = 'https://pictures.example.com/AB12CDE.png';
const answering = (
  looked: VehicleAnswer<PictureUrlAnswer>,
  { charged = 'unknown', ...file }: { charged?: FailedLookupCharge; downloaded?: PictureDownload } = {},
) => ({
  licenceDays: 30,
  port: {
    lookUp: (registration: string) => {
      calls.push(registration);
      return Promise.resolve({ answer: looked, charged });
    },
    download: (from: string) => {
      downloads.push(from);
      return Promise.resolve(file.downloaded ?? { state: 'found' as const, data: png });
    },
  },
});
const there = { state: 'found', data: { address } } as const;
const unavailable = (reason: 'timeout' | 'refused' | 'budget-spent' | 'source-error' | 'unreadable-answer') =>
  ({ state: 'unavailable', reason }) as const;
const context = (changes = {}) => createTestJobContext({ orm: db.orm, now: () => now }, changes);
const order = () =>
  em().transactional((tx) =>
    queueVehiclePictureFetch(tx, { id: checkId, registration: 'AB12CDE', correlationId: 'c' }, now),
  );
const fetchIt = (pictures: ReturnType<typeof answering> | undefined, changes = {}) =>
  fetchVehiclePicture({ pictures })({ checkId, correlationId: 'c' }, context(changes));
const known = () => findVehiclePicture(em(), 'AB12CDE', now);
const jobs = () => db.data.count('outbox', { jobName: 'vehicle-pictures.fetch' });

it('a picture is bought once, kept as long as the licence permits, and then purged', async () => {
  await order();
  expect(await known()).toMatchObject({ state: 'asked' });
  await fetchIt(answering(there));
  expect(await known()).toMatchObject({ state: 'found', retainedUntil: new Date(now.getTime() + 30 * aDay) });
  expect(await readPictureBytes(em(), 'AB12CDE', now)).toEqual({ kind: 'image/png', bytes: Buffer.from(png.bytes) });
  // Runs the job again, and another check of the same car.
  await fetchIt(answering(there));
  await order();
  expect([calls, await jobs()]).toEqual([['AB12CDE'], 1]);

  now = new Date(now.getTime() + 30 * aDay);
  expect(await known()).toBeNull();
  expect(await readPictureBytes(em(), 'AB12CDE', now)).toBeNull();
  expect(await purgeEntryBatch(em(), 'pictures', { before: now, now })).toBe(1);
  expect(await db.data.all('vehicle_pictures')).toEqual([]);
});

it('a picture that the vendor does not have is not requested again for a month', async () => {
  await order();
  await fetchIt(answering({ state: 'not-held' }));
  await order();
  expect(await known()).toMatchObject({ state: 'none' });
  expect(await jobs()).toBe(1);
});

it('an uncharged picture is retried, then given a day’s pause; the next check requests it again', async () => {
  const away = answering({ ...unavailable('source-error'), retryAfterMs: 1_000 }, { charged: 'no' });
  await order();
  await expect(fetchIt(away)).rejects.toThrow(RetryLaterError);
  expect(await known()).toMatchObject({ state: 'asked' });
  await fetchIt(away, { lastAttempt: true });
  expect(await known()).toMatchObject({ state: 'failed' });
  // A retry by staff, then another check.
  await reopenPictureRequest(em(), checkId);
  expect(await known()).toMatchObject({ state: 'asked' });
  await fetchIt(away, { lastAttempt: true });
  await order();
  expect(await known()).toMatchObject({ state: 'asked' });
  expect(calls).toHaveLength(3);
});

it('a picture whose download fails is bought once: retries, also by staff, repeat the download', async () => {
  const failing = answering(there, { downloaded: unavailable('source-error') });
  await order();
  await expect(fetchIt(failing)).rejects.toThrow('no picture: source-error');
  await fetchIt(failing, { lastAttempt: true });
  expect(await known()).toMatchObject({ state: 'failed' });
  await reopenPictureRequest(em(), checkId);
  await fetchIt(answering(there));
  expect(await known()).toMatchObject({ state: 'found' });
  expect([calls, downloads]).toEqual([['AB12CDE'], [address, address, address]]);
  expect(await db.data.values('vehicle_pictures', 'vendorUrl')).toEqual([null]);
});

it.each(['timeout', 'unreadable-answer', 'source-error'] as const)(
  'a picture whose look-up may have been charged (%s) is not paid for twice, not even by a staff retry',
  async (reason) => {
    const lost = answering(unavailable(reason));
    await order();
    await fetchIt(lost);
    expect(await known()).toMatchObject({ state: 'failed' });
    await reopenPictureRequest(em(), checkId);
    await fetchIt(lost);
    expect(await known()).toMatchObject({ state: 'failed' });
    expect(calls).toHaveLength(1);
  },
);

it('a picture that a killed worker looked up is not bought again', async () => {
  const killed = answering(there);
  killed.port.lookUp = () => Promise.reject(new Error('killed'));
  await order();
  await expect(fetchIt(killed)).rejects.toThrow('killed');
  await fetchIt(answering(there));
  expect(await known()).toMatchObject({ state: 'failed' });
  expect(calls).toEqual([]);
});

it.each(['refused', 'budget-spent'] as const)(
  'a picture is not retried by its job after the failure %s',
  async (reason) => {
    await order();
    await fetchIt(answering(unavailable(reason), { charged: 'no' }));
    expect(await known()).toMatchObject({ state: 'failed' });
  },
);

it('a picture is not bought after the licence ended, nor for an unknown check', async () => {
  await order();
  await fetchIt(undefined);
  expect(await known()).toMatchObject({ state: 'none' });
  const unknown = fetchVehiclePicture({ pictures: answering({ state: 'not-held' }) });
  await expect(unknown({ checkId: randomUUID(), correlationId: 'c' }, context())).rejects.toThrow(
    UnrecoverableJobError,
  );
  expect(calls).toEqual([]);
});

it.each([
  ['with', 1],
  ['without', 0],
])('a full check %s a licence orders it', async (licence, ordered) => {
  const { sources } = scriptedSources({ licensing: () => ({ state: 'found', data: exampleLicensing('FORD') }) });
  const pictures = licence === 'with' ? answering({ state: 'not-held' }) : undefined;
  await runFullCheck({ sources, ...scriptedPaidSources(), pictures })({ checkId, correlationId: 'c' }, context());
  expect(await jobs()).toBe(ordered);
});
