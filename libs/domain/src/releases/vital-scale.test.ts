import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pageSpeedMetrics, ratePageSpeed, webVitalAtP75, webVitalScaleStepOf } from './vital-scale.ts';

const highest = { LCP: 75_000, INP: 12_000, CLS: 0.99, TTFB: 12_000 };
const slack = { LCP: 1.08, INP: 1.08, CLS: 1, TTFB: 1.08 };

describe.each(pageSpeedMetrics)('%s', (metric) => {
  const reading = fc.double({ min: 0, max: highest[metric], noNaN: true });

  test('p75 is at least three quarters of the readings, and hardly more', () => {
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 60 }), (readings) => {
        const counted = readings.map((each) => ({ step: webVitalScaleStepOf(metric, each), readingCount: 1 }));
        const exact = readings.toSorted((a, b) => a - b)[Math.ceil(readings.length * 0.75) - 1] ?? 0;
        const found = webVitalAtP75(metric, counted) ?? -1;
        expect(found).toBeGreaterThanOrEqual(exact - 0.5);
        expect(found).toBeLessThanOrEqual(Math.max(exact * slack[metric] + 0.5, metric === 'LCP' ? 101 : 17));
      }),
    );
  });

  test('accepts any number that a browser may send', () => {
    for (const odd of [0, -1, 1e12, Infinity, NaN]) {
      const step = webVitalScaleStepOf(metric, odd);
      expect(Number.isInteger(step) && step >= 0 && step <= 99).toBe(true);
    }
  });

  test('is unknown without readings', () => {
    expect(webVitalAtP75(metric, [])).toBeNull();
  });
});

test('a fast page is distinguished from a slow one', () => {
  expect(
    webVitalAtP75('CLS', [
      { step: webVitalScaleStepOf('CLS', 0), readingCount: 9 },
      { step: webVitalScaleStepOf('CLS', 0.3), readingCount: 1 },
    ]),
  ).toBe(0);
  expect(webVitalAtP75('LCP', [{ step: webVitalScaleStepOf('LCP', 2_500), readingCount: 1 }])).toBe(2_573);
});

test.each([
  ['LCP', 2_500, 4_000],
  ['INP', 200, 500],
  ['CLS', 0.1, 0.25],
  ['TTFB', 800, 1_800],
] as const)('%s is good up to %d and poor above %d', (metric, good, notPoor) => {
  expect([0, good, good + 0.01, notPoor, notPoor + 0.01].map((p75) => ratePageSpeed(metric, p75))).toEqual([
    'good',
    'good',
    'needs-improvement',
    'needs-improvement',
    'poor',
  ]);
});
