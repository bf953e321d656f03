/**
 * Supervises Postgres for the launcher, in a process group of its own. When its standard input, a pipe from the
 * launcher, closes, Postgres is stopped. So killing the launcher leaves no server behind, and a Ctrl-C in the terminal
 * does not reach Postgres before the processes that use it have drained.
 *
 * In: one line of JSON (SupervisorOrder), then `stop` or the end of the pipe. Out: one line of JSON for each event.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { formatLaunchError } from '../launch-error.mjs';
import { waitUntil } from '../wait-until.mjs';
import { ensureDataFolder } from './data-folder.mjs';
import { clearOrphanedPostgres, readPostmasterPid } from './postmaster-pid.mjs';
import { unprivilegedRunner } from './unprivileged.mjs';

/**
 * @typedef {object} SupervisorOrder
 * @property {string} folder the data folder
 * @property {string} logFile
 * @property {{ initdb: string, postgres: string, pgCtl: string }} binaries
 * @property {number} port
 * @property {string[]} settings `name=value`
 * @property {boolean} durable
 * @property {string | null} removeAfter a folder to remove after the server has ended
 */

const stopping = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stopping.abort());

/** @param {Record<string, unknown>} event */
function emit(event) {
  try {
    writeSync(1, `${JSON.stringify(event)}\n`);
  } catch {
    // The launcher has ended; this process is already stopping.
  }
}

const lines = createInterface({ input: process.stdin });
const order = /** @type {Promise<SupervisorOrder>} */ (
  new Promise((resolve) => {
    lines.once('line', (first) => {
      resolve(JSON.parse(first));
      lines.on('line', (line) => line === 'stop' && stopping.abort());
    });
    lines.once('close', () => stopping.abort());
  })
);
stopping.signal.addEventListener('abort', () => lines.close(), { once: true });

/** @param {SupervisorOrder} options */
async function serve(options) {
  const { folder, binaries, durable, logFile } = options;
  const runner = unprivilegedRunner(binaries.initdb);
  const { signal } = stopping;
  const created = await ensureDataFolder({ folder, durable, initdb: binaries.initdb, runner, signal });
  if (created) emit({ event: 'created' });
  const cleared = await clearOrphanedPostgres(folder);
  if (cleared !== 'nothing') emit({ event: 'cleared', cleared });
  signal.throwIfAborted();

  const settings = [
    `port=${options.port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    ...options.settings,
  ];
  const {
    command,
    args,
    options: identity,
  } = runner.wrap(binaries.postgres, ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])]);
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(command, args, { ...identity, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  let ended = false;
  /** @type {Promise<number | string>} */
  const exit = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, by) => resolve(code ?? by ?? 'unknown'));
  });
  void exit.then(() => (ended = true));

  const ready = waitUntil(
    () =>
      ended ||
      signal.aborted ||
      (readPostmasterPid(folder)?.pid === child.pid && readPostmasterPid(folder)?.status === 'ready'),
    60_000,
    10,
  );
  if ((await ready) && !ended && !signal.aborted) emit({ event: 'ready', pid: child.pid });
  else if (!ended && !signal.aborted) {
    emit({ event: 'failed', reason: 'PostgreSQL was not ready within a minute.', log: tail(logFile) });
    stopping.abort();
  }

  const aborted = new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  const early = await Promise.race([exit.then((code) => ({ code })), aborted]);
  if (early) {
    emit({ event: 'failed', reason: `PostgreSQL ended by itself (${early.code}).`, log: tail(logFile) });
    return 1;
  }
  await shutDown(child, exit, options);
  return 0;
}

/**
 * Fast shutdown (sessions end, everything is flushed) for durable data, immediate for a temporary server.
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<unknown>} exit
 * @param {SupervisorOrder} options
 */
async function shutDown(child, exit, { durable, binaries, folder }) {
  let hasExited = false;
  void exit.then(() => (hasExited = true));
  const ways = durable
    ? /** @type {const} */ (['SIGINT', 'SIGQUIT', 'SIGKILL'])
    : /** @type {const} */ (['SIGQUIT', 'SIGKILL']);
  for (const way of ways) {
    if (process.platform === 'win32' && way !== 'SIGKILL') {
      spawn(binaries.pgCtl, ['stop', '-D', folder, '-m', way === 'SIGINT' ? 'fast' : 'immediate'], { stdio: 'ignore' });
    } else child.kill(way);
    if (await waitUntil(() => hasExited, 8000, 5)) return;
  }
}

/** @param {string} file @returns {string} its last lines */
function tail(file) {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-12).join('\n');
  } catch {
    return '';
  }
}

/** @type {SupervisorOrder | null} */
let given = null;
let code = 0;
try {
  given = await Promise.race([
    order,
    new Promise((resolve) => stopping.signal.addEventListener('abort', () => resolve(null), { once: true })),
  ]);
  if (given) code = await serve(given);
} catch (error) {
  if (!stopping.signal.aborted) {
    emit({ event: 'failed', reason: formatLaunchError(error), log: '' });
    code = 1;
  }
} finally {
  if (given?.removeAfter) rmSync(given.removeAfter, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(code);
