import type { Browser } from '@playwright/test';

/** The scripts that a page has loaded once it is idle, each with its transferred bytes, by the name of its file. */
export type ScriptBytes = ReadonlyMap<string, number>;

export const totalBytes = (scripts: ScriptBytes): number =>
  [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);

/** Visits a page with an empty cache until it has hydrated and is idle. Its speed is not measured, by chance 1. */
export async function readScriptBytes(browser: Browser, url: string): Promise<ScriptBytes> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const files = new Map<string, string>();
    const scripts = new Map<string, number>();
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type !== 'Script' && response.mimeType !== 'text/javascript') return;
      files.set(requestId, new URL(response.url).pathname.split('/').at(-1) ?? '');
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const file = files.get(requestId);
      if (file !== undefined) scripts.set(file, (scripts.get(file) ?? 0) + encodedDataLength);
    });
    await page.addInitScript(() => {
      Math.random = () => 0.999;
    });
    await page.goto(url);
    // A page that waits for its visitor loads the rest now.
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => {
      const heading = document.querySelector('#root main h1');
      return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactProps'));
    });
    await page.waitForLoadState('networkidle');
    return scripts;
  } finally {
    await context.close();
  }
}

/** The parts of a remote's page that one bundle has not, by the names of their files. */
const parts = [
  ['federation runtime', /^federation\./],
  ['entry of the remote, with its runtime', /^remoteEntry\./],
  ['starter', /^starter\./],
] as const;

/**
 * What a page loads more than the same page of one bundle, part by part, in bytes. The last part is what the others do
 * not explain: libraries that are shared as a whole and not cut to what one page uses, and compression by file.
 */
export function explainDifference(
  federated: ScriptBytes,
  bundle: ScriptBytes,
): readonly [part: string, bytes: number][] {
  const named = parts.map(([part, pattern]): [string, number] => [
    part,
    totalBytes(new Map([...federated].filter(([file]) => pattern.test(file)))),
  ]);
  const explained = named.reduce((sum, [, bytes]) => sum + bytes, 0);
  const rest = totalBytes(federated) - totalBytes(bundle) - explained;
  return [...named, ['whole shared libraries, compression by file', rest]];
}
