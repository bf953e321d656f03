/** The metrics of `web-vitals`: largest paint and response to input in milliseconds, and the layout shift score. */
export const webVitalMetrics = ['LCP', 'INP', 'CLS'] as const;
export type WebVitalMetric = (typeof webVitalMetrics)[number];

/** What is measured of a page: also the time to its first byte, which is the server's more than the release's. */
export const pageSpeedMetrics = [...webVitalMetrics, 'TTFB'] as const;
export type PageSpeedMetric = (typeof pageSpeedMetrics)[number];

/** The last step of a scale holds all larger readings. */
const lastStep = 99;

interface Scale {
  /** The upper end of a step. */
  endOf: (step: number) => number;
  /** Decimal digits that a reading is shown with. */
  digits: number;
}

/** Each step of a time is 7% longer than the one before, which bounds the relative error of a percentile. */
const times = (first: number): Scale => ({ endOf: (step) => first * 1.07 ** step, digits: 0 });

const scales: Record<PageSpeedMetric, Scale> = {
  LCP: times(100),
  INP: times(16),
  TTFB: times(16),
  CLS: { endOf: (step) => step / 100, digits: 2 },
};

/** The step of the metric's scale, 0 to 99, for a reading. */
export function webVitalScaleStepOf(metric: PageSpeedMetric, reading: number): number {
  const { endOf } = scales[metric];
  let step = 0;
  while (step < lastStep && reading > endOf(step)) step += 1;
  return step;
}

/** The largest reading of a step, as it is shown. */
export function webVitalAtStep(metric: PageSpeedMetric, step: number): number {
  const { endOf, digits } = scales[metric];
  return Number(endOf(step).toFixed(digits));
}

export interface WebVitalStepCount {
  step: number;
  readingCount: number;
}

/** The 75th percentile of the readings, rounded up to the end of its step; null without readings. */
export function webVitalAtP75(metric: PageSpeedMetric, counted: readonly WebVitalStepCount[]): number | null {
  const all = counted.reduce((sum, { readingCount: readings }) => sum + readings, 0);
  if (all === 0) return null;
  let within = 0;
  for (const { step, readingCount: readings } of counted.toSorted((a, b) => a.step - b.step)) {
    within += readings;
    if (within >= all * 0.75) return webVitalAtStep(metric, step);
  }
  return null;
}

export type PageSpeedRating = 'good' | 'needs-improvement' | 'poor';

/** The largest p75 that is good, and that is not poor: https://web.dev/articles/vitals and https://web.dev/articles/ttfb. */
const thresholds: Record<PageSpeedMetric, readonly [good: number, notPoor: number]> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  TTFB: [800, 1_800],
};

/** How a 75th percentile is rated by the thresholds of the web vitals. */
export function ratePageSpeed(metric: PageSpeedMetric, p75: number): PageSpeedRating {
  const [good, notPoor] = thresholds[metric];
  if (p75 <= good) return 'good';
  return p75 <= notPoor ? 'needs-improvement' : 'poor';
}
