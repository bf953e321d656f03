import { formatThousands } from '@ve/domain/kernel/text/phrases';
import type { PageSpeedMetric } from '@ve/domain/releases/vital-scale';

const milliseconds = (reading: number): string => `${formatThousands(reading)} ms`;

/** A reading of page speed with its unit: `1.2 s`, `88 ms`; the layout shift is a score. */
export const pageSpeedText: Record<PageSpeedMetric, (reading: number) => string> = {
  LCP: (reading) => `${(reading / 1_000).toFixed(1)} s`,
  INP: milliseconds,
  CLS: (score) => score.toFixed(2),
  TTFB: milliseconds,
};
