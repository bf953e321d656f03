import type { Browser } from '@playwright/test';
import { openThrottledPage } from './throttled-phone.ts';

export interface PageVisitMetrics {
  /** Largest contentful paint, in milliseconds after the navigation began. */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Transferred bytes of scripts until the largest paint. */
  bytesBefore: number;
  /** Transferred bytes of all scripts. */
  scriptBytes: number;
  /** Milliseconds from the touch until the page has hydrated; 0 when it had before. */
  wait: number;
  /** Milliseconds from the touch until the page's handlers saw it: how long the page was blocked. */
  delay: number;
  /** The longest task after the largest paint, in milliseconds. */
  longestTask: number;
}

interface Seen {
  lcp: number;
  cls: number;
  hydrated: number;
  touched: number;
  delay: number;
  longestTask: number;
}

/** Runs in the page before any other script. */
function observe(): void {
  const seen: Seen = { lcp: 0, cls: 0, hydrated: 0, touched: 0, delay: 0, longestTask: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) seen.cls += shift.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (seen.lcp > 0 && startTime > seen.lcp) seen.longestTask = Math.max(seen.longestTask, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      seen.touched = timeStamp;
      seen.delay = performance.now() - timeStamp;
    },
    { capture: true, once: true },
  );
  const check = (): void => {
    const main = document.querySelector('#root main h1');
    if (main && Object.keys(main).some((key) => key.startsWith('__reactProps'))) seen.hydrated = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/**
 * Opens the page with a cold cache and touches its search some time after the largest paint, in milliseconds, then
 * waits until the page has hydrated.
 */
export async function measurePageVisit(browser: Browser, url: string, touchAfterMs: number): Promise<PageVisitMetrics> {
  const { context, page, session, failures } = await openThrottledPage(browser);
  try {
    const scripts = new Set<string>();
    let scriptBytes = 0;
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script' || response.mimeType === 'text/javascript') scripts.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'commit' });
    const painted = await page.waitForFunction(() => {
      const { lcp } = (window as unknown as { seen: Seen }).seen;
      return lcp > 0 && document.querySelector('#root input') !== null && lcp;
    });
    await painted.dispose();
    const bytesBefore = scriptBytes;
    const { x, y } = await page
      .getByPlaceholder('ENTER REG')
      .first()
      .evaluate((field) => {
        const { left, top, width, height } = field.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      });
    await page.waitForFunction(
      (after) => performance.now() >= (window as unknown as { seen: Seen }).seen.lcp + after,
      touchAfterMs,
    );
    await page.touchscreen.tap(x, y);
    await page.waitForFunction(
      () => {
        const { hydrated, touched } = (window as unknown as { seen: Seen }).seen;
        return hydrated > 0 && touched > 0;
      },
      null,
      { timeout: 60_000 },
    );
    await page.waitForLoadState('networkidle');
    const { lcp, cls, hydrated, touched, delay, longestTask } = await page.evaluate(
      () => (window as unknown as { seen: Seen }).seen,
    );
    if (failures.length > 0) throw new Error(`The page failed: ${failures.join('; ')}`);
    return { lcp, cls, bytesBefore, scriptBytes, wait: Math.max(0, hydrated - touched), delay, longestTask };
  } finally {
    await context.close();
  }
}
