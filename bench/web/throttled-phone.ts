import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** A phone on a slow connection, as emulated by Lighthouse: 1.6 Mbit/s, 150 ms, a quarter of this machine's speed. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };
const slowProcessor = 4;

export interface ThrottledPage {
  context: BrowserContext;
  page: Page;
  session: CDPSession;
  /** Messages of uncaught errors. */
  failures: string[];
}

/** A page with an empty cache on that phone. Closing the context ends it. */
export async function openThrottledPage(browser: Browser): Promise<ThrottledPage> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slowNetwork);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowProcessor });
  return { context, page, session, failures };
}
