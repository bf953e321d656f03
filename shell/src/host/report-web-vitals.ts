import type { PageSpeed } from '@ve/contracts/http/releases/release-speed';
import { sendPageSpeed } from '@ve/mfe-kit/send-page-speed';
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';

type Measure = (
  onReading: (metric: Pick<Metric, 'name' | 'value'>) => void,
  options: { reportAllChanges: true },
) => void;

/**
 * Sends LCP, INP and CLS of this page once, when it is first left or hidden. `isSamePage`: the page still belongs to
 * this release of the remote; values of later pages are not attributed to it.
 */
export function reportWebVitals(
  remote: string,
  isSamePage: () => boolean,
  measures: readonly Measure[] = [onLCP, onINP, onCLS],
): void {
  const readings: PageSpeed['readings'] = {};
  const keep = ({ name, value }: Pick<Metric, 'name' | 'value'>): void => {
    if (!isSamePage()) return;
    if (name === 'CLS') readings.CLS = Math.round(value * 1_000) / 1_000;
    else if (name === 'LCP' || name === 'INP') readings[name] = Math.round(value);
  };
  for (const measure of measures) measure(keep, { reportAllChanges: true });
  const send = (): void => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', send);
    if (Object.keys(readings).length > 0) sendPageSpeed({ remote, readings });
  };
  document.addEventListener('visibilitychange', send);
}
