import { chromium } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { measureInterleaved, median, type BenchResult } from '../support/measure.ts';
import { buildLandingPage, federatedLandingPage } from './federated-site.ts';
import { singleBundleLandingPage } from './single-bundle-landing-page.ts';
import { servePage } from './served-page.ts';
import { measurePageVisit, type PageVisitMetrics } from './measure-page-visit.ts';

const rounds = 7;
/** A visitor who reads first: milliseconds from the largest paint to the touch. */
const lateTouchMs = 3_000;
/** How soon a touch has to be answered then, in milliseconds. */
const answerLimitMs = 100;

interface Visits {
  product: PageVisitMetrics[];
  baseline: PageVisitMetrics[];
}

type Figure = keyof PageVisitMetrics;

const mediansOf = ({ product, baseline }: Visits, figure: (visit: PageVisitMetrics) => number) => ({
  product: median(product.map(figure)),
  baseline: median(baseline.map(figure)),
});

function compare(name: string, unit: string, visits: Visits, [figure, maxRatio]: [Figure, number | null]): BenchResult {
  const medians = mediansOf(visits, (visit) => visit[figure]);
  const ratio = medians.baseline === 0 ? Number.NaN : medians.product / medians.baseline;
  return {
    name,
    unit,
    ...medians,
    ratio,
    maxRatio: maxRatio === null ? 'none' : `<= ${String(maxRatio)}`,
    isWithinLimit: maxRatio === null || ratio <= maxRatio,
    rounds,
  };
}

/** Within an absolute limit; the baseline is only shown. */
function within(
  name: string,
  unit: string,
  visits: Visits,
  { figure, limit }: { figure: (visit: PageVisitMetrics) => number; limit: number },
): BenchResult {
  const medians = mediansOf(visits, figure);
  return {
    name,
    unit,
    ...medians,
    ratio: medians.baseline === 0 ? 1 : medians.product / medians.baseline,
    maxRatio: `${unit} <= ${String(limit)}`,
    isWithinLimit: medians.product <= limit,
    rounds,
  };
}

/** The landing page from separately built remotes against the same code built and prerendered as one bundle. */
export async function landingPageBench(): Promise<BenchResult[]> {
  const parts = await buildLandingPage();
  const federated = await servePage(federatedLandingPage(parts));
  const oneBundle = await servePage(await singleBundleLandingPage(parts));
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  const visitsWithTouch = (afterMs: number): Promise<Visits> =>
    measureInterleaved(
      rounds,
      () => measurePageVisit(browser, federated.url, afterMs),
      () => measurePageVisit(browser, oneBundle.url, afterMs),
    );
  try {
    const early = await visitsWithTouch(0);
    const late = await visitsWithTouch(lateTouchMs);
    const answer = ({ wait, delay }: PageVisitMetrics) => Math.max(wait, delay);
    return [
      compare('landing: largest contentful paint', 'ms', late, ['lcp', 1]),
      compare('landing: JavaScript before the largest paint', 'bytes', late, ['bytesBefore', 1.2]),
      compare('landing: JavaScript in all', 'bytes', late, ['scriptBytes', 1.3]),
      compare('landing: an immediate touch, to hydration', 'ms', early, ['wait', 1.3]),
      within('landing: a touch after 3 s, to its answer', 'ms', late, { figure: answer, limit: answerLimitMs }),
      compare('landing: longest task after the largest paint', 'ms', late, ['longestTask', null]),
      within('landing: layout shift', 'CLS', late, { figure: ({ cls }) => cls, limit: 0 }),
    ];
  } finally {
    await Promise.all([browser.close(), federated.close(), oneBundle.close()]);
  }
}
