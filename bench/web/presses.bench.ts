import { chromium } from '@playwright/test';
import { loadavg } from 'node:os';
import { findChromium } from '../support/chromium.ts';
import { measureInterleaved, median, type BenchResult } from '../support/measure.ts';
import { measurePress, type Press } from './press.ts';

const rounds = 5;
/** How soon a press has to show something, in milliseconds. */
const responseLimitMs = 100;
/** A visitor who reads first: milliseconds from the largest paint to the press. */
const afterReadingMs = 3_000;

const searchButton = 'form[role=search] button';
const typed = 'KP08KPR';
const plate = 'KP08 KPR';

const confirmStep = { path: '/signup', selector: 'main span[translate=no]', text: plate };
const presses: readonly (Press & { limitMs: number })[] = [
  {
    ...{ name: 'Search', from: '/', afterMs: afterReadingMs, target: searchButton, typed, limitMs: 2_000 },
    next: confirmStep,
  },
  {
    ...{ name: 'Search, immediately', from: '/', afterMs: 0, target: searchButton, typed, limitMs: 2_000 },
    next: confirmStep,
  },
  {
    ...{ name: 'Subscribe', from: '/', afterMs: afterReadingMs, target: 'main a[href="/signup"]', limitMs: 2_000 },
    next: { path: '/signup', selector: 'main h1', text: '' },
  },
  {
    ...{ name: 'Subscribe, immediately', from: '/', afterMs: 0, target: 'main a[href="/signup"]', limitMs: 2_000 },
    next: { path: '/signup', selector: 'main h1', text: '' },
  },
  {
    ...{ name: 'Sign In', from: '/', afterMs: afterReadingMs, target: 'header a[href="/signin"]', limitMs: 2_000 },
    next: { path: '/signin', selector: 'main h1', text: '' },
  },
  {
    ...{ name: 'Sign In, immediately', from: '/', afterMs: 0, target: 'header a[href="/signin"]', limitMs: 2_000 },
    next: { path: '/signin', selector: 'main h1', text: '' },
  },
  {
    name: 'report link',
    from: `/signup?reg=${typed}&step=2`,
    afterMs: afterReadingMs,
    target: `main a[href^="/report?"]`,
    limitMs: 3_000,
    // The reasons of the verdict, which only a read record has.
    next: { path: '/report', selector: 'main h1', text: 'Not yet checked' },
  },
];

/** The reference of every press: an equal link to a page of HTML alone, with the same server and phone. */
const bare: Press = {
  name: 'bare page',
  from: '/',
  afterMs: 0,
  target: 'header a[href="/signin"]',
  next: { path: '/signin', selector: 'main h1', text: '' },
};

/**
 * From a press to the first change on the screen, and until the next page can be read, on a throttled phone with an
 * empty cache. Needs a running stack at `BENCH_URL`; skipped with a message when that is unset.
 */
export async function pressesBench(): Promise<BenchResult[]> {
  const site = process.env.BENCH_URL ?? '';
  if (site === '') {
    console.log('  not measured: start the product (npm start) and name it, BENCH_URL=http://localhost:3000');
    return [];
  }
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const results: BenchResult[] = [];
    for (const { limitMs, ...press } of presses) {
      const { product, baseline } = await measureInterleaved(
        rounds,
        () => measurePress(browser, site, { press, withScripts: true }),
        () => measurePress(browser, site, { press: bare, withScripts: false }),
      );
      const result = (what: 'response' | 'readable', limit: number): BenchResult => {
        const medians = {
          product: median(product.map((each) => each[what])),
          baseline: median(baseline.map((each) => each[what])),
        };
        return {
          name: `presses: ${press.name}, ${what === 'response' ? 'first response' : 'next page readable'}`,
          unit: 'ms',
          ...medians,
          ratio: medians.product / medians.baseline,
          maxRatio: `ms <= ${String(limit)}`,
          isWithinLimit: medians.product <= limit,
          rounds,
        };
      };
      const repeated = Math.max(...product.map((each) => each.repeated));
      if (repeated > 0) console.log(`  ${press.name}: ${String(repeated)} scripts were requested twice`);
      results.push(result('response', responseLimitMs), result('readable', limitMs));
    }
    console.log(
      `  load of the machine: ${loadavg()
        .map((each) => each.toFixed(1))
        .join(', ')}`,
    );
    return results;
  } finally {
    await browser.close();
  }
}
