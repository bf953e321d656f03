import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { LaunchError } from '../launch-error.mjs';
import { freePort } from '../ports.mjs';
import { postgresBinaries } from './binaries.mjs';
import { readPostgresPassword } from './data-folder.mjs';

const supervisor = fileURLToPath(new URL('supervisor.mjs', import.meta.url));

const temporary = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // A running autovacuum in the template would block cloning databases.
  'autovacuum=off',
  'max_connections=300',
];

/**
 * @typedef {object} PostgresServer
 * @property {string} url of the database `postgres`, as superuser
 * @property {number} port
 * @property {number} pid
 * @property {boolean} created true when the data folder was created now
 * @property {Promise<string | null>} ended resolves when the server has ended: null after `stop`, else the reason
 * @property {() => Promise<void>} stop
 * @property {() => void} unref lets this process end by itself; the server then ends with it
 */

/**
 * Starts the embedded Postgres on 127.0.0.1. It ends with this process, even when this process is killed.
 * @param {object} options
 * @param {string} options.root the repository
 * @param {string} options.folder the data folder; created if missing
 * @param {string} options.logFile overwritten
 * @param {number} [options.port] by default a free one is chosen
 * @param {boolean} [options.durable] false disables fsync, for data that may be lost
 * @param {string[]} [options.settings] further settings of the server, such as `shared_buffers=1GB`
 * @param {string} [options.removeAfter] a folder to remove after the server has ended
 * @param {AbortSignal} [options.signal] aborts the start
 * @returns {Promise<PostgresServer>}
 * @throws {LaunchError} with the server's last lines
 */
export async function startPostgres(options) {
  const attempts = options.port === undefined ? 3 : 1;
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    try {
      return await startOn(port, options);
    } catch (error) {
      // A port chosen by the system may be taken by another process before Postgres listens on it.
      const taken = error instanceof LaunchError && /Address already in use/.test(error.message);
      if (!taken || attempt === attempts) throw error;
    }
  }
}

/** @param {number} port @param {Parameters<typeof startPostgres>[0]} options @returns {Promise<PostgresServer>} */
async function startOn(port, { root, folder, logFile, durable = true, settings: more = [], removeAfter, signal }) {
  const binaries = postgresBinaries(root);
  signal?.throwIfAborted();
  mkdirSync(dirname(folder), { recursive: true });
  const child = spawn(process.execPath, [supervisor], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const settings = [...(durable ? ['max_connections=100'] : temporary), ...more];
  child.stdin.on('error', () => undefined);
  child.stdin.write(
    `${JSON.stringify({ folder, logFile, binaries, port, settings, durable, removeAfter: removeAfter ?? null })}\n`,
  );
  let asked = false;
  let created = false;
  /** @type {string | null} */
  let failure = null;
  /** @type {(pid: number) => void} */
  let onReady = () => undefined;
  /** @type {Promise<number>} */
  const ready = new Promise((resolve) => (onReady = resolve));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line);
    if (event.event === 'created') created = true;
    if (event.event === 'ready') onReady(event.pid);
    if (event.event === 'failed') failure = [event.reason, event.log].filter(Boolean).join('\n');
  });
  /** @type {Promise<string | null>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(asked ? null : (failure ?? 'The process that guards PostgreSQL was ended.')));
  });
  const stop = async () => {
    asked = true;
    child.stdin.end('stop\n');
    await ended;
  };
  const giveUp = () => void stop();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const first = await Promise.race([ready, ended.then((reason) => ({ reason }))]);
    signal?.throwIfAborted();
    if (typeof first === 'object') throw new LaunchError(first.reason ?? 'PostgreSQL was stopped.');
    const url = `postgresql://postgres:${readPostgresPassword(folder)}@127.0.0.1:${port}/postgres`;
    return { url, port, pid: first, created, ended, stop, unref: () => unrefAll(child) };
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function unrefAll(child) {
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) /** @type {import('node:net').Socket | null} */ (pipe)?.unref();
}
