import { afterEach, expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import { freePort, freePortFrom } from './ports.mjs';

const servers = [];
const listen = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    servers.push(server);
    server.once('error', reject);
    server.listen({ port, host }, () => resolve(server.address().port));
  });
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)))));

test('a free port can be listened on', async () => {
  const port = await freePort();
  expect(await listen(port, '127.0.0.1')).toBe(port);
});

test.each(['127.0.0.1', '0.0.0.0', '::'])('a port taken on %s is skipped', async (host) => {
  const taken = await listen(0, host);
  const chosen = await freePortFrom(taken);
  expect(chosen).toBeGreaterThan(taken);
  expect(await listen(chosen, '127.0.0.1')).toBe(chosen);
});

test('a port taken only on ::1 is skipped, because localhost may resolve to it', async () => {
  const taken = await listen(0, '::1');
  expect(await freePortFrom(taken)).toBeGreaterThan(taken);
});

test('a reserved port is skipped', async () => {
  const port = await freePort();
  expect(await freePortFrom(port, new Set([port]))).toBeGreaterThan(port);
});
