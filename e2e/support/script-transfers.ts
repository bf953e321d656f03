import type { Page } from '@playwright/test';

/**
 * Counts how often each script crosses the network, from now on. A script that the browser takes from one of its caches,
 * as one that was preloaded, does not.
 */
export async function countScriptTransfers(page: Page): Promise<ReadonlyMap<string, number>> {
  const session = await page.context().newCDPSession(page);
  const asked = new Map<string, string>();
  const transfers = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (new URL(url).pathname.endsWith('.js')) asked.set(requestId, url);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response: { fromDiskCache, fromPrefetchCache } }) => {
    const url = asked.get(requestId);
    if (url === undefined || fromDiskCache === true || fromPrefetchCache === true) return;
    transfers.set(url, (transfers.get(url) ?? 0) + 1);
  });
  await session.send('Network.enable');
  return transfers;
}
