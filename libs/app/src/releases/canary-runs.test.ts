import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { canaryVerdict } from '@ve/domain/releases/canary-verdict';
import { judgeCanaries } from './judge-canaries.ts';
import { moveRelease } from './move-release.ts';
import { addTestReleaseVisits, startTestCanary } from '../testing/canary-runs.ts';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { minimalReleaseFiles, publishTestRelease } from '../testing/publish-release.ts';
import {
  findCanaryPairs,
  lockUnchangedCanaryPair,
  readCanaryRunFigures,
  canaryComparedSince,
} from '@ve/data/releases/release-health/canary-run.repository';
import {
  addReleaseWebVitals,
  type WebVitalReadingCount,
  findReleaseWebVitals,
} from '@ve/data/releases/release-health/release-vital.repository';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() =>
  clearTables(em(), 'remote_releases', 'release_moves', 'release_loads', 'release_failures', 'release_vitals'),
);

const em = () => db.orm.em.fork();
const began = new Date('2026-11-22T10:20:00Z');
const later = (minutes: number) => new Date(began.getTime() + minutes * 60_000);
const giveTo = (share: number, at: Date) =>
  moveRelease(em(), { name: 'mfe-report', move: { action: 'canary', version: 'v2', share }, by: 'test' }, at);
const onlyPair = async () => {
  const [pair] = await findCanaryPairs(em());
  if (pair === undefined) throw new Error('no canary runs');
  return pair;
};

it('counts page loads, and visitors with failures, of both since they run together', async () => {
  await startTestCanary(em(), {}, began);
  // From an earlier run.
  await addTestReleaseVisits(em(), { version: 'v2', channel: 'canary', loads: 9 }, { count: 5 }, later(-90));
  await addTestReleaseVisits(
    em(),
    { version: 'v2', channel: 'canary', loads: 40 },
    { count: 3, network: 'one' },
    later(1),
  );
  await addTestReleaseVisits(
    em(),
    { version: 'v2', channel: 'canary', loads: 2 },
    { count: 2, kind: 'failed-load' },
    later(2),
  );
  await addTestReleaseVisits(
    em(),
    { version: 'v1', channel: 'stable', loads: 400 },
    { count: 4, network: 'one' },
    later(3),
  );
  await addTestReleaseVisits(
    em(),
    { version: 'v1', channel: 'stable', loads: 7, name: 'mfe-search' },
    { count: 1 },
    later(3),
  );
  const { canary, stable, run } = await readCanaryRunFigures(em(), await onlyPair());
  expect(run).toEqual({ share: 10, stable: { loads: 400, faulty: 4 }, canary: { loads: 42, faulty: 3 } });
  expect(canary.faults).toEqual({ visitors: 3, networks: 3, kinds: { error: 3, 'failed-load': 2 } });
  expect(stable.faults).toEqual({ visitors: 4, networks: 1, kinds: { error: 4, 'failed-load': 0 } });
});

it('compares from the start of the later of the two', async () => {
  // Older than the canary, which continues next to it.
  await publishTestRelease(em(), release('v3'), 'test', later(-10), minimalReleaseFiles);
  await startTestCanary(em(), {}, began);
  expect(canaryComparedSince(await onlyPair())).toEqual(began);
  await moveRelease(em(), { name: 'mfe-report', move: { action: 'stable', version: 'v3' }, by: 'test' }, later(70));
  expect(canaryComparedSince(await onlyPair())).toEqual(later(70));
});

it.each([[[50, 10]], [[2, 50]], [[10, 50, 10]], [[50, 25, 5, 50]]])(
  'judges two equal releases as equal while the share becomes %j and the same visitors return',
  async (shares) => {
    await startTestCanary(em(), { share: 99 }, began);
    for (const [index, share] of shares.entries()) {
      // Half an hour after the previous share, so that one hour has page loads of both.
      const from = later(90 * index);
      await giveTo(share, from);
      // The same visitors meet the failure with either release, and return more and more often.
      for (let hour = 0; hour < 2; hour += 1) {
        const at = new Date(from.getTime() + hour * 3_540_000);
        const visits = (of: number) =>
          [{ loads: of * 10 ** (2 * index + 1) }, { count: Math.round(of * 0.6) }] as const;
        const [canary, canaryFaulty] = visits(share);
        const [stable, stableFaulty] = visits(100 - share);
        await addTestReleaseVisits(em(), { version: 'v2', channel: 'canary', ...canary }, canaryFaulty, at);
        await addTestReleaseVisits(em(), { version: 'v1', channel: 'stable', ...stable }, stableFaulty, at);
        const { run } = await readCanaryRunFigures(em(), await onlyPair());
        expect(canaryVerdict(run).verdict).toBe('as-good');
        expect(run).toMatchObject({
          share,
          canary: { faulty: canaryFaulty.count },
          stable: { faulty: stableFaulty.count },
        });
      }
    }
  },
);

it('finds no pair without a canary, or without a stable release next to it', async () => {
  await publishTestRelease(em(), release('v1'), 'test', began);
  expect(await findCanaryPairs(em())).toEqual([]);
  await startTestCanary(em(), {}, began);
  await db.data.remove('release_channels', { channel: 'stable' });
  expect(await findCanaryPairs(em())).toEqual([]);
});

it('rejects a judged pair after one of its releases was moved', async () => {
  await startTestCanary(em(), {}, began);
  const pair = await onlyPair();
  const holds = () => em().transactional((transaction) => lockUnchangedCanaryPair(transaction, pair));
  expect(await holds()).toBe(true);
  await giveTo(50, later(1));
  expect(await holds()).toBe(false);
  await giveTo(10, later(2));
  expect(await holds()).toBe(false);
  await moveRelease(em(), { name: 'mfe-report', move: { action: 'rollback' }, by: 'test' }, later(3));
  expect(await holds()).toBe(false);
});

it('adds the readings of several processes', async () => {
  const reading = (step: number, readings: number): WebVitalReadingCount => ({
    name: 'mfe-report',
    version: 'v1',
    metric: 'LCP',
    hour: new Date('2026-11-22T10:00:00Z'),
    step,
    readingCount: readings,
  });
  const own = [reading(30, 1), reading(31, 2)];
  await Promise.all([own, own.toReversed()].map((rows) => addReleaseWebVitals(em(), rows)));
  await addReleaseWebVitals(em(), []);
  const found = await findReleaseWebVitals(em(), 'mfe-report', new Date('2026-11-22T10:00:00Z'));
  expect(found.toSorted((a, b) => a.step - b.step)).toEqual([
    { version: 'v1', metric: 'LCP', step: 30, readingCount: 2 },
    { version: 'v1', metric: 'LCP', step: 31, readingCount: 4 },
  ]);
  expect(await findReleaseWebVitals(em(), 'mfe-report', new Date('2026-11-22T11:00:00Z'))).toEqual([]);
});

function release(version: string) {
  return {
    name: 'mfe-report',
    version,
    routes: ['/mfe-report'],
    slots: [],
    contract: '2.0.0',
    entry: 'remoteEntry.js',
    preload: [],
    styles: [],
    fonts: [],
    document: null,
  };
}

it('judges each canary by the figures of its run', async () => {
  expect(await judgeCanaries(em())).toEqual([]);
  await startTestCanary(em(), {}, began);
  expect(await judgeCanaries(em())).toMatchObject([{ name: 'mfe-report', verdict: 'too-few' }]);
  await addTestReleaseVisits(em(), { version: 'v2', channel: 'canary', loads: 100 }, { count: 40 }, later(1));
  await addTestReleaseVisits(em(), { version: 'v1', channel: 'stable', loads: 100 }, { count: 0 }, later(1));
  const { run } = await readCanaryRunFigures(em(), await onlyPair());
  expect(await judgeCanaries(em())).toEqual([{ name: 'mfe-report', ...canaryVerdict(run) }]);
  expect(canaryVerdict(run).verdict).toBe('worse');
});
