import type { Browser, CDPSession, Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { openThrottledPage } from './throttled-phone.ts';

/** How long the next page may take before the press counts as failed, in milliseconds. */
const readableLimitMs = 60_000;

/** A press that opens the next page of the site. */
export interface Press {
  name: string;
  /** The page on which it is made. */
  from: string;
  /** Milliseconds from the largest paint to the press. */
  afterMs: number;
  /** A selector of the pressed link or button; what is typed before it. */
  target: string;
  typed?: string;
  /** The path of the next page, a selector in it, and a text that the page shows when it can be read. */
  next: { path: string; selector: string; text: string };
}

export interface PressMetrics {
  /** Milliseconds from the press to the frame after the first change that it made. */
  response: number;
  /** Milliseconds from the press until the next page could be read. */
  readable: number;
  /** Scripts that crossed the network more than once after the press; a copy from a cache of the browser does not. */
  repeated: number;
}

interface Seen {
  kind: 'response' | 'readable';
  at: number;
}

/** Runs in every document before any other script. Times are on the clock of the machine, shared by documents. */
function observe({ target, path, selector, text }: { target: string; path: string; selector: string; text: string }) {
  const now = () => performance.timeOrigin + performance.now();
  const send = (seen: Seen) => {
    (window as unknown as { notifyBench: (seen: Seen) => void }).notifyBench(seen);
  };
  const key = 'bench-pressed';
  addEventListener(
    'pointerdown',
    (event) => {
      if (!(event.target instanceof Element) || event.target.closest(target) === null) return;
      const pressed = performance.timeOrigin + event.timeStamp;
      sessionStorage.setItem(key, String(pressed));
      const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => send({ kind: 'response', at: now() - pressed })));
      });
      watch.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
    },
    { capture: true },
  );
  const check = () => {
    const pressed = Number(sessionStorage.getItem(key) ?? Number.NaN);
    const found = location.pathname === path && [...document.querySelectorAll(selector)];
    const isReadable = found && found.some((each) => each.checkVisibility() && each.textContent.includes(text));
    if (!isReadable || Number.isNaN(pressed)) requestAnimationFrame(check);
    else requestAnimationFrame(() => setTimeout(() => send({ kind: 'readable', at: now() - pressed })));
  };
  requestAnimationFrame(check);
}

/** Counts the scripts that cross the network, by their address, from now on. */
function countScriptTransfers(session: CDPSession): ReadonlyMap<string, number> {
  const asked = new Map<string, string>();
  const transfers = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (type === 'Script' || request.url.endsWith('.js')) asked.set(requestId, request.url);
  });
  // From the memory of the document, as a script that was preloaded.
  session.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response: { fromDiskCache, fromPrefetchCache } }) => {
    const url = asked.get(requestId);
    if (url !== undefined && fromDiskCache !== true && fromPrefetchCache !== true) {
      transfers.set(url, (transfers.get(url) ?? 0) + 1);
    }
  });
  return transfers;
}

/** Waits for the largest paint, and some time more. */
const waitAfterPaint = (page: Page, afterMs: number): Promise<unknown> =>
  page.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((_list, observer) => {
          observer.disconnect();
          setTimeout(resolve, ms);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
    afterMs,
  );

/** Opens the page with an empty cache, presses, and waits for the next page. Without scripts it is bare HTML. */
export async function measurePress(
  browser: Browser,
  site: string,
  { press, withScripts }: { press: Press; withScripts: boolean },
): Promise<PressMetrics> {
  const { context, page, session, failures } = await openThrottledPage(browser);
  try {
    if (!withScripts) await session.send('Network.setBlockedURLs', { urls: ['*.js'] });
    const { promise: response, resolve: onResponse } = Promise.withResolvers<number>();
    const { promise: readable, resolve: onReadable } = Promise.withResolvers<number>();
    await page.exposeBinding('notifyBench', (_, { kind, at }: Seen) => {
      (kind === 'response' ? onResponse : onReadable)(at);
    });
    await page.addInitScript(observe, { target: press.target, ...press.next });
    await page.goto(new URL(press.from, site).href, { waitUntil: 'commit' });
    await page.locator(press.target).first().waitFor();
    await waitAfterPaint(page, press.afterMs);
    if (press.typed !== undefined) await page.getByPlaceholder('ENTER REG').first().fill(press.typed);
    const transfers = countScriptTransfers(session);
    await page.locator(press.target).first().tap({ noWaitAfter: true });
    // The next document is the first response where the press changed nothing before it.
    const until = await Promise.race([readable, pause(readableLimitMs, null, { ref: false })]);
    if (until === null) throw new Error(`${press.name}: ${press.next.path} could not be read: ${failures.join('; ')}`);
    const first = await Promise.race([response, Promise.resolve(until)]);
    await page.waitForLoadState('networkidle');
    if (failures.length > 0) throw new Error(`${press.name}: the page failed: ${failures.join('; ')}`);
    const repeated = [...transfers.values()].filter((times) => times > 1).length;
    return { response: Math.min(first, until), readable: until, repeated };
  } finally {
    await context.close();
  }
}
