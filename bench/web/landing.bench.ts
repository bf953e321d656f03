import { compareRounds, type BenchLimit, type BenchResult } from '../support/bench-result.ts';
import { launchBenchBrowser } from '../support/browser.ts';
import { mapRounds, measureInterleaved, type Rounds } from '../support/measure.ts';
import { buildSite, federatedPage, prerenderedPageOf } from './federated-site.ts';
import { buildSingleBundle } from './single-bundle.ts';
import { servePage } from './served-page.ts';
import { measurePageVisit, type PageVisitMetrics } from './measure-page-visit.ts';

const rounds = 7;
/** A visitor who reads first: milliseconds from the largest paint to the touch. */
const lateTouchMs = 3_000;
/** How soon a touch has to be answered then, in milliseconds. */
const answerLimitMs = 100;
/** The starter alone may load before the largest paint: bytes of JavaScript, compressed. */
const starterLimitBytes = 1_500;

/** The landing page from separately built remotes against the same code built and prerendered as one bundle. */
export async function* landingPageBench(): AsyncIterable<BenchResult> {
  const site = await buildSite();
  const landing = prerenderedPageOf(site, '/');
  const federated = await servePage(federatedPage(site, landing));
  const oneBundle = await servePage((await buildSingleBundle(site, landing.owner.name))(landing));
  const browser = await launchBenchBrowser();
  const visitsWithTouch = (afterMs: number): Promise<Rounds<PageVisitMetrics>> =>
    measureInterleaved(
      rounds,
      () => measurePageVisit(browser, federated.url, afterMs),
      () => measurePageVisit(browser, oneBundle.url, afterMs),
    );
  try {
    const early = await visitsWithTouch(0);
    yield compareRounds({
      name: 'landing: an immediate touch, to hydration',
      unit: 'ms',
      rounds: mapRounds(early, ({ wait }) => wait),
      limit: { of: 'ratio', max: 1.3 },
    });
    const late = await visitsWithTouch(lateTouchMs);
    const compare = (
      what: { name: string; unit: string; limit?: BenchLimit },
      figure: (visit: PageVisitMetrics) => number,
    ): BenchResult => compareRounds({ ...what, name: `landing: ${what.name}`, rounds: mapRounds(late, figure) });
    yield compare({ name: 'largest contentful paint', unit: 'ms', limit: { of: 'ratio', max: 1 } }, ({ lcp }) => lcp);
    yield compare(
      { name: 'JavaScript before the largest paint', unit: 'bytes', limit: { of: 'product', max: starterLimitBytes } },
      ({ bytesBefore }) => bytesBefore,
    );
    yield compare(
      { name: 'JavaScript in all', unit: 'bytes', limit: { of: 'ratio', max: 1.3 } },
      ({ scriptBytes }) => scriptBytes,
    );
    yield compare(
      { name: 'a touch after 3 s, to its answer', unit: 'ms', limit: { of: 'product', max: answerLimitMs } },
      ({ wait, delay }) => Math.max(wait, delay),
    );
    yield compare({ name: 'longest task after the largest paint', unit: 'ms' }, ({ longestTask }) => longestTask);
    yield compare({ name: 'layout shift', unit: 'CLS', limit: { of: 'product', max: 0 } }, ({ cls }) => cls);
  } finally {
    await Promise.all([browser.close(), federated.close(), oneBundle.close()]);
  }
}
