import type { Browser } from '@playwright/test';

export interface PageVisitMetrics {
  /** Largest contentful paint, in milliseconds after the navigation began. */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Transferred bytes of scripts until the first input. */
  bytesBefore: number;
  /** Transferred bytes of all scripts. */
  scriptBytes: number;
  /** Milliseconds from the first input until the page was hydrated; 0 when it was hydrated before. */
  wait: number;
}

interface Seen {
  lcp: number;
  cls: number;
  hydrated: number;
}

/** A phone on a slow connection, as emulated by Lighthouse. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };
const slowProcessor = 4;

/** Runs in the page before any other script. */
function observe(): void {
  const seen: Seen = { lcp: 0, cls: 0, hydrated: 0 };
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
  const check = (): void => {
    const main = document.querySelector('#root main h1');
    if (main && Object.keys(main).some((key) => key.startsWith('__reactProps'))) seen.hydrated = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/** Opens the page with a cold cache, touches its search once it is idle, and waits until it is hydrated. */
export async function measurePageVisit(browser: Browser, url: string): Promise<PageVisitMetrics> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slowNetwork);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowProcessor });
    const scripts = new Set<string>();
    let scriptBytes = 0;
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script' || response.mimeType === 'text/javascript') scripts.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'networkidle' });
    const bytesBefore = scriptBytes;
    const touched = await page.evaluate(() => performance.now());
    await page.getByPlaceholder('ENTER REG').first().tap();
    const readSeen = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.hydrated > 0, null, {
      timeout: 60_000,
    });
    await page.waitForLoadState('networkidle');
    const { lcp, cls, hydrated } = await readSeen();
    if (failures.length > 0) throw new Error(`The page failed: ${failures.join('; ')}`);
    return { lcp, cls, wait: Math.max(0, hydrated - touched), bytesBefore, scriptBytes };
  } finally {
    await context.close();
  }
}
