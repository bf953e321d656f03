import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStandardWebhook, signStandardWebhook } from './standard-webhook.adapter.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const at = new Date('2026-03-01T10:00:00.000Z');
const event = { id: 'fault-1.began', type: 'service.fault', at, data: { fault: 'queues', resolved_at: null } };

let server: Server;
let url: string;
let received: { headers: IncomingHttpHeaders; body: string; path: string }[];
let respond: (response: ServerResponse) => void;
beforeEach(async () => {
  received = [];
  respond = (response) => response.writeHead(204).end();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body, path: request.url ?? '' });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?tenant=1`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('signs as the example of the standard', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(signStandardWebhook(secret, message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it('posts an event with its id, its time and a signature over both and the body', async () => {
  const webhook = createStandardWebhook({ url, secret, now: () => at });
  expect(await webhook.post(event)).toBe(true);
  await webhook.close();
  const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = received;
  expect(path).toBe('/hook?tenant=1');
  expect(JSON.parse(body)).toEqual({ type: event.type, timestamp: at.toISOString(), data: event.data });
  const seconds = at.getTime() / 1_000;
  expect(headers).toMatchObject({
    'webhook-id': event.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signStandardWebhook(secret, { id: event.id, seconds, body }),
  });
});

it.each([
  ['an error', (response: ServerResponse) => response.writeHead(500).end()],
  ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['a cut connection', (response: ServerResponse) => response.destroy()],
  ['no answer', () => undefined],
])('%s is no acceptance, after one call', async (_, answer) => {
  respond = answer;
  const webhook = createStandardWebhook({ url, secret, now: () => at, totalTimeoutMs: 300 });
  expect(await webhook.post(event)).toBe(false);
  await webhook.close();
  expect(received.map(({ path }) => path)).toEqual(['/hook?tenant=1']);
});

it('a receiver that does not listen has not accepted', async () => {
  const webhook = createStandardWebhook({ url: 'http://127.0.0.1:1/hook', secret, now: () => at });
  expect(await webhook.post(event)).toBe(false);
  await webhook.close();
});
