import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { findPicture, purgePictures, readPictureBytes } from '@ve/data/picture/vehicle-picture.repository';
import { insertMember, orderFullCheck } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { VehiclePicture } from '@ve/providers/vehicle-picture/vehicle-picture.port';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import { randomUUID } from 'node:crypto';
import { queuePicture } from './pictures.ts';
import { contextFor } from './testing/context-for.ts';
import { scriptedRegisters } from './testing/scripted-registers.ts';
import { licensingOf, scriptedSources } from './testing/scripted-sources.ts';
import { createCheckHandler } from './vdi-check/run.handler.ts';
import { createPictureHandler } from './reports/fetch-picture.handler.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

let now: Date;
let calls: string[];
let checkId: string;
const em = () => db.orm.em.fork();
const png: VehiclePicture = { kind: 'image/png', bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47]) };
const aDay = 86_400_000;

beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00.000Z');
  calls = [];
  await em().execute('truncate users, vehicles, vehicle_pictures, outbox cascade');
  checkId = (await orderFullCheck(em(), await insertMember(em(), now), { registration: 'AB12CDE', now }))!.id;
});

const answering = (answer: VehicleAnswer<VehiclePicture>) => ({
  licenceDays: 30,
  port: {
    find: (registration: string) => {
      calls.push(registration);
      return Promise.resolve(answer);
    },
  },
});
const context = (changes = {}) => contextFor({ orm: db.orm, now: () => now }, changes);
const order = () =>
  em().transactional((tx) => queuePicture(tx, { id: checkId, registration: 'AB12CDE', correlationId: 'c' }, now));
const fetchIt = (pictures: ReturnType<typeof answering> | undefined, changes = {}) =>
  createPictureHandler({ pictures })({ checkId, correlationId: 'c' }, context(changes));
const known = () => findPicture(em(), 'AB12CDE', now);
const jobs = async () =>
  (await em().execute<unknown[]>(`select 1 from outbox where job_name = 'vehicle-pictures.fetch'`)).length;

it('is bought once, kept as long as the licence permits, and then purged', async () => {
  await order();
  expect(await known()).toMatchObject({ state: 'asked' });
  await fetchIt(answering({ state: 'found', data: png }));
  expect(await known()).toMatchObject({ state: 'found', keepUntil: new Date(now.getTime() + 30 * aDay) });
  expect(await readPictureBytes(em(), 'AB12CDE', now)).toEqual({ kind: 'image/png', bytes: Buffer.from(png.bytes) });
  // The job again, and another check of the same car.
  await fetchIt(answering({ state: 'found', data: png }));
  await order();
  expect([calls, await jobs()]).toEqual([['AB12CDE'], 1]);

  now = new Date(now.getTime() + 30 * aDay);
  expect(await known()).toBeNull();
  expect(await readPictureBytes(em(), 'AB12CDE', now)).toBeNull();
  expect(await purgePictures(em(), now)).toBe(1);
  expect(await em().execute('select 1 from vehicle_pictures')).toEqual([]);
});

it('of which the vendor has none, is not asked for again for a month', async () => {
  await order();
  await fetchIt(answering({ state: 'not-held' }));
  await order();
  expect(await known()).toMatchObject({ state: 'none' });
  expect(await jobs()).toBe(1);
});

it('that fails is tried again, then given up for a day; the next check asks again', async () => {
  const slow = answering({ state: 'unavailable', reason: 'timeout' });
  await order();
  await expect(fetchIt(slow)).rejects.toThrow('no picture: timeout');
  expect(await known()).toMatchObject({ state: 'asked' });
  await fetchIt(slow, { lastAttempt: true });
  expect(await known()).toMatchObject({ state: 'failed' });
  await order();
  expect(await known()).toMatchObject({ state: 'asked' });
});

it.each(['unreadable-answer', 'refused', 'budget-spent'] as const)('%s is not paid for twice', async (reason) => {
  await order();
  await fetchIt(answering({ state: 'unavailable', reason }));
  expect(await known()).toMatchObject({ state: 'failed' });
});

it('is not bought after the licence was taken away, nor for a check that nobody ordered', async () => {
  await order();
  await fetchIt(undefined);
  expect(await known()).toMatchObject({ state: 'none' });
  const unknown = createPictureHandler({ pictures: answering({ state: 'not-held' }) });
  await expect(unknown({ checkId: randomUUID(), correlationId: 'c' }, context())).rejects.toThrow(
    UnrecoverableJobError,
  );
  expect(calls).toEqual([]);
});

it.each([
  ['with', 1],
  ['without', 0],
])('a full check %s a licence orders it', async (licence, ordered) => {
  const { sources } = scriptedSources({ licensing: () => ({ state: 'found', data: licensingOf('FORD') }) });
  const pictures = licence === 'with' ? answering({ state: 'not-held' }) : undefined;
  await createCheckHandler({ sources, ...scriptedRegisters(), pictures })({ checkId, correlationId: 'c' }, context());
  expect(await jobs()).toBe(ordered);
});
