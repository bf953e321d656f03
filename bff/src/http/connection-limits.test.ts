import { connect, type Socket } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** A client that sends and never reads. */
const unreadingClient = (sent: string) => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').pause();
  sockets.push(socket);
  const closed = new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve()));
  socket.write(sent);
  return { socket, closed };
};
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\n${more}\r\n`;

/** How many connections were ended for a reason, from the metrics. */
const ended = async (why: string): Promise<number> => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(new RegExp(`http_connections_ended_total\\{why="${why}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
};
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
};
const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

/** A release file too large for the kernel's buffers. */
const publishLargeFile = (): Promise<void> =>
  writeFile(join(app.storeDir, 'shell/s1/large.0a.js'), Buffer.alloc(16 * 1_048_576, 'x'));
const largeFile = '/remotes/shell/s1/large.0a.js';

it.each([
  ['a file of a release', largeFile, 60],
  ['the script of the documentation', '/api/docs/scalar.js', 32],
])('clients that request %s and do not read cost little memory, and are disconnected', async (_, path, served) => {
  app = await startTestApp({ WRITE_STALL_SECONDS: '2' });
  await publishLargeFile();
  await (await fetch(app.url + path)).arrayBuffer();
  const before = process.memoryUsage.rss();
  for (let client = 0; client < 60; client += 1) unreadingClient(get(path));
  const waits: number[] = [];
  let peak = 0;
  await until(async () => {
    const since = performance.now();
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    waits.push(performance.now() - since);
    peak = Math.max(peak, process.memoryUsage.rss());
    return (await ended('stalled')) === served;
  });
  // Sixty copies would be 960 MB of the release file, or 240 MB of the script.
  expect(megabytes(peak - before)).toBeLessThan(120);
  // The median: on a busy machine some wait for a processor.
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(500);
});

it('a slow reader keeps its connection while it makes progress', async () => {
  app = await startTestApp({ WRITE_STALL_SECONDS: '1' });
  await publishLargeFile();
  const { socket } = unreadingClient(get(largeFile));
  let taken = 0;
  const pace = setInterval(() => {
    taken += (socket.read() as Buffer | null)?.length ?? 0;
  }, 20);
  const since = performance.now();
  socket.on('readable', () => undefined);
  await until(() => Promise.resolve(performance.now() - since > 3_500 || socket.destroyed));
  clearInterval(pace);
  expect(socket.destroyed).toBe(false);
  expect(taken).toBeGreaterThan(0);
  expect(await ended('stalled')).toBe(0);
});

it('unread bytes are limited in total: stalled clients are disconnected first', async () => {
  app = await startTestApp({ WRITE_BUFFER_MB: '1', WRITE_STALL_SECONDS: '600' });
  await publishLargeFile();
  const clients = Array.from({ length: 40 }, () => unreadingClient(get(largeFile)));
  await until(async () => (await ended('crowded')) > 0);
  expect(await ended('crowded')).toBeLessThan(clients.length);
  const answer = await fetch(app.url + largeFile);
  expect((await answer.arrayBuffer()).byteLength).toBe(16 * 1_048_576);
});

it('a pipeline of requests is refused before its responses fill the memory', async () => {
  app = await startTestApp();
  const { socket, closed } = unreadingClient(get('/', 'Accept: text/html\r\n').repeat(1_000));
  socket.resume();
  await closed;
  expect(await ended('pipelined')).toBe(1);
});

it('connections are limited per address and in total', async () => {
  app = await startTestApp({ MAX_CONNECTIONS_PER_ADDRESS: '20' });
  const clients = Array.from({ length: 40 }, () => unreadingClient(''));
  clients.forEach(({ socket }) => socket.resume());
  await until(() => Promise.resolve(clients.filter(({ socket }) => socket.destroyed).length >= 20));
  expect(clients.filter(({ socket }) => !socket.destroyed)).toHaveLength(20);
  clients.forEach(({ socket }) => socket.destroy());
  await until(async () => (await ended('too-many-of-one').catch(() => 0)) >= 20);
});

it('behind a trusted proxy, whose address all clients share, only the total is limited', async () => {
  app = await startTestApp({ TRUST_PROXY: '1', MAX_CONNECTIONS_PER_ADDRESS: '1', MAX_CONNECTIONS: '16' });
  const clients = Array.from({ length: 24 }, () => unreadingClient(''));
  clients.forEach(({ socket }) => socket.resume());
  await until(() => Promise.resolve(clients.filter(({ socket }) => socket.destroyed).length >= 8));
  expect(clients.filter(({ socket }) => !socket.destroyed)).toHaveLength(16);
});
