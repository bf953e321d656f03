import { chmodSync, cpSync, createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatLaunchError } from '../launch-error.mjs';
import { LauncherOutput } from '../output.mjs';
import { withoutOtherStack } from '../settings.mjs';
import { runCleanupSteps, startStack } from '../stack.mjs';
import { findBrowser } from './browser.mjs';
import { playwrightResult, singleCheckResult } from './results.mjs';

/**
 * Playwright against the whole product: a separate stack on free ports, in a temporary folder, with a copy of the built
 * front end, so that tests may damage it.
 * @param {import('../build.mjs').Workshop} workshop
 * @param {string[]} notes receives what could not run, and why
 * @param {{ args: string[], limitMs: number }} run `args` of Playwright, to run a part
 * @returns {Promise<import('./results.mjs').Result>}
 */
export async function runEndToEnd(workshop, notes, { args, limitMs }) {
  const { root, runtime, processes, output, signal } = workshop;
  if (!existsSync(join(root, 'e2e', 'playwright.config.ts'))) {
    notes.push('e2e was not run: there is no e2e/playwright.config.ts');
    return { passed: 0, failed: 0, skipped: 0, failures: [] };
  }
  const browser = await findBrowser(workshop);
  if (browser.path === null) {
    notes.push(`e2e was not run: ${browser.why}`);
    return { passed: 0, failed: 0, skipped: 0, failures: [] };
  }
  output.say(`Browser: ${browser.path} (${browser.from}).`);

  const folder = mkdtempSync(join(tmpdir(), 've-e2e-'));
  // Traversable, because Postgres may have to run as the user `nobody`; its contents are private.
  chmodSync(folder, 0o711);
  const storeFolder = join(folder, 'store');
  const logFile = join(root, '.cache', 'e2e-stack.log');
  const log = createWriteStream(logFile);
  /** @type {Array<() => Promise<void>>} */
  const cleanup = [async () => rmSync(folder, { recursive: true, force: true })];
  try {
    cpSync(join(root, '.store'), storeFolder, { recursive: true });
    const stack = await startStack(
      { ...workshop, output: new LauncherOutput(log) },
      {
        settings: {
          ...withoutOtherStack(process.env),
          LOG_FORMAT: 'json',
          RATE_LIMIT_PER_MINUTE: '100000',
          RECONCILE_SECONDS: '3',
        },
        dataFolder: join(folder, 'data'),
        storeFolder,
        randomPorts: true,
        durable: false,
        seed: 'demo',
      },
      cleanup,
    );
    const report = join(root, '.cache', 'e2e.json');
    rmSync(report, { force: true });
    let failure = '';
    void stack.failed.then((reason) => (failure = reason));
    const ended = await processes.run({
      command: runtime,
      args: [
        join('node_modules', '@playwright', 'test', 'cli.js'),
        'test',
        '--config',
        'e2e/playwright.config.ts',
        ...args,
      ],
      cwd: root,
      env: {
        ...process.env,
        CI: '1',
        CHROMIUM_PATH: browser.path,
        E2E_BASE_URL: stack.url,
        E2E_SANDBOX_URL: stack.sandboxUrl,
        E2E_WORKERS_URL: stack.workersUrl,
        E2E_DATABASE_URL: stack.databaseUrl,
        E2E_STORE_DIR: storeFolder,
        E2E_JSON: report,
      },
      onLine: (line) => output.say(line),
      signal,
      limitMs,
    });
    const result = playwrightResult(report, ended);
    if (failure) {
      result.failed += 1;
      result.failures.push({ title: 'the stack under test', message: failure });
    }
    if (result.failed > 0) notes.push(`the log of the stack under test: ${logFile}`);
    return result;
  } catch (error) {
    if (signal.aborted) throw error;
    await new Promise((resolve) => log.end(() => resolve(null)));
    const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-15).join('\n');
    return singleCheckResult('the stack under test', false, `${formatLaunchError(error)}\n${lines}`);
  } finally {
    await runCleanupSteps(cleanup);
    log.end();
  }
}
