import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { acquireLock } from './lock-file.mjs';
import { createFixtureProject } from './testing/fixture-project.mjs';
import { waitUntil } from './wait-until.mjs';

const LIMIT_MS = 40_000;
const site = 'http://localhost:3456';
/** Stands for the development server: prints its arguments, and serves until it is ended. */
const server = `
import { createServer } from 'node:http';
const [name, , port, , api] = process.argv.slice(2);
createServer((_, response) => response.end(name)).listen(Number(port), '127.0.0.1', () =>
  console.log(name + ' alone, with the API of ' + api + ':\\n  http://127.0.0.1:' + port + '/orders'));
`;
let root;
let lock;
const launched = [];

beforeEach(() => {
  root = createFixtureProject();
  writeFileSync(join(root, 'libs/build/src/cli/standalone.ts'), server);
  lock = acquireLock(join(root, '.data/start.lock'));
  lock.setUrl(site);
});
afterEach(async () => {
  lock.release();
  for (const { child, ended } of launched.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(root, { recursive: true, force: true });
});

function launch(...args) {
  const child = spawn(process.execPath, [join(root, 'tools/standalone.mjs'), ...args], { cwd: root });
  const run = { child, text: '', ended: once(child, 'close').then(([code]) => code) };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (run.text += chunk));
  launched.push(run);
  return run;
}

/** The address that it prints. */
async function served(run) {
  await waitUntil(() => /alone, with .*\n +\S+/.test(run.text) || run.child.exitCode !== null, LIMIT_MS);
  const [, api, address] = run.text.match(/alone, with the API of (\S+):\n +(\S+)\/orders/) ?? [null, null, run.text];
  return { api, address };
}

const nothingLeft = () =>
  waitUntil(() => !spawnSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).stdout.includes(root), 10_000, 50);

test('calls the site that runs in its folder, at a free port, and SIGTERM ends it with its server', async () => {
  const first = launch('mfe-orders');
  const found = [await served(first)];
  const second = launch('mfe-orders');
  found.push(await served(second));
  expect(found.map(({ api }) => api)).toEqual([site, site]);
  expect(found[0].address).not.toBe(found[1].address);
  for (const { address } of found) expect(await (await fetch(address)).text()).toBe('mfe-orders');
  for (const { child } of [first, second]) child.kill('SIGTERM');
  expect(await Promise.all([first.ended, second.ended])).toEqual([143, 143]);
  expect(await nothingLeft()).toBe(true);
});

test('that is killed leaves no server behind', async () => {
  const run = launch('mfe-orders');
  await served(run);
  run.child.kill('SIGKILL');
  await run.ended;
  expect(await nothingLeft()).toBe(true);
});

test('a wanted port that is taken is named in one line, with a free one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address();
  const run = launch('mfe-orders', '--port', String(port));
  expect(await run.ended).toBe(1);
  expect(run.text.trim()).toMatch(
    new RegExp(`^Port ${port} is taken\\. Without --port a free one is chosen; \\d+ is free\\.$`),
  );
  other.close();
});

test('the named API wins', async () => {
  expect(await served(launch('mfe-orders', '--api', 'https://site.example/path'))).toMatchObject({
    api: 'https://site.example',
  });
});

test.each([
  [[], /^Which remote\? There are mfe-orders\./],
  [['mfe-none'], /^Which remote\? There are mfe-orders\./],
  [['mfe-orders', '--port', '0'], /^--port is not a port: 0$/],
  [['mfe-orders', '--api', 'file:///etc'], /^--api is not an http\(s\) address: file:\/\/\/etc$/],
  [['mfe-orders', '--prot', '1'], /^Unknown option '--prot'/],
])('refuses %j', async (args, message) => {
  const run = launch(...args);
  expect(await run.ended).toBe(1);
  expect(run.text.trim()).toMatch(message);
});

test('without a site it says how to start one', async () => {
  lock.release();
  const run = launch('mfe-orders');
  expect(await run.ended).toBe(1);
  expect(run.text.trim()).toBe('No site runs in this folder. Start one with npm start, or name its address: --api URL');
});
