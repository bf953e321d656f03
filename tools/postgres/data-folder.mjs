import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LaunchError } from '../launch-error.mjs';

const MAJOR = '18';
const PASSWORD_FILE = 'launcher-password';

/** @param {string} folder @returns {string} the superuser's password of that data folder */
export function readPostgresPassword(folder) {
  return readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim();
}

/** Removes the leftovers of an interrupted first run next to the data folder. @param {string} folder */
function removeUnfinished(folder) {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(folder)}.new-`)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/**
 * Creates the data folder if it is missing, atomically: under a temporary name, then renamed.
 * @param {object} options
 * @param {string} options.folder
 * @param {boolean} options.durable false disables fsync
 * @param {string} options.initdb
 * @param {import('./unprivileged.mjs').Runner} options.runner
 * @param {AbortSignal} options.signal ends initdb and removes its files
 * @returns {Promise<boolean>} true when it was created now
 */
export async function ensureDataFolder({ folder, durable, initdb, runner, signal }) {
  if (existsSync(folder)) {
    const versionFile = join(folder, 'PG_VERSION');
    const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : null;
    if (version === MAJOR && existsSync(join(folder, PASSWORD_FILE))) {
      runner.own(folder);
      return false;
    }
    const what = version && version !== MAJOR ? `a database of PostgreSQL ${version}` : 'no database of this launcher';
    throw new LaunchError(`${folder} holds ${what}. Move it away and start again.`);
  }
  mkdirSync(dirname(folder), { recursive: true });
  removeUnfinished(folder);
  const unfinished = `${folder}.new-${process.pid}`;
  const password = randomBytes(24).toString('base64url');
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    const pgdata = join(unfinished, 'pgdata');
    const pwfile = join(unfinished, 'password');
    mkdirSync(pgdata, { mode: 0o700 });
    writeFileSync(pwfile, password, { mode: 0o600 });
    runner.own(unfinished);
    await runInitdb({ initdb, pgdata, pwfile, durable, runner, signal });
    writeFileSync(join(pgdata, PASSWORD_FILE), password, { mode: 0o600 });
    chmodSync(pgdata, 0o700);
    renameSync(pgdata, folder);
    return true;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * @param {{ initdb: string, pgdata: string, pwfile: string, durable: boolean, runner:
 * import('./unprivileged.mjs').Runner, signal: AbortSignal }} options
 */
async function runInitdb({ initdb, pgdata, pwfile, durable, runner, signal }) {
  const { command, args, options } = runner.wrap(initdb, [
    `--pgdata=${pgdata}`,
    '--username=postgres',
    `--pwfile=${pwfile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same collation on every platform.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(durable ? [] : ['--no-sync']),
  ]);
  signal.throwIfAborted();
  const windows = process.platform === 'win32';
  // initdb starts children through a shell: in a process group of its own, one signal reaches all of them.
  const child = spawn(command, args, { ...options, detached: !windows, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output = (output + chunk).slice(-4000)));
  child.stderr.on('data', (chunk) => (output = (output + chunk).slice(-4000)));
  const stop = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(windows ? child.pid : -child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw new LaunchError(`PostgreSQL could not make its data folder:\n${output.trim()}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
