import type { PageSpeed } from '@ve/contracts/http/releases/release-speed';
import { sendPageSpeed } from '@ve/mfe-kit/send-page-speed';
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';

type Measure = (
  onReading: (metric: Pick<Metric, 'name' | 'value'>) => void,
  options: { reportAllChanges: true },
) => void;

/** The page that is measured. */
export interface MeasuredPage {
  /** Remote and release that own it: `mfe-report@1a2b3c`. */
  remote: string;
  /** Its route in the remote's manifest, without anything of its address: `/blog/:id`. */
  route: string;
}

/**
 * Sends TTFB, LCP, INP and CLS of this page once, when it is first left or hidden. `isSamePage`: the page that is shown
 * is still the measured one; values of later pages are not attributed to it.
 */
export function reportWebVitals(
  page: MeasuredPage,
  isSamePage: () => boolean,
  measures: readonly Measure[] = [onTTFB, onLCP, onINP, onCLS],
): void {
  const readings: PageSpeed['readings'] = {};
  const keep = ({ name, value }: Pick<Metric, 'name' | 'value'>): void => {
    if (!isSamePage()) return;
    if (name === 'CLS') readings.CLS = Math.round(value * 1_000) / 1_000;
    else if (name !== 'FCP') readings[name] = Math.round(value);
  };
  for (const measure of measures) measure(keep, { reportAllChanges: true });
  const send = (): void => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', send);
    if (Object.keys(readings).length > 0) sendPageSpeed({ ...page, readings });
  };
  document.addEventListener('visibilitychange', send);
}
