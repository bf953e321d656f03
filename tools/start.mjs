import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFrontEnd, buildServers, isFrontEndBuilt } from './build.mjs';
import { demoRegistrations } from './demo-registrations.mjs';
import { exitWithHelp } from './help.mjs';
import { ensurePackagesInstalled } from './install.mjs';
import { LaunchError } from './launch-error.mjs';
import { runningInstanceUrl, acquireLock } from './lock-file.mjs';
import { formatElapsed } from './output.mjs';
import { runProgram } from './run-program.mjs';
import { pinnedNodeRuntime } from './node-runtime.mjs';
import { readLauncherSettings } from './settings.mjs';
import { startStack } from './stack.mjs';
import { waitUntil } from './wait-until.mjs';
import {
  findNamedRemotes,
  printOverrideInstructions,
  printDevelopmentUrls,
  serveRemotesInDevelopment,
  developmentServersSetting,
} from './work-on.mjs';

const FIRST_BUILD_MS = 180_000;
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * `--dev`, or `--work-on mfe-report [more…]` (`npm run work-on mfe-report`).
 * @param {string[]} args
 * @returns {{ dev: boolean, workOn: string[] }}
 */
function readArguments([option, ...names]) {
  if (option === '--work-on') return { dev: false, workOn: findNamedRemotes(root, names) };
  const unknown = [option, ...names].find((arg) => arg !== undefined && arg !== '--dev');
  if (unknown !== undefined) throw new LaunchError(`Unknown option ${unknown}. There is one: --dev.`);
  return { dev: option === '--dev', workOn: [] };
}

/**
 * The accounts that the seed created; an empty list where nothing was seeded.
 * @param {string} dataFolder
 * @returns {Array<{ email: string, is: string, registration: string | null, password: string | null }>}
 */
function demoAccounts(dataFolder) {
  const file = join(dataFolder, 'demo-accounts.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).accounts : [];
}

/**
 * @param {import('./output.mjs').LauncherOutput} output
 * @param {import('./stack.mjs').Stack} stack
 * @param {{ since: number, accounts: ReturnType<typeof demoAccounts> }} started
 */
function announce(output, { url, sandboxUrl }, { since, accounts }) {
  output.say();
  output.strong(`Vehicle Enquiry is ready: ${url}`);
  output.say(`(${formatElapsed(since)}; Ctrl-C stops it)`);
  output.say('\nRegistrations to try:');
  for (const [registration, what] of demoRegistrations) output.say(`  ${registration}  ${what}`);
  const width = Math.max(0, ...accounts.map(({ is }) => is.length));
  const customers = accounts.filter(({ password }) => password === null);
  const staff = accounts.filter(({ password }) => password !== null);
  if (customers.length > 0) output.say(`\nTo sign in at ${url}/signin, with a link that comes to ${sandboxUrl}/inbox:`);
  for (const { email, is, registration } of customers) {
    output.say(`  ${email.padEnd(22)}  ${is.padEnd(width)}  ${registration ?? ''}`.trimEnd());
  }
  if (staff.length > 0) output.say(`\nStaff, at ${url}/admin/signin; the first sign-in sets up an authenticator app:`);
  for (const { email, is, password } of staff) {
    output.say(`  ${email.padEnd(22)}  ${is.padEnd(width)}  password ${password ?? ''}`);
  }
  output.say();
}

/**
 * Builds the front end for development, then rebuilds and publishes what changes; resolves after the first build.
 * @param {import('./build.mjs').Workshop} workshop
 * @param {{ storeFolder: string, databaseUrl: string }} store where the releases are built and published
 * @param {Array<() => Promise<void>>} cleanup
 */
async function watchFrontEnd({ runtime, processes, output, signal }, { storeFolder, databaseUrl }, cleanup) {
  let watching = false;
  const print = output.prefixed('web');
  const running = processes.start({
    command: runtime,
    args: ['libs/build/src/cli/dev.ts'],
    cwd: root,
    env: { ...process.env, STORE_DIR: storeFolder, DATABASE_URL: databaseUrl },
    onLine(line) {
      watching ||= line.startsWith('watching ');
      print(line);
    },
  });
  let ended = false;
  void running.ended.then(() => (ended = true));
  cleanup.push(() => running.stop());
  await waitUntil(() => watching || ended || signal.aborted, FIRST_BUILD_MS, 50);
  signal.throwIfAborted();
  if (!watching || !existsSync(join(storeFolder, 'live.json'))) {
    await running.stop();
    throw new LaunchError(`The front end was not built.\n${(await running.ended).tail}`);
  }
}

/** @param {AbortSignal} signal @param {Promise<string>[]} failures @throws {LaunchError} when a part fails first */
async function untilStopped(signal, failures) {
  const stopped = new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  const reason = await Promise.race([...failures, stopped]);
  if (reason !== null) throw new LaunchError(String(reason));
}

exitWithHelp(`npm start                    the whole site
npm run dev                  the servers and the front end, rebuilt when a file is saved
npm run work-on <remote…>    the whole site with these remotes from their sources`);

await runProgram(async ({ signal, processes, output, cleanup }) => {
  const since = performance.now();
  const { dev, workOn } = readArguments(process.argv.slice(2));
  const dataFolder = join(root, '.data');
  mkdirSync(join(root, '.cache'), { recursive: true });
  const lockFile = join(dataFolder, 'start.lock');
  const built = join(root, '.store');
  const workStore = join(root, '.cache', 'work-on', 'store');
  const serve = (/** @type {import('./build.mjs').Workshop} */ workshop) =>
    serveRemotesInDevelopment(workshop, { names: workOn, built, store: workStore }, cleanup);

  const runningAt = workOn.length > 0 ? runningInstanceUrl(lockFile) : null;
  if (runningAt !== null) {
    const { remotes, failed } = await serve({ root, runtime: pinnedNodeRuntime(root), processes, output, signal });
    printOverrideInstructions(output, remotes, runningAt);
    await untilStopped(signal, [failed]);
    return 0;
  }
  const lock = acquireLock(lockFile);
  process.once('exit', lock.release);

  await ensurePackagesInstalled({ root, processes, output, signal });
  const workshop = { root, runtime: pinnedNodeRuntime(root), processes, output, signal };
  const compiled = buildServers(workshop);
  const frontEnd = dev || isFrontEndBuilt(root) ? null : buildFrontEnd(workshop);
  // The stack awaits them; until then an error is not unhandled.
  for (const build of [compiled, frontEnd]) build?.catch(() => undefined);
  if (workOn.length > 0) await frontEnd;
  const served = workOn.length > 0 ? await serve(workshop) : null;
  const given = readLauncherSettings(root);
  const settings = served ? { ...given, WORK_ON: developmentServersSetting(served.remotes) } : given;
  // Development builds are stored separately from those that `npm start` serves.
  const devStore = dev ? join(root, '.cache', 'dev-store') : served && workStore;
  const storeFolder = devStore ?? (settings['STORE_DIR'] || built);
  // A given database may hold real data: it is seeded with demo accounts only on request.
  const seed = settings['SEED'] || (settings['DATABASE_URL'] ? 'none' : 'demo');
  /** @type {import('./stack.mjs').StackOptions['frontEnd'] | null} */
  const fill = dev
    ? (databaseUrl, parts) => watchFrontEnd(workshop, { storeFolder, databaseUrl }, parts)
    : frontEnd && (() => frontEnd);
  const options = { settings, dataFolder, storeFolder, dev, seed, compiled, ...(fill && { frontEnd: fill }) };
  const stack = await startStack(workshop, options, cleanup);
  lock.setUrl(stack.url);
  announce(output, stack, { since, accounts: seed === 'demo' ? demoAccounts(dataFolder) : [] });
  if (served) printDevelopmentUrls(output, served.remotes, stack.url);

  await untilStopped(signal, [stack.failed, ...(served ? [served.failed] : [])]);
  return 0;
});
