import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
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
