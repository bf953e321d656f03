import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFrontEnd, buildServers } from './build.mjs';
import { ensurePackagesInstalled, npmCommand } from './install.mjs';
import { exitWithHelp } from './help.mjs';
import { LaunchError, formatLaunchError } from './launch-error.mjs';
import { formatElapsed } from './output.mjs';
import { runProgram } from './run-program.mjs';
import { pinnedNodeRuntime } from './node-runtime.mjs';
import { runCleanupSteps } from './stack.mjs';
import { runEndToEnd } from './suites/end-to-end.mjs';
import { findRedis } from './suites/redis.mjs';
import { failedTestFiles, jestResult, singleCheckResult, mergeRetryResult } from './suites/results.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const MINUTES = 60_000;

/** CI ends a run after ninety minutes; until then the last suite may use what the others left. */
const wholeRunMinutes = 85;

/** Tests of real processes may be late on a busy machine; with more failed files, the machine is not the cause. */
const maxRetriedFiles = 12;

/** @typedef {{ workshop: import('./build.mjs').Workshop, notes: string[], args: string[], since: number }} Bench */

/**
 * The suites in order. The suites after one with `inBackground` start while it runs: they often wait for processes.
 * @type {Record<string, {
 *   what: string,
 *   run: (bench: Bench) => Promise<import('./suites/results.mjs').Result>,
 *   inBackground?: boolean,
 * }>}
 */
const suites = {
  types: { what: 'TypeScript over every package', run: types },
  build: { what: 'the servers, the shell and the remotes', run: build },
  lint: { what: 'ESLint with the rules of the packages, oxlint and Prettier', run: lint, inBackground: true },
  unit: { what: 'unit and integration tests (jest, on PostgreSQL and Redis)', run: unit },
  e2e: {
    what: 'end-to-end tests (Playwright over the whole product)',
    run: endToEnd,
  },
};

const usage =
  `Usage: npm test -- --only ${Object.keys(suites).join(',')} (any of them)\n` +
  '       npm test -- --only unit -- libs/data/src/membership (or other arguments of jest)\n' +
  '       npm test -- --only e2e -- report.spec --project phone --no-deps (or other arguments of Playwright)';

/**
 * `--only` with names of suites; after a further `--`, for `unit` or `e2e` alone, the arguments of jest or Playwright.
 * @param {string[]} given
 * @returns {{ chosen: string[], args: string[] }} the names of the suites to run, in their order
 */
function readArguments(given) {
  const names = Object.keys(suites);
  if (given.length === 0) return { chosen: names, args: [] };
  const end = given.includes('--') ? given.indexOf('--') : given.length;
  const args = given.slice(end + 1);
  const [flag, ...rest] = given.slice(0, end).flatMap((arg) => arg.split('='));
  const wanted = rest.join(',').split(',').filter(Boolean);
  const unknown = wanted.find((name) => !names.includes(name));
  const takesArguments = wanted.length === 1 && (wanted[0] === 'unit' || wanted[0] === 'e2e');
  if (flag !== '--only' || wanted.length === 0 || unknown !== undefined || (args.length > 0 && !takesArguments)) {
    throw new LaunchError(usage);
  }
  return { chosen: names.filter((name) => wanted.includes(name)), args };
}

/** @param {Bench} bench */
async function lint({ workshop: { processes, output, signal } }) {
  const ended = await processes.run({
    command: npmCommand,
    args: ['run', '--silent', 'lint'],
    cwd: root,
    onLine: (line) => output.say(line),
    signal,
    limitMs: 15 * MINUTES,
  });
  return singleCheckResult('lint', ended.code === 0, ended.tail);
}

/** @param {Bench} bench */
async function types({ workshop: { runtime, processes, output, signal } }) {
  const ended = await processes.run({
    command: runtime,
    args: ['node_modules/typescript7/bin/tsc', '-b'],
    cwd: root,
    onLine: (line) => output.say(line),
    signal,
    limitMs: 15 * MINUTES,
  });
  return singleCheckResult('types', ended.code === 0, ended.tail);
}

/** @param {Bench} bench */
async function build({ workshop }) {
  try {
    const ran = [await buildServers(workshop), await buildFrontEnd(workshop)];
    if (!ran.includes(true)) workshop.output.say('Nothing changed since the last build.');
    return singleCheckResult('build', true, '');
  } catch (error) {
    if (workshop.signal.aborted) throw error;
    workshop.output.say(formatLaunchError(error));
    return singleCheckResult('build', false, formatLaunchError(error));
  }
}

/** @param {Bench} bench */
async function unit({ workshop, notes, args }) {
  const { runtime, processes, output, signal } = workshop;
  /** @type {Array<() => Promise<void>>} */
  const cleanup = [];
  try {
    const redis = await findRedis(workshop, cleanup);
    if (redis.url === null) notes.push(`the queue's tests ran on PostgreSQL alone, not on Redis: ${redis.why}`);
    else output.say(`Redis: ${redis.from}.`);
    /** @param {string} name @param {string[]} files */
    const runJest = async (name, files) => {
      const report = join(root, '.cache', name);
      rmSync(report, { force: true });
      const alone = files.length > 0 ? ['--maxWorkers=1', '--runTestsByPath', ...files] : [];
      const ended = await processes.run({
        command: runtime,
        args: [
          'node_modules/jest/bin/jest.js',
          '--ci',
          '--watchman=false',
          '--json',
          `--outputFile=${report}`,
          ...alone,
          ...(files.length > 0 ? [] : args),
        ],
        cwd: root,
        env: {
          ...process.env,
          NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
          ...(redis.url === null ? {} : { REDIS_URL: redis.url }),
        },
        // jest prints its JSON too; we read the file.
        onLine: (line) => line.startsWith('{"numFailedTestSuites"') || output.say(line),
        signal,
        limitMs: 50 * MINUTES,
      });
      return { report, result: jestResult(report, ended) };
    };
    const { report, result } = await runJest('jest.json', []);
    const files = failedTestFiles(report);
    if (files.length === 0 || files.length > maxRetriedFiles) return result;
    output.strong('Trying again, one at a time, what failed:');
    const again = mergeRetryResult(result, (await runJest('jest-again.json', files)).result);
    const late = result.failures.filter(({ title }) => !again.failures.some((failure) => failure.title === title));
    for (const { title } of late) notes.push(`passed only when tried again: ${title}`);
    return again;
  } finally {
    await runCleanupSteps(cleanup);
  }
}

/** @param {Bench} bench */
async function endToEnd({ workshop, notes, args, since }) {
  // Fast after a successful build, and reports the errors of a failed one.
  const built = await build({ workshop, notes, args: [], since });
  if (built.failed > 0) return singleCheckResult('e2e', false, 'could not be run: the build failed');
  const limitMs = wholeRunMinutes * MINUTES - (performance.now() - since);
  return runEndToEnd(workshop, notes, { args, limitMs });
}

if (!process.argv.includes('--')) exitWithHelp(usage);

await runProgram(async ({ signal, processes, output }) => {
  const since = performance.now();
  /** @type {string[]} */
  const notes = [];
  /** @typedef {{ name: string, time: string, result: import('./suites/results.mjs').Result }} Done */
  /** @type {Done[]} */
  const done = [];
  /** @type {Array<Promise<Done>>} */
  const background = [];
  try {
    const { chosen, args } = readArguments(process.argv.slice(2));
    mkdirSync(join(root, '.cache'), { recursive: true });
    await ensurePackagesInstalled({ root, processes, output, signal, withTools: true });
    const workshop = { root, runtime: pinnedNodeRuntime(root), processes, output, signal };
    for (const name of chosen) {
      const suite = /** @type {(typeof suites)[string]} */ (suites[name]);
      output.say();
      output.strong(`── ${name}: ${suite.what}`);
      const start = performance.now();
      const ran = suite
        .run({ workshop, notes, args, since })
        .then((result) => ({ name, result, time: formatElapsed(start) }));
      if (!suite.inBackground) done.push(await ran);
      else {
        background.push(ran);
        // Promise.all below reports the error; this prevents an unhandled rejection.
        ran.catch(() => undefined);
      }
    }
    done.push(...(await Promise.all(background)));
    const left = Object.keys(suites).filter((name) => !chosen.includes(name));
    if (left.length > 0) notes.push(`not asked for: ${left.join(', ')}`);
  } catch (error) {
    await Promise.allSettled(background);
    if (signal.aborted) throw error;
    done.push({
      name: 'set-up',
      result: singleCheckResult('set-up', false, formatLaunchError(error)),
      time: formatElapsed(since),
    });
  }
  return report(output, { done, notes, since });
});

/**
 * @param {import('./output.mjs').LauncherOutput} output
 * @param {{
 *   done: Array<{ name: string, time: string, result: import('./suites/results.mjs').Result }>,
 *   notes: string[],
 *   since: number,
 * }} run
 * @returns {number} the exit code
 */
function report(output, { done, notes, since }) {
  for (const { title, message } of done.flatMap(({ result }) => result.failures)) {
    output.say();
    output.strong(`FAILED ${title}`);
    output.say(message.replace(/^/gm, '  '));
  }
  output.say();
  output.strong(`Ran in ${formatElapsed(since)}:`);
  for (const { name, time, result } of done) {
    const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
    output.say(`  ${name.padEnd(7)} ${result.passed} passed, ${result.failed} failed${skipped} (${time})`);
  }
  for (const note of notes) output.say(`  Note: ${note}`);
  const passed = done.reduce((sum, { result }) => sum + result.passed, 0);
  const failed = done.reduce((sum, { result }) => sum + result.failed, 0);
  output.say();
  output.say(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}
