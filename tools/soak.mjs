import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pinnedRuntime } from './runtime.mjs';

/*
 * `npm run soak [-- stories]`: the invariant test of money over many random stories, each property of the domain over as
 * many random values, 2000 if not said, from a seed of its own, which it prints, and killed workers on every queue that can
 * be had (REDIS_URL): 240 of them, or SOAK_KILLS, while reminders, alerts, mails and texts are planned and sent; and every
 * day of a year of four members. SOAK_SEED repeats one, SOAK_PATH with it a single story (`npm run soak -- 1`).
 */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const child = spawn(
  pinnedRuntime(root),
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    'workers',
    'domain',
    '--',
    'workers/src/money.test',
    'workers/src/reminders/send.handler.test',
    'workers/src/killed-',
    'workers/src/members-year.test',
    'libs/domain/',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SOAK_RUNS: process.argv[2] ?? '2000',
      SOAK_SEED: process.env.SOAK_SEED ?? String(Math.floor(Math.random() * 2 ** 31)),
    },
  },
);
child.once('exit', (code) => process.exit(code ?? 1));
