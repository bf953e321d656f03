import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { launchBenchBrowser } from '../support/browser.ts';
import { mapRounds, measureInterleaved } from '../support/measure.ts';
import { measureOnStack } from '../support/stack.ts';
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
    next: { path: '/report', selector: 'main #verdict', text: 'Not yet checked' },
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
 * empty cache.
 */
export const pressesBench = (): AsyncIterable<BenchResult> =>
  measureOnStack(async function* ({ site }) {
    const browser = await launchBenchBrowser();
    try {
      for (const { limitMs, ...press } of presses) {
        const measured = await measureInterleaved(
          rounds,
          () => measurePress(browser, site, { press, withScripts: true }),
          () => measurePress(browser, site, { press: bare, withScripts: false }),
        );
        const repeated = Math.max(...measured.product.map((each) => each.repeated));
        if (repeated > 0) console.log(`  ${press.name}: ${String(repeated)} scripts crossed the network twice`);
        yield compareRounds({
          name: `presses: ${press.name}, first response`,
          unit: 'ms',
          rounds: mapRounds(measured, ({ response }) => response),
          limit: { of: 'product', max: responseLimitMs },
        });
        yield compareRounds({
          name: `presses: ${press.name}, next page readable`,
          unit: 'ms',
          rounds: mapRounds(measured, ({ readable }) => readable),
          limit: { of: 'product', max: limitMs },
        });
      }
    } finally {
      await browser.close();
    }
  });
