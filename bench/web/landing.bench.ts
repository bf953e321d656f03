import { chromium } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { interleaved, median, type Result } from '../support/measure.ts';
import { buildLanding, federatedSite } from './federated-site.ts';
import { oneBundleSite } from './one-bundle-site.ts';
import { serve } from './site.ts';
import { visit } from './visit.ts';

const rounds = 9;

/** The landing page from separately built remotes against the same code built and prerendered as one bundle. */
export async function landingBench(): Promise<Result[]> {
  const parts = await buildLanding();
  const federated = await serve(federatedSite(parts));
  const oneBundle = await serve(await oneBundleSite(parts));
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const { ours, bare } = await interleaved(
      rounds,
      () => visit(browser, federated.url),
      () => visit(browser, oneBundle.url),
    );
    const compare = (
      name: string,
      unit: string,
      figure: 'lcp' | 'bytesBefore' | 'scriptBytes' | 'wait',
      bar: number | null,
    ): Result => {
      const medians = { ours: median(ours.map((run) => run[figure])), bare: median(bare.map((run) => run[figure])) };
      const ratio = medians.bare === 0 ? Number.NaN : medians.ours / medians.bare;
      return {
        name,
        unit,
        ...medians,
        ratio,
        bar: bar === null ? 'none' : `<= ${String(bar)}`,
        kept: bar === null || ratio <= bar,
        rounds,
      };
    };
    const shift = { ours: median(ours.map(({ cls }) => cls)), bare: median(bare.map(({ cls }) => cls)) };
    return [
      compare('landing: largest contentful paint', 'ms', 'lcp', 1),
      compare('landing: JavaScript before the first touch', 'bytes', 'bytesBefore', 1.2),
      compare('landing: JavaScript in all', 'bytes', 'scriptBytes', 1.3),
      compare('landing: from the first touch to hydration', 'ms', 'wait', null),
      {
        name: 'landing: layout shift',
        unit: 'CLS',
        ...shift,
        ratio: shift.bare === 0 ? 1 : shift.ours / shift.bare,
        bar: 'CLS 0',
        kept: shift.ours === 0,
        rounds,
      },
    ];
  } finally {
    await Promise.all([browser.close(), federated.close(), oneBundle.close()]);
  }
}
