import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFrontEnd, buildServers, isFrontEndBuilt } from './build.mjs';
import { demoRegistrations } from './demo-registrations.mjs';
import { bundleServers } from './dev-servers.mjs';
import { exitWithHelp } from './help.mjs';
import { ensurePackagesInstalled } from './install.mjs';
import { LaunchError } from './launch-error.mjs';
import { runningInstanceUrl, acquireLock } from './lock-file.mjs';
import { formatElapsed } from './output.mjs';
import { runProgram } from './run-program.mjs';
import { pinnedNodeRuntime } from './node-runtime.mjs';
import { readLauncherSettings } from './settings.mjs';
import { findRemoteFolders } from './remotes.mjs';
import { startStack } from './stack.mjs';
import {
  findNamedRemotes,
  printOverrideInstructions,
  printDevelopmentUrls,
  serveInDevelopment,
  developmentServersSetting,
} from './work-on.mjs';

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
  const serve = (/** @type {string[]} */ names) =>
    serveInDevelopment(
      { root, runtime: pinnedNodeRuntime(root), processes, output, signal },
      { names, onDemand: dev },
      cleanup,
    );

  const runningAt = workOn.length > 0 ? runningInstanceUrl(lockFile) : null;
  if (runningAt !== null) {
    const { packages, ready, failed } = await serve(workOn);
    await ready;
    printOverrideInstructions(output, packages, runningAt);
    await untilStopped(signal, [failed]);
    return 0;
  }
  const lock = acquireLock(lockFile);
  process.once('exit', lock.release);

  await ensurePackagesInstalled({ root, processes, output, signal });
  const workshop = { root, runtime: pinnedNodeRuntime(root), processes, output, signal };
  const remotes = dev ? findRemoteFolders(root) : workOn;
  const served = remotes.length > 0 ? await serve(['shell', ...remotes]) : null;
  const bundles = dev ? bundleServers(workshop, cleanup) : null;
  const compiled = bundles?.built ?? buildServers(workshop);
  const frontEnd = dev || isFrontEndBuilt(root) ? null : buildFrontEnd(workshop);
  // They are awaited below; until then an error is not unhandled.
  for (const work of [compiled, frontEnd, served?.ready]) work?.catch(() => undefined);
  const given = readLauncherSettings(root);
  const settings = served ? { ...given, WORK_ON: developmentServersSetting(served.packages) } : given;
  const storeFolder = settings['STORE_DIR'] || join(root, '.store');
  // A given database may hold real data: it is seeded with demo accounts only on request.
  const seed = settings['SEED'] || (settings['DATABASE_URL'] ? 'none' : 'demo');
  const options = { settings, dataFolder, storeFolder, seed, compiled };
  const [stack] = await Promise.all([
    startStack(workshop, { ...options, ...(bundles && { bundles }), ...(frontEnd && { frontEnd }) }, cleanup),
    served?.ready,
  ]);
  lock.setUrl(stack.url);
  announce(output, stack, { since, accounts: seed === 'demo' ? demoAccounts(dataFolder) : [] });
  if (dev) output.say('It runs from its sources: saved changes appear in the open page, and servers restart.\n');
  else if (served) printDevelopmentUrls(output, served.packages, stack.url);

  await untilStopped(signal, [stack.failed, ...[served, bundles].flatMap((part) => part?.failed ?? [])]);
  return 0;
});
