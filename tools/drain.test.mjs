/** Graceful shutdown of the BFF and the workers when a dependency is down, has restarted, or does not respond. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres/server.mjs';
import { freePort } from './ports.mjs';
import { bffVendorSettings, vendorSettings } from './settings.mjs';
import { waitUntil } from './wait-until.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const fromSource = ['--conditions=source', '--import=./tools/dev/register.mjs'];
const recoveryMs = 30_000;
let base;
let port;
let database;
let server;
let silent;

const startDatabase = () =>
  startPostgres({ root, folder: join(base, 'postgres'), logFile: join(base, 'postgres.log'), port });

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 've-drain-test-'));
  port = await freePort();
  database = await startDatabase();
  const { status, stderr } = spawnSync(process.execPath, [...fromSource, 'libs/app/src/cli/prepare.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
    encoding: 'utf8',
  });
  expect(`${status} ${stderr}`).toBe('0 ');
  // Accepts connections and never responds.
  silent = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
beforeEach(async () => {
  database ??= await startDatabase();
});
afterEach(() => server?.child.kill('SIGKILL'));
afterAll(async () => {
  silent.close();
  await database?.stop();
  rmSync(base, { recursive: true, force: true });
});

/** Starts a server of the product and waits until it is ready. */
async function start(workspacePackage, env = {}) {
  const child = spawn(process.execPath, [...fromSource, `${workspacePackage}/src/main.ts`], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '100000',
      ...(workspacePackage === 'workers'
        ? vendorSettings('http://127.0.0.1:1', {}, 1)
        : bffVendorSettings('http://127.0.0.1:1', {})),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server = { child, text: '', url: '', exited: new Promise((resolve) => child.once('exit', resolve)) };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (server.text += chunk));
  const isReady = () => /process_ready/.test(server.text) || child.exitCode !== null;
  await waitUntil(isReady, 60_000);
  server.url = /"url":"(http[^"]+)"/.exec(server.text)?.[1] ?? '';
  expect(server.url).not.toBe('');
}

/** Sends requests that need the database, aborted by the signal. */
function callMany(signal) {
  const path = server.text.includes('"name":"bff"') ? '/api/remotes' : '/readyz';
  return Array.from({ length: 40 }, () => fetch(server.url + path, { signal }).catch(() => null));
}

const databaseAnswers = async () => {
  const path = server.text.includes('"name":"bff"') ? '/api/remotes' : '/readyz';
  return (await fetch(server.url + path).catch(() => null))?.status === 200;
};

async function expectGracefulShutdown() {
  const since = performance.now();
  server.child.kill('SIGTERM');
  const code = await server.exited;
  expect(server.text).not.toMatch(/process_drain_timed_out|process_stop_failed/);
  expect(code).toBe(0);
  expect(performance.now() - since).toBeLessThan(10_000);
}

/** Postgres and its child processes. */
function processesOfDatabase() {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const children = stdout.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return parent === database.pid ? [pid] : [];
  });
  return [database.pid, ...children];
}

const signalDatabase = (signal) => processesOfDatabase().forEach((pid) => process.kill(pid, signal));

async function killDatabase() {
  const { ended, pid } = database;
  process.kill(pid, 'SIGKILL');
  await ended;
  database = null;
}

test.each(['bff', 'workers'])(
  '%s: works after PostgreSQL was killed and restarted, and shuts down gracefully',
  async (workspacePackage) => {
    await start(workspacePackage);
    const calls = callMany(AbortSignal.timeout(30_000));
    await killDatabase();
    await Promise.all([...calls, ...callMany(AbortSignal.timeout(30_000))]);
    database = await startDatabase();
    expect(await waitUntil(databaseAnswers, recoveryMs)).toBe(true);
    const impatient = new AbortController();
    const left = callMany(impatient.signal);
    await Promise.race(left);
    left.push(...callMany(impatient.signal));
    impatient.abort();
    await expectGracefulShutdown();
    await Promise.all(left);
  },
  30_000 + recoveryMs + 60_000,
);

test.each(['bff', 'workers'])('%s: shuts down gracefully while PostgreSQL is down', async (workspacePackage) => {
  await start(workspacePackage);
  await killDatabase();
  const calls = callMany(AbortSignal.timeout(30_000));
  await expectGracefulShutdown();
  await Promise.all(calls);
});

test.each(['bff', 'workers'])(
  '%s: shuts down gracefully while PostgreSQL is frozen and requests wait for it',
  async (workspacePackage) => {
    await start(workspacePackage);
    expect(await waitUntil(databaseAnswers, 10_000)).toBe(true);
    signalDatabase('SIGSTOP');
    try {
      const calls = callMany(AbortSignal.timeout(30_000));
      await expectGracefulShutdown();
      await Promise.all(calls);
    } finally {
      signalDatabase('SIGCONT');
    }
  },
);

test.each([
  ['is down', () => 'redis://127.0.0.1:1'],
  ['accepts connections and never answers', () => `redis://127.0.0.1:${silent.address().port}`],
])('workers: shut down gracefully while Redis %s', async (_, url) => {
  await start('workers', { QUEUE_URL: url() });
  await expectGracefulShutdown();
});

test('bff: answers for DRAIN_SECONDS after the signal, ending each connection, then exits', async () => {
  await start('bff', { DRAIN_SECONDS: '5' });
  const ask = async () => {
    const answer = await fetch(`${server.url}/api/remotes`).catch(() => null);
    return `${answer?.status} ${answer?.headers.get('connection')}`;
  };
  expect(await ask()).toBe('200 keep-alive');
  server.child.kill('SIGTERM');
  expect(await waitUntil(async () => (await ask()) === '200 close', 4_000)).toBe(true);
  expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set(['200 close']));
  expect(server.child.exitCode).toBe(null);
  expect(await server.exited).toBe(0);
  expect(server.text).not.toMatch(/process_drain_timed_out|process_stop_failed/);
});

test('bff: shuts down gracefully although a client does not read its response', async () => {
  await start('bff');
  const { port: at } = new URL(server.url);
  const client = connect(Number(at), '127.0.0.1')
    .on('error', () => undefined)
    .pause();
  const ask = `GET /api/docs/scalar.js HTTP/1.1\r\nHost: 127.0.0.1:${at}\r\n\r\n`;
  client.write(ask.repeat(4));
  await (await fetch(`${server.url}/api/docs/scalar.js`)).arrayBuffer();
  await expectGracefulShutdown();
  client.destroy();
});
