import { chromium } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { measureInterleaved, median, type BenchResult } from '../support/measure.ts';
import { buildLandingPage, federatedLandingPage } from './federated-site.ts';
import { singleBundleLandingPage } from './single-bundle-landing-page.ts';
import { servePage } from './served-page.ts';
import { measurePageVisit } from './measure-page-visit.ts';

const rounds = 9;

/** The landing page from separately built remotes against the same code built and prerendered as one bundle. */
export async function landingPageBench(): Promise<BenchResult[]> {
  const parts = await buildLandingPage();
  const federated = await servePage(federatedLandingPage(parts));
  const oneBundle = await servePage(await singleBundleLandingPage(parts));
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const { product, baseline } = await measureInterleaved(
      rounds,
      () => measurePageVisit(browser, federated.url),
      () => measurePageVisit(browser, oneBundle.url),
    );
    const compare = (
      name: string,
      unit: string,
      figure: 'lcp' | 'bytesBefore' | 'scriptBytes' | 'wait',
      maxRatio: number | null,
    ): BenchResult => {
      const medians = {
        product: median(product.map((run) => run[figure])),
        baseline: median(baseline.map((run) => run[figure])),
      };
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
    };
    const shift = { product: median(product.map(({ cls }) => cls)), baseline: median(baseline.map(({ cls }) => cls)) };
    return [
      compare('landing: largest contentful paint', 'ms', 'lcp', 1),
      compare('landing: JavaScript before the first touch', 'bytes', 'bytesBefore', 1.2),
      compare('landing: JavaScript in all', 'bytes', 'scriptBytes', 1.3),
      compare('landing: from the first touch to hydration', 'ms', 'wait', null),
      {
        name: 'landing: layout shift',
        unit: 'CLS',
        ...shift,
        ratio: shift.baseline === 0 ? 1 : shift.product / shift.baseline,
        maxRatio: 'CLS 0',
        isWithinLimit: shift.product === 0,
        rounds,
      },
    ];
  } finally {
    await Promise.all([browser.close(), federated.close(), oneBundle.close()]);
  }
}
