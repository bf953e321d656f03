import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { connectDatabase } from '@ve/data/kernel/database';
import { findReleaseChannels, listReleaseMoves } from '@ve/data/releases/registry/release-move.repository';
import { moveRelease } from '@ve/app/releases/move-release';
import { readReleaseFileContent, readRelease, findReleaseFiles } from '@ve/data/releases/registry/release.repository';
import { storeRelease } from '@ve/app/releases/store-release';
import { minPageLoadsForVerdict } from '@ve/domain/releases/canary-verdict';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { launchBenchBrowser } from '../support/browser.ts';
import { measureOnStack } from '../support/stack.ts';

const name = 'mfe-content';
const path = '/faq';
const share = 10;
const rounds = 3;
const visitsPerSecond = 10;
const maxSeconds = 300;
const seeded = `throw new Error('seeded fault');`;

type Em = Awaited<ReturnType<typeof connectDatabase>>['em'];

/** Stores the stable release again with an entry chunk that throws. Returns its version. */
async function storeBroken(em: Em): Promise<string> {
  const stable = (await findReleaseChannels(em, name)).find(({ channel }) => channel === 'stable');
  const release = stable && (await readRelease(em, name, stable.version));
  const files = stable && (await findReleaseFiles(em, name, stable.version));
  if (!release || !files?.length) throw new Error(`${name} has no stable release with files in the database`);
  const version = `broken-${randomBytes(4).toString('hex')}`;
  const content = Buffer.from(seeded);
  const hash = createHash('sha256').update(content).digest('hex');
  const contents = new Map<string, Uint8Array>([[hash, content]]);
  for (const file of files) contents.set(file.hash, (await readReleaseFileContent(em, file.hash)) ?? new Uint8Array());
  const changed = files
    .filter(({ path: each }) => !each.startsWith(`${release.entry}.`))
    .map((file) => (file.path === release.entry ? { ...file, hash, size: content.length } : file));
  const stored = await storeRelease(
    em,
    { upload: { release: { ...release, version }, files: changed, contents }, by: 'bench' },
    new Date(),
  );
  if (stored.outcome !== 'stored') throw new Error(`the broken release is ${stored.outcome}`);
  return version;
}

interface Answer {
  body: string;
  cookie: string;
}

const browser = {
  accept: 'text/html',
  'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
};

/** Sends a request from the given loopback address, so that each visitor has a network of its own. */
const ask = (url: URL, from: string, headers: Record<string, string>, sent?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const method = sent === undefined ? 'GET' : 'POST';
    const options = { host: '127.0.0.1', port: url.port, path: url.pathname, localAddress: from, method };
    request({ ...options, headers: { ...browser, host: url.host, ...headers } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      const cookie = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0] ?? '').join('; ');
      answer.on('end', () => {
        resolve({ body, cookie });
      });
    })
      .on('error', reject)
      .end(sent);
  });

/** The error report that the shell sends for a remote that does not load. */
const reportOf = (version: string): ErrorLogEntry => ({
  timestamp: new Date().toISOString(),
  error_message: `${name}@${version} is missing`,
  error_stack: null,
  user_agent: browser['user-agent'],
  url: path,
  session_id: null,
  error_type: 'JavaScript Error',
  component_name: null,
  additional_data: { remote: `${name}@${version}`, errorName: 'RemoteError' },
});

/** Whether the real shell, in a Chromium, reports the failure that the visitors of this bench report over HTTP. */
async function isReportedByBrowser(site: string, cookie: string, version: string): Promise<boolean> {
  const opened = await launchBenchBrowser();
  try {
    const context = await opened.newContext();
    const [key = '', ...value] = cookie.split('=');
    await context.addCookies([{ name: key, value: value.join('='), url: site }]);
    const page = await context.newPage();
    const reported = page.waitForRequest(
      (asked) => asked.url().endsWith('/api/error-logs') && (asked.postData() ?? '').includes(`${name}@${version}`),
      { timeout: 30_000 },
    );
    await page.goto(site + path);
    return await reported.then(
      () => true,
      () => false,
    );
  } finally {
    await opened.close();
  }
}

interface CanaryRun {
  /** Seconds until it was rolled back, and until it had its smallest sample. */
  seconds: number;
  sampledAfter: number;
  /** Visitors who met it. */
  met: number;
}

/** The numbers of the visitors so far, for an address of each. */
let visits = 0;

/** @throws Error when the workers do not roll it back, or the shell does not report what the visitors report here */
async function runCanary(site: string, em: () => Em): Promise<CanaryRun> {
  const url = new URL(path, site);
  const version = await storeBroken(em());
  await moveRelease(em(), { name, move: { action: 'canary', version, share }, by: 'bench' }, new Date());
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  let [met, sampledAfter] = [0, Infinity];
  let witness: Promise<boolean> | null = null;
  const visit = async (): Promise<void> => {
    visits += 1;
    const from = `127.${String(1 + ((visits >> 8) & 127))}.${String(visits & 255)}.1`;
    const { body, cookie } = await ask(url, from, {});
    if (!body.includes(`/remotes/${name}/${version}/`)) return;
    met += 1;
    if (met === minPageLoadsForVerdict) sampledAfter = seconds();
    witness ??= isReportedByBrowser(site, cookie, version);
    const headers = {
      cookie,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...firstPartyHeaders,
    };
    await ask(new URL('/api/error-logs', site), from, headers, JSON.stringify(reportOf(version)));
  };
  const isRunning = async () => (await findReleaseChannels(em(), name)).some(({ channel }) => channel === 'canary');
  while ((await isRunning()) && seconds() < maxSeconds) {
    await Promise.all([setTimeout(1_000), ...Array.from({ length: visitsPerSecond }, visit)]);
  }
  const ended = seconds();
  const [last] = await listReleaseMoves(em(), name, 1);
  if (last?.action !== 'stop' || last.createdBy !== canaryWatchActor) throw new Error('The canary was not rolled back');
  console.log(`  ${last.reason ?? ''}`);
  if (!((await witness) ?? false)) throw new Error('The shell in Chromium did not report the failure');
  return { seconds: ended, sampledAfter, met };
}

/**
 * Canaries that throw at import. Measures how long the workers take to roll one back, and how many visitors met it by
 * then. Baseline: the moment when the test had its smallest sample.
 */
export const canarySelectionBench = (): AsyncIterable<BenchResult> =>
  measureOnStack(async function* ({ site, databaseUrl }) {
    const orm = await connectDatabase({ url: databaseUrl, poolSize: 2 });
    try {
      const runs: CanaryRun[] = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await runCanary(site, () => orm.em.fork()));
      yield compareRounds({
        name: 'canary, until it is rolled back',
        unit: 's',
        rounds: { product: runs.map(({ seconds }) => seconds), baseline: runs.map(({ sampledAfter }) => sampledAfter) },
      });
      yield compareRounds({
        name: 'visitors who met it',
        unit: 'visitors',
        rounds: { product: runs.map(({ met }) => met), baseline: runs.map(() => minPageLoadsForVerdict) },
      });
    } finally {
      await orm.close(true);
    }
  });
