import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../ports.mjs';
import { waitUntil } from '../wait-until.mjs';
import { canInstallPackages, installPackage } from './apt.mjs';
import { findProgram } from './find-program.mjs';

const names = ['redis-server', 'valkey-server'];

/**
 * A Redis for the queue tests: REDIS_URL, else a private one from a program on PATH or from the distribution's package.
 * @param {import('../build.mjs').Workshop} workshop
 * @param {Array<() => Promise<void>>} cleanup
 * @returns {Promise<{ url: string, from: string } | { url: null, why: string }>}
 */
export async function findRedis(workshop, cleanup) {
  const given = process.env['REDIS_URL'];
  if (given) return { url: given, from: 'REDIS_URL' };
  let program = findProgram(names);
  if (!program) {
    if (!canInstallPackages())
      return { url: null, why: 'no redis-server or valkey-server on PATH, and not root on Debian' };
    const error = await installPackage(workshop, 'redis-server');
    program = findProgram(names);
    if (!program) return { url: null, why: error ?? 'the package contains no redis-server' };
  }
  const url = await startRedis(program, workshop, cleanup);
  return url ? { url, from: `${program}, private` } : { url: null, why: `${program} did not start` };
}

/**
 * @param {string} program
 * @param {import('../build.mjs').Workshop} workshop
 * @param {Array<() => Promise<void>>} cleanup
 */
async function startRedis(program, { processes, signal }, cleanup) {
  const folder = mkdtempSync(join(tmpdir(), 've-redis-'));
  const port = await freePort();
  const password = randomBytes(18).toString('hex');
  const file = join(folder, 'redis.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    'save ""',
    'appendonly no',
    'maxmemory-policy noeviction',
    'daemonize no',
    `dir "${folder}"`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  const running = processes.start({ command: program, args: [file] });
  let ended = false;
  void running.ended.then(() => (ended = true));
  cleanup.push(async () => {
    await running.stop(4000);
    rmSync(folder, { recursive: true, force: true });
  });
  const ready = await waitUntil(async () => ended || signal.aborted || (await pongs(port, password)), 10_000, 50);
  return ready && !ended ? `redis://:${password}@127.0.0.1:${port}` : null;
}

/** @param {number} port @param {string} password @returns {Promise<boolean>} */
function pongs(port, password) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    let answer = '';
    const finish = (/** @type {boolean} */ result) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.on('data', (chunk) => {
      answer += String(chunk);
      if (answer.includes('+PONG')) finish(true);
    });
    socket.on('error', () => finish(false));
  });
}
