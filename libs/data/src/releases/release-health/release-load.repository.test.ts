import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { addReleasePageLoads, type ReleasePageLoadCount, findReleasePageLoads } from './release-load.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'release_loads', 'release_failures', 'release_vitals', 'route_vitals'));

const em = () => db.orm.em.fork();
const hour = (hours: number) => new Date(Date.UTC(2026, 10, 22, hours));
const counted = (version: string, hours: number, loads: number): ReleasePageLoadCount => ({
  name: 'mfe-report',
  version,
  channel: version === 'v2' ? 'canary' : 'stable',
  hour: hour(hours),
  loadCount: loads,
});

it('adds the concurrent counts of several processes, in any order', async () => {
  const own = [counted('v1', 10, 9), counted('v2', 10, 1), counted('v2', 11, 2)];
  await Promise.all([own, own.toReversed(), own].map((rows) => addReleasePageLoads(em(), rows)));
  await addReleasePageLoads(em(), []);
  expect(await findReleasePageLoads(em(), 'mfe-report', hour(10))).toEqual([
    { version: 'v1', channel: 'stable', loadCount: 27 },
    { version: 'v2', channel: 'canary', loadCount: 9 },
  ]);
  expect(await findReleasePageLoads(em(), 'mfe-report', hour(11))).toEqual([
    { version: 'v2', channel: 'canary', loadCount: 6 },
  ]);
  expect(await findReleasePageLoads(em(), 'mfe-search', hour(0))).toEqual([]);
});

it('counts a version separately for each channel that it was in', async () => {
  await addReleasePageLoads(em(), [counted('v2', 10, 3), { ...counted('v2', 10, 4), channel: 'stable' }]);
  expect(await findReleasePageLoads(em(), 'mfe-report', hour(10))).toEqual([
    { version: 'v2', channel: 'canary', loadCount: 3 },
    { version: 'v2', channel: 'stable', loadCount: 4 },
  ]);
});

it('purges old hours, readings and failures in batches, and no younger ones', async () => {
  await addReleasePageLoads(
    em(),
    Array.from({ length: 1_100 }, (_, index) => counted(`v${index}`, 9, 1)).concat(counted('v1', 10, 1)),
  );
  const release = { name: 'mfe-report', version: 'v1' };
  for (const metric of ['LCP', 'INP', 'CLS'] as const) {
    const readings = [9, 10].map((at) => ({ ...release, metric, hour: hour(at), bucket: 7, readingCount: 1 }));
    await db.data.addAll('release_vitals', readings);
  }
  const ofRoute = {
    ...release,
    route: '/report',
    channel: 'stable',
    metric: 'LCP',
    bucket: 7,
    readingCount: 1,
  } as const;
  await db.data.addAll(
    'route_vitals',
    ['2026-11-21', '2026-11-22'].map((day) => ({ ...ofRoute, day })),
  );
  for (const [digit, at] of Object.entries({ a: '2026-11-22T09:59Z', b: '2026-11-22T10:00Z' })) {
    const who = { visitor_hash: digit.repeat(64), network_hash: digit.repeat(64) };
    await db.data.add('release_failures', {
      ...release,
      ...who,
      kind: 'error',
      day: '2026-11-22',
      occurredAt: new Date(at),
    });
  }
  expect(await purgeEntryBatch(em(), 'releaseFigures', { before: hour(10), now: hour(10) })).toBe(1_004);
  expect(await purgeEntryBatch(em(), 'releaseFigures', { before: hour(10), now: hour(10) })).toBe(100);
  expect(await purgeEntryBatch(em(), 'releaseFigures', { before: hour(10), now: hour(10) })).toBe(0);
  expect(await db.data.values('route_vitals', 'day')).toEqual(['2026-11-22']);
  expect(await purgeEntryBatch(em(), 'releaseFailures', { before: hour(10), now: hour(10) })).toBe(1);
  expect(await db.data.values('release_failures', 'occurredAt')).toEqual([hour(10)]);
  expect(await findReleasePageLoads(em(), 'mfe-report', hour(0))).toHaveLength(1);
});
