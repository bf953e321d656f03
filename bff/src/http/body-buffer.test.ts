import { problemSchema } from '@ve/contracts/errors';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ReceivedByteCounter } from '../testing/endless-body.ts';
import { signedStripeEvent } from '../testing/signed-stripe-event.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const maxBytes = 1_048_576;
const sentBytes = 30_000;
const secret = 'whsec_test';

let app: TestApp;
let counted: ReceivedByteCounter;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await startTestApp({ BODY_BUFFER_MB: '1', RATE_LIMIT_PER_MINUTE: '10000', STRIPE_WEBHOOK_SECRET: secret });
  counted = new ReceivedByteCounter();
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
afterAll(async () => {
  counted.close();
  await app.close();
});

const webhook = '/api/webhooks/stripe';
const contact = '/api/contact';

/** A client that sends most of a body and then waits; the status line and the rest of what the server answers. */
const unfinished = (path: string, framing: 'length' | 'chunks') => {
  const { host, hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString('latin1'))).on('error', () => undefined);
  const declared = framing === 'length' ? `Content-Length: ${String(sentBytes + 1)}` : 'Transfer-Encoding: chunked';
  const own = 'Sec-Fetch-Site: same-origin\r\nX-Requested-With: vehicle-enquiry';
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${own}\r\nContent-Type: application/json\r\n${declared}\r\n\r\n`,
  );
  const content = '{"padding":"'.padEnd(sentBytes, 'x');
  socket.write(framing === 'length' ? content : `${sentBytes.toString(16)}\r\n${content}\r\n`);
  return { socket, answer: () => answer };
};
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
};
const heldBy = async (caller: string): Promise<number> => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(new RegExp(`http_body_bytes_held\\{caller="${caller}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
};
const stripeEvent = () => {
  const { body, headers } = signedStripeEvent({ at: new Date(), secret, event: { padding: 'x'.repeat(8_000) } });
  return fetch(app.url + webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
};

it.each([
  ['webhooks', webhook, 'vendor', 'length'],
  ['webhooks', webhook, 'vendor', 'chunks'],
  ['visitors', contact, 'visitor', 'length'],
] as const)(
  'unfinished bodies of %s (%s) are held up to the limit; others get 503',
  async (_, path, caller, framing) => {
    const clients = Array.from({ length: 100 }, () => unfinished(path, framing));
    const refused = () => clients.filter(({ answer }) => answer() !== '');
    await until(() => refused().length >= clients.length - Math.floor(maxBytes / sentBytes));
    for (const { answer } of refused()) {
      const [head = '', body = ''] = answer().split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 503 /);
      expect(head).toMatch(/^retry-after: 5$/im);
      expect(head).toMatch(/^connection: close$/im);
      expect(problemSchema.parse(JSON.parse(body))).toMatchObject({ code: 'service-unavailable' });
    }
    const held = await heldBy(caller);
    expect(held).toBeGreaterThan(maxBytes - 2 * sentBytes);
    expect(held).toBeLessThanOrEqual(maxBytes);
    // What the server has read of the connections that it holds, with their heads.
    const open = clients.filter(({ answer }) => answer() === '');
    const read = open.reduce((sum, { socket }) => sum + counted.of(socket.localPort ?? 0), 0);
    expect(read).toBeLessThanOrEqual(maxBytes + open.length * 1_024);

    expect(app.logLines.filter((line) => line.includes('dependency_unavailable'))).toEqual([]);
    expect(app.logLines.filter((line) => line.includes(`"body_buffer_full","caller":"${caller}"`))).toHaveLength(1);

    // A client that leaves gives its bytes back.
    clients.forEach(({ socket }) => socket.destroy());
    await until(async () => (await heldBy(caller)) === 0);
    expect((await stripeEvent()).status).toBe(200);
    expect(await heldBy('vendor')).toBe(0);
  },
);

it('a flood of visitors refuses no event, and each unfinished body is ended by its timeout', async () => {
  const clients = Array.from({ length: 50 }, () => unfinished(contact, 'length'));
  await until(() => clients.some(({ answer }) => answer().startsWith('HTTP/1.1 503')));
  expect((await stripeEvent()).status).toBe(200);
  await Promise.all(clients.map(({ socket }) => (socket.closed ? null : once(socket, 'close'))));
  expect([...new Set(clients.map(({ answer }) => answer().slice(0, 12)))].toSorted()).toEqual([
    'HTTP/1.1 408',
    'HTTP/1.1 503',
  ]);
  expect(await heldBy('visitor')).toBe(0);
});
