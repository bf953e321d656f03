import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { publishTestRelease } from '@ve/app/testing/publish-release';
import { clearTables } from '@ve/data/testing/clear-tables';
import { readDatabaseServerFacts } from '@ve/data/kernel/database-server.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { DoctorResult } from './doctor-check.ts';
import { serviceChecks } from './service.checks.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase(2);
});
afterEach(() => clearTables(db.orm.em.fork(), 'users', 'scheduled_jobs', 'release_channels', 'remote_releases'));
afterAll(() => db.close());

const check = async (name: string): Promise<DoctorResult> => {
  const database = { em: () => db.orm.em.fork(), facts: readDatabaseServerFacts(db.orm.em.fork()) };
  const found = serviceChecks({}, database, () => Promise.resolve(now)).find((each) => each.name === name);
  if (!found) throw new Error(`There is no check ${name}`);
  return found.run(AbortSignal.timeout(10_000));
};

const publish = async (name: string): Promise<void> => {
  const release = { name, version: 'v1', routes: [], slots: [], contract: '1.0.0', entry: 'main.ab12.js' };
  const more = { preload: [], styles: [], fonts: [], document: name === 'shell' ? 'index.html' : null };
  await publishTestRelease(db.orm.em.fork(), { ...release, ...more }, 'test', now);
};

it('reports that there is no shell, or no remote', async () => {
  const problem = 'shell or remotes have no stable release';
  expect(await check('releases')).toMatchObject({ state: 'failed', problem });
  await publish('shell');
  expect(await check('releases')).toMatchObject({ state: 'failed', problem });
  await publish('mfe-search');
  expect(await check('releases')).toEqual({ state: 'passed', detail: '2 stable' });
});

it('reports a release that cannot be read', async () => {
  await publish('shell');
  await publish('mfe-search');
  await db.data.set(
    'remote_releases',
    { release: { name: 'mfe-search', version: 'v1' } as never },
    { name: 'mfe-search' },
  );
  expect(await check('releases')).toMatchObject({ problem: 'cannot be read: mfe-search v1' });
});

const aJob = { name: 'totals', intervalMs: 60_000, startedAt: now, finishedAt: now, failureCount: 0 };

it('cannot judge the schedules of workers that never ran', async () => {
  expect(await check('schedules')).toMatchObject({ state: 'not-checked' });
});

it.each([
  ['on time', {}, { state: 'passed', detail: '1 on time' }],
  ['late', { finishedAt: new Date(now.getTime() - 181_000) }, { state: 'failed', problem: 'totals is late' }],
  ['failing', { failureCount: 2, lastError: 'no' }, { state: 'failed', problem: 'totals fails' }],
])('reports a schedule that is %s', async (_, changes, result) => {
  await db.data.add('scheduled_jobs', { ...aJob, ...changes });
  expect(await check('schedules')).toMatchObject(result);
});

const hoursAgo = (hours: number, from = now): Date => new Date(from.getTime() - hours * 3_600_000);
const aRun = { intervalMs: 86_400_000, failureCount: 0 };

describe('a backup without a folder that is read', () => {
  // Its age is compared with the clock of the machine that took it.
  const machineNow = new Date();

  it('is not checked before one was recorded, and missed once it was planned', async () => {
    expect(await check('backup age')).toMatchObject({ state: 'not-checked' });
    await db.data.add('scheduled_jobs', { ...aRun, name: 'backup', startedAt: machineNow });
    expect(await check('backup age')).toMatchObject({ state: 'failed', problem: 'no backup has been taken yet' });
  });

  it.each([
    ['of last night', 25.5, {}, { state: 'passed', detail: 'the newest is 25 hours old' }],
    ['of the night before', 26.5, {}, { state: 'failed', problem: 'the newest is 26 hours old' }],
    ['that failed', 1, { failureCount: 3, lastError: 'no space' }, { state: 'failed', problem: 'no space' }],
  ])('%s is judged by what was recorded', async (_, hours, changes, result) => {
    const startedAt = hoursAgo(hours, machineNow);
    await db.data.add('scheduled_jobs', { ...aRun, name: 'backup', startedAt, finishedAt: machineNow, ...changes });
    expect(await check('backup age')).toMatchObject(result);
    expect(await check('schedules')).toMatchObject({ state: 'not-checked' });
  });
});

describe('the check of a restore', () => {
  it.each([
    ['of this week', 100, {}, { state: 'passed' }],
    [
      'of another week',
      171,
      {},
      { state: 'failed', problem: 'no backup has been restored and compared for more than a week' },
    ],
    [
      'that found a difference',
      1,
      { failureCount: 1, lastError: 'it differs: users is missing' },
      { state: 'failed', problem: 'it differs: users is missing' },
    ],
    ['that has not run', 1, { finishedAt: null }, { state: 'not-checked' }],
  ])('%s is reported', async (_, hours, changes, result) => {
    const [startedAt, finishedAt] = [hoursAgo(hours), hoursAgo(hours)];
    const run = { ...aRun, name: 'restore check', intervalMs: 7 * 86_400_000, startedAt, finishedAt };
    await db.data.add('scheduled_jobs', { ...run, ...changes });
    expect(await check('restore check')).toMatchObject(result);
  });
});

const addAdmin = async (email: string, secondFactor: boolean): Promise<void> => {
  const { id: userId } = await db.data.add('users', { email });
  await db.data.add('user_roles', { userId, role: 'admin', createdAt: now });
  const sealedSecret = `v1.${'A'.repeat(60)}`;
  if (secondFactor) await db.data.add('second_factors', { userId, sealedSecret, lastTotpStep: 1, createdAt: now });
};

it('reports that there is no admin, and those without a second factor', async () => {
  expect(await check('staff')).toMatchObject({ state: 'failed', problem: 'no admin' });
  await addAdmin('one@example.com', true);
  expect(await check('staff')).toEqual({ state: 'passed', detail: '1 with a second factor' });
  await addAdmin('two@example.com', false);
  expect(await check('staff')).toMatchObject({ problem: '1 of 2 admins without a second factor' });
});
