import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { waitUntil } from '../wait-until.mjs';
import { isProcessAlive, readPostmasterPid } from './postmaster-pid.mjs';
import { startPostgres } from './server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
let base;
let folder;
const servers = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 've-postgres-test-'));
  folder = join(base, 'postgres');
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  rmSync(base, { recursive: true, force: true });
});

async function start(options = {}) {
  const server = await startPostgres({ root, folder, logFile: join(base, 'postgres.log'), durable: false, ...options });
  servers.push(server);
  return server;
}

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('data survives a restart, and no process is left running', async () => {
  const first = await start({ durable: true });
  expect(first.created).toBe(true);
  await query(first.url, 'create table kept (n int)');
  await query(first.url, 'insert into kept values (7)');
  await first.stop();
  expect(await first.ended).toBeNull();
  expect(isProcessAlive(first.pid)).toBe(false);
  expect(readPostmasterPid(folder)).toBeNull();

  const second = await start({ durable: true });
  expect(second.created).toBe(false);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  expect(await query(second.url, `select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'on' }]);
});

test('listens on loopback only and requires the password, which only the owner can read', async () => {
  const { url } = await start();
  expect(await query(url, `select current_setting('listen_addresses') as at`)).toEqual([{ at: '127.0.0.1' }]);
  expect(await query(url, `select current_setting('unix_socket_directories') as at`)).toEqual([{ at: '' }]);
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  expect(statSync(join(folder, 'launcher-password')).mode & 0o077).toBe(0);
});

test('a stale pid file, even with a reused pid, does not prevent a start', async () => {
  const first = await start();
  await first.stop();
  for (const pid of [spawnSync('true').pid, process.pid]) {
    writeFileSync(join(folder, 'postmaster.pid'), `${pid}\n${folder}\n1\n5432\n\n127.0.0.1\n\nready\n`);
    const again = await start();
    expect(readPostmasterPid(folder)?.pid).toBe(again.pid);
    await again.stop();
  }
});

test('kill -9 of the database is reported with its log, and the next start recovers', async () => {
  const server = await start({ durable: true });
  await query(server.url, 'create table kept (n int)');
  process.kill(server.pid, 'SIGKILL');
  expect(await server.ended).toMatch(/^PostgreSQL ended by itself \(SIGKILL\)/);
  const again = await start({ durable: true });
  expect(await query(again.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
});

test.each(['SIGKILL', 'SIGTERM'])('%s of the parent leaves no database and no temporary folder', async (signal) => {
  const code = `
    const { startPostgres } = await import(${JSON.stringify(new URL('./server.mjs', import.meta.url).href)});
    const server = await startPostgres(${JSON.stringify({ root, folder, logFile: join(base, 'log'), durable: false, removeAfter: folder })});
    console.log(server.pid);
    setInterval(() => undefined, 1000);
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise((resolve) =>
    createInterface({ input: parent.stdout }).once('line', (line) => resolve(Number(line))),
  );
  expect(isProcessAlive(pid)).toBe(true);
  parent.kill(signal);
  expect(await waitUntil(() => !isProcessAlive(pid) && !existsSync(folder), 10_000)).toBe(true);
});

test('the next start ends a server whose supervisor was killed', async () => {
  const first = await start();
  const supervisor = Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(first.pid)], { encoding: 'utf8' }).stdout);
  process.kill(supervisor, 'SIGKILL');
  expect(await first.ended).toMatch(/guards PostgreSQL was ended/);
  expect(isProcessAlive(first.pid)).toBe(true);
  const second = await start();
  expect(isProcessAlive(first.pid)).toBe(false);
  expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('an aborted start leaves no process and no partial folder', async () => {
  const giveUp = new AbortController();
  const starting = start({ signal: giveUp.signal });
  await waitUntil(
    () => existsSync(base) && readdirSync(base).some((name) => name.startsWith('postgres.new-')),
    10_000,
    2,
  );
  giveUp.abort();
  await expect(starting).rejects.toThrow(/abort/i);
  expect(readdirSync(base)).toEqual([]);
  expect((await start()).created).toBe(true);
});

test('a folder with other contents is left unchanged and named in the error', async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'PG_VERSION'), '15\n');
  await expect(start()).rejects.toThrow(`${folder} holds a database of PostgreSQL 15. Move it away and start again.`);
  expect(readdirSync(folder)).toEqual(['PG_VERSION']);
});
