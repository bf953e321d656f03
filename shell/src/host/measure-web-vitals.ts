import { routeOwnerOf } from '@ve/domain/releases/routing/match-route';
import { prefersReducedData } from './prefers-reduced-data.ts';
import type { RemoteHost } from './remote-host.ts';

/** The share of pages that are measured. */
const measuredShare = 0.25;
/** The delay after the page's load, in milliseconds: long enough to compete with nothing that the page itself needs. */
const reportDelayMs = 5_000;

/** The events that count as the visitor's first input. */
const firstInputs = ['pointerdown', 'keydown'];

const matchOf = (host: Pick<RemoteHost, 'registry'>) => routeOwnerOf(host.registry()?.remotes ?? [], location.pathname);

/**
 * Measures the speed of one page in four, unless the visitor saves data. The library loads on the visitor's first input
 * or five seconds after the page has loaded; it reads earlier events from the browser's own record.
 */
export function measureWebVitals(
  host: Pick<RemoteHost, 'registry'>,
  chance = Math.random(),
  load = () => import(/* webpackChunkName: 'speed' */ './report-web-vitals.ts'),
): void {
  const match = matchOf(host);
  if (match === null || chance >= measuredShare || prefersReducedData()) return;
  const { owner, route } = match;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    clearTimeout(timer);
    for (const type of firstInputs) window.removeEventListener(type, begin);
    load().then(
      ({ reportWebVitals }) => {
        reportWebVitals({ remote: `${owner.name}@${owner.version}`, route }, () => matchOf(host)?.route === route);
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
