import { remoteForPath } from '../registry/choose-remote.ts';
import type { RemoteHost } from './remote-host.ts';

/** The share of pages that are measured. */
const measuredShare = 0.25;
/** The delay after the page's load, in milliseconds: long enough to compete with nothing that the page itself needs. */
const reportDelayMs = 5_000;

/** The events that count as the visitor's first input. */
const firstInputs = ['pointerdown', 'keydown'];

const ownerOf = (host: Pick<RemoteHost, 'registry'>) => {
  const registry = host.registry();
  return registry && remoteForPath(registry, location.pathname);
};

/**
 * Measures the speed of one page in four. The library loads on the visitor's first input or five seconds after the page
 * has loaded; it reads earlier events from the browser's own record.
 */
export function measureWebVitals(
  host: Pick<RemoteHost, 'registry'>,
  chance = Math.random(),
  load = () => import(/* webpackChunkName: 'speed' */ './report-web-vitals.ts'),
): void {
  const owner = ownerOf(host);
  if (owner === null || chance >= measuredShare) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    clearTimeout(timer);
    for (const type of firstInputs) window.removeEventListener(type, begin);
    load().then(
      ({ reportWebVitals }) => {
        reportWebVitals(`${owner.name}@${owner.version}`, () => ownerOf(host)?.name === owner.name);
      },
      () => undefined,
    );
  };
  const wait = (): void => {
    timer = setTimeout(begin, reportDelayMs);
    for (const type of firstInputs) window.addEventListener(type, begin, { passive: true });
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
