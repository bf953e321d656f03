import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { seededRandom } from '../testing/seeded-random.ts';
import {
  type CanaryPairFailures,
  canaryVerdict,
  maxFalseRollbackShare,
  releaseFailureRate,
  isCanaryWorse,
  minPageLoadsForVerdict,
  minNetworksForRollback,
} from './canary-verdict.ts';

const verdictOf = (share: number, canary: [number, number], stable: [number, number]) =>
  canaryVerdict({
    share,
    canary: { loads: canary[0], faulty: canary[1] },
    stable: { loads: stable[0], faulty: stable[1] },
  });

test.each([
  [10, [500, 41], [4_480, 3], 'worse'],
  [10, [500, 41], [4_480, 367], 'as-good'],
  [10, [500, 4], [4_480, 0], 'as-good'],
  [10, [19, 19], [180, 0], 'too-few'],
  [10, [20, 20], [19, 0], 'too-few'],
  [100, [5_000, 5_000], [0, 0], 'too-few'],
  [50, [1_000, 30], [1_000, 10], 'as-good'],
  [50, [1_000, 60], [1_000, 10], 'worse'],
  // A handful of networks among ten thousand page loads.
  [10, [10_000, 20], [90_000, 0], 'too-few-networks'],
  [10, [10_000, 49], [90_000, 0], 'too-few-networks'],
  [10, [10_000, 50], [90_000, 0], 'worse'],
  [10, [1_001, 5], [9_009, 0], 'too-few-networks'],
  [10, [1_001, 6], [9_009, 0], 'worse'],
  [1, [400, 4], [39_600, 0], 'too-few-networks'],
  // Five times the failures of stable, in more networks than are ever required.
  [10, [20_000, 80], [180_000, 144], 'worse'],
  [10, [2_000_000, 50], [18_000_000, 0], 'worse'],
] as const)('a canary for %d%% with %j and stable with %j is %s', (share, canary, stable, verdict) => {
  expect(verdictOf(share, [...canary], [...stable]).verdict).toBe(verdict);
});

test('explains itself with figures', () => {
  expect(verdictOf(10, [500, 41], [4_480, 3]).because).toBe(
    'Faults met by 41 networks in 500 page loads (8.2%) of the canary, and by 3 visitors in 4,480 page loads (under 0.1%) of stable. By chance fewer than one canary in 1,000 would ever look like this.',
  );
  expect(verdictOf(10, [500, 1], [4_480, 0]).because).toBe(
    'Faults met by 1 network in 500 page loads (0.2%) of the canary, and by no visitor in 4,480 page loads (0%) of stable. That is no evidence that the canary is worse.',
  );
  expect(verdictOf(10, [10_000, 20], [90_000, 0]).because).toBe(
    'Faults met by 20 networks in 10,000 page loads (0.2%) of the canary, and by no visitor in 90,000 page loads (0%) of stable. Those are more faults than stable has, met in too few networks to act on: it takes 50.',
  );
  expect(verdictOf(10, [1, 1], [9, 0]).because).toBe(
    '1 page load of the canary so far: a verdict needs 20 of each, and a rollback faults met by 5 networks (1 so far).',
  );
});

test.each([
  [0, 0, '0%'],
  [1_000, 0, '0%'],
  [10_000, 1, 'under 0.1%'],
  [1_000, 25, '2.5%'],
  [2, 3, '100%'],
])('of %d page loads %d are %s', (loads, faulty, words) => {
  expect(releaseFailureRate({ loads, faulty })).toBe(words);
});

const sample = fc.integer({ min: 0, max: 20_000 }).chain((loads) =>
  fc.record({
    loads: fc.constant(loads),
    faulty: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: loads })),
  }),
);
const run: fc.Arbitrary<CanaryPairFailures> = fc.record({
  share: fc.integer({ min: 1, max: 100 }),
  canary: sample,
  stable: sample,
});

describe('any run', () => {
  test('has the verdict that the test alone has', () => {
    fc.assert(
      fc.property(run, (of) => {
        expect(canaryVerdict(of).verdict === 'worse').toBe(isCanaryWorse(of));
      }),
    );
  });

  test('is never worse below the minimum', () => {
    fc.assert(
      fc.property(run, (of) => {
        if (
          of.canary.loads >= minPageLoadsForVerdict &&
          of.stable.loads >= minPageLoadsForVerdict &&
          of.canary.faulty >= minNetworksForRollback
        )
          return;
        expect(isCanaryWorse(of)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('stays worse with more failures of the canary, and fewer of stable', () => {
    let worse = 0;
    fc.assert(
      fc.property(run, fc.integer({ min: 0, max: 5_000 }), (of, more) => {
        if (!isCanaryWorse(of)) return;
        worse += 1;
        const { canary, stable } = of;
        expect(isCanaryWorse({ ...of, canary: { ...canary, faulty: canary.faulty + more } })).toBe(true);
        expect(isCanaryWorse({ ...of, stable: { ...stable, faulty: Math.max(0, stable.faulty - more) } })).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(worse).toBeGreaterThan(100);
  });

  test('is never made worse by forged page loads of stable', () => {
    fc.assert(
      fc.property(run, fc.integer({ min: 1, max: 10_000_000 }), (of, forged) => {
        const { canary, stable } = of;
        // Page loads of stable that are at least in proportion to the share: fewer would not be a forgery.
        const fair = {
          ...stable,
          loads: Math.max(minPageLoadsForVerdict, stable.loads, (canary.loads * (100 - of.share)) / of.share),
        };
        if (isCanaryWorse({ ...of, stable: fair })) return;
        expect(isCanaryWorse({ ...of, stable: { ...fair, loads: fair.loads + forged } })).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});

/**
 * Adds page loads one by one and tests after every twentieth; returns the number of page loads at the first `worse`, or
 * null.
 */
function life(
  random: () => number,
  share: number,
  rates: { canary: number; stable: number },
  maxLoads: number,
): number | null {
  const canary = { loads: 0, faulty: 0 };
  const stable = { loads: 0, faulty: 0 };
  for (let load = 1; load <= maxLoads; load += 1) {
    const isCanary = random() * 100 < share;
    const release = isCanary ? canary : stable;
    release.loads += 1;
    if (random() < (isCanary ? rates.canary : rates.stable)) release.faulty += 1;
    if (load % 20 === 0 && isCanaryWorse({ share, canary, stable })) return load;
  }
  return null;
}

describe('over the whole lifetime of a canary', () => {
  test.each([
    [5, 0.02],
    [10, 0.1],
    [50, 0.05],
  ])(
    'one for %d%% with as many failures (%d) as stable is rolled back no more often than the level allows',
    (share, rate) => {
      const random = seededRandom(14);
      const lives = 1_000;
      let alarms = 0;
      for (let each = 0; each < lives; each += 1) {
        if (life(random, share, { canary: rate, stable: rate }, 2_000) !== null) alarms += 1;
      }
      expect(alarms / lives).toBeLessThanOrEqual(maxFalseRollbackShare);
    },
  );

  test.each([
    [5, 0.02],
    [10, 0],
    [10, 0.02],
    [50, 0.02],
  ])(
    'one for %d%% that fails on every page load is rolled back within 40 of them, with stable failing at %d',
    (share, rate) => {
      const random = seededRandom(41);
      for (let each = 0; each < 200; each += 1) {
        const loads = life(random, share, { canary: 1, stable: rate }, 4_000);
        expect(loads).not.toBeNull();
        expect((loads ?? Infinity) * (share / 100)).toBeLessThanOrEqual(40);
      }
    },
  );

  test('one with three times as many failures is rolled back within 5,000 page loads', () => {
    const random = seededRandom(7);
    const found = Array.from({ length: 100 }, () => life(random, 20, { canary: 0.09, stable: 0.03 }, 5_000));
    expect(found.filter((loads) => loads !== null).length).toBeGreaterThanOrEqual(95);
  });
});
