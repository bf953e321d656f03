import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { mapRounds, measureInterleaved, measureMs } from '../support/measure.ts';
import { type ReleaseBenchmarkSite, runNodeProgram, startReleasePublishingBenchSite } from './release-bench-site.ts';

const rounds = 5;
const remote = 'mfe-search';
const baselineProgram = fileURLToPath(new URL('baseline-upload.program.ts', import.meta.url));
const limitMs = 60_000;

/** Requests the page until it is of this version. It must never fail meanwhile. */
async function pageShows(url: string, version: string): Promise<void> {
  const limit = performance.now() + limitMs;
  while (performance.now() < limit) {
    const answer = await fetch(url, { headers: { accept: 'text/html' } });
    const page = await answer.text();
    if (!answer.ok) throw new Error(`${url}: ${String(answer.status)} while a release was made`);
    if (page.includes(`/remotes/${remote}/${version}/`)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not show ${remote} ${version}`);
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => (await measureMs(work)) / 1_000;

/** Whether the page was prerendered: it contains text before any script ran. */
async function isPrerendered(url: string): Promise<boolean> {
  const page = await (await fetch(url)).text();
  return /<div id="root"><[^!]/.test(page);
}

/** Starts a server that only writes request bodies to disk. */
async function baselineServer(): Promise<{ url: string; close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 've-bare-upload-'));
  let uploads = 0;
  const server = createServer((request, response) => {
    uploads += 1;
    const file = createWriteStream(join(folder, String(uploads)), { flush: true });
    void pipeline(request, file).then(() => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Releases a built version, waits for its first page, then rolls back. No process is restarted. */
async function releaseAndRollBack({
  bff,
  nextBuild,
  release,
}: ReleaseBenchmarkSite): Promise<{ live: number; back: number }> {
  const before = (await release('--list')).match(/stable ([0-9a-f]+)/)?.[1] ?? '';
  const { version } = await nextBuild();
  const [live] = await Promise.all([secondsOf(() => pageShows(bff.url, version)), release('--promote')]);
  if (!(await isPrerendered(bff.url))) throw new Error('the page of the release was not prerendered');
  const [back] = await Promise.all([secondsOf(() => pageShows(bff.url, before)), release('--rollback')]);
  return { live, back };
}

/**
 * Seconds from the command to the first page of a release, and from the rollback to the first page of the version
 * before; against the plain upload of its bytes.
 */
export async function* releasePublishBench(): AsyncIterable<BenchResult> {
  const site = await startReleasePublishingBenchSite(remote);
  const baseline = await baselineServer();
  try {
    const { folder, files } = await site.nextBuild();
    const measured = await measureInterleaved(
      rounds,
      () => releaseAndRollBack(site),
      async () => ({
        live: await secondsOf(() => runNodeProgram([baselineProgram, baseline.url, folder, ...files], {})),
        back: await secondsOf(() => runNodeProgram([baselineProgram, baseline.url], {})),
      }),
    );
    process.kill(site.bff.pid, 0);
    yield compareRounds({
      name: 'release: command to first page',
      unit: 's',
      rounds: mapRounds(measured, ({ live }) => live),
    });
    yield compareRounds({
      name: 'rollback: command to first page',
      unit: 's',
      rounds: mapRounds(measured, ({ back }) => back),
    });
  } finally {
    baseline.close();
    await site.close();
  }
}
