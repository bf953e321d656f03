import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exitWithHelp } from './help.mjs';
import { pinnedNodeRuntime } from './node-runtime.mjs';

/*
 * `npm run soak [-- stories]`: the invariant test of money over many random stories, each property of the domain over
 * as many random values (2000 by default) from a new seed, which is printed, and killed workers on every available
 * queue (REDIS_URL): 240 of them, or SOAK_KILLS, while reminders, alerts, e-mails and texts are planned and sent; and
 * every day of a year of four members. Then, as the only load on the machine, 500 money scenarios, or SOAK_SCENARIOS,
 * over HTTP, while BFFs, workers, Redis and Postgres are killed. SOAK_SEED repeats a run, SOAK_PATH with it a single
 * story (`npm run soak -- 1`). SOAK_ONLY=stories or SOAK_ONLY=scenarios runs one half.
 */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
exitWithHelp('npm run soak [-- stories]\n\n  what it runs, and its variables, are at the top of tools/soak.mjs');
const seed = process.env.SOAK_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
const only = process.env.SOAK_ONLY;

/** Fails when a listed file was moved, which jest would silently skip. @param {string[]} files */
function ensureEachMatches(files) {
  const tests = globSync('{libs,workers}/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules', '**/dist'] });
  const none = files.filter((pattern) => !tests.some((file) => file.replaceAll('\\', '/').includes(pattern)));
  if (none.length > 0) throw new Error(`no test matches ${none.join(', ')}`);
}

/** @param {string[]} projects @param {string[]} files @param {NodeJS.ProcessEnv} settings */
async function runJest(projects, files, settings) {
  ensureEachMatches(files);
  const child = spawn(
    pinnedNodeRuntime(root),
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--watchman=false',
      '--selectProjects',
      ...projects,
      '--',
      ...files,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, SOAK_SEED: seed, ...settings } },
  );
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

const stories = [
  'workers/src/membership/money.test',
  'workers/src/monitoring/reminders/send.handler.test',
  'workers/scenarios/killed-',
  'workers/scenarios/members-year.test',
  'libs/domain/',
];
const codes = [
  only === 'scenarios' ? 0 : await runJest(['workers', 'domain'], stories, { SOAK_RUNS: process.argv[2] ?? '2000' }),
  only === 'stories'
    ? 0
    : await runJest(['workers'], ['workers/scenarios/money-scenarios.test'], {
        SOAK_SCENARIOS: process.env.SOAK_SCENARIOS ?? '500',
      }),
];
process.exit(Math.max(...codes));
