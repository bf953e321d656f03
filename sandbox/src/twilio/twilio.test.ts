import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { buildSandbox } from '../server.ts';
import { twilioSignatureOf } from './twilio.service.ts';

const account = `AC${'0'.repeat(32)}`;
const messages = `/twilio/2010-04-01/Accounts/${account}/Messages`;
const authorization = `Basic ${Buffer.from(`${account}:sandbox-twilio-token`).toString('base64')}`;
const to = '+447700900123';

interface Posted {
  path: string;
  form: Record<string, string>;
  genuine: boolean;
}
let product: Server;
let productUrl: string;
let posted: Posted[];
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  product = createServer((request, response) => {
    void readText(request).then((body) => {
      const form = new URLSearchParams(body);
      const path = request.url ?? '';
      const genuine =
        request.headers['x-twilio-signature'] === twilioSignatureOf(productUrl + path, form, 'sandbox-twilio-token');
      posted.push({ path, form: Object.fromEntries(form), genuine });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
  productUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  app = buildSandbox({
    urls: {
      publicUrl: null,
      stripeWebhookUrl: null,
      twilioWebhookUrl: `${productUrl}/inbound`,
    },
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  posted = [];
  await fetch(`${url}/control/twilio`, { method: 'DELETE' });
  await fetch(`${url}/control/faults`, { method: 'DELETE' });
});
afterAll(async () => {
  await app.close();
  product.close();
});

const send = async (fields: Record<string, string> = {}) => {
  const answer = await fetch(`${url}${messages}.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({
      To: to,
      From: '+447700900001',
      Body: 'Hello',
      StatusCallback: `${productUrl}/receipts?text=1`,
      ...fields,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const read = async (path: string) =>
  (await (await fetch(url + path, { headers: { authorization } })).json()) as { messages: Record<string, unknown>[] };
const set = (settings: object) =>
  fetch(`${url}/control/twilio/receipts`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
const receipts = async (count: number): Promise<string[]> => {
  while (posted.length < count) await new Promise((resolve) => setImmediate(resolve));
  return posted.map(({ form }) => form['MessageStatus'] ?? '');
};

it('accepts a text, sends signed receipts in order, and lists the text', async () => {
  const { status, body } = await send({ Body: '£'.repeat(161) });
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ to, status: 'queued', num_segments: '2', price: null }),
  ]);
  expect(await receipts(2)).toEqual(['sent', 'delivered']);
  expect(posted[0]).toMatchObject({ path: '/receipts?text=1', genuine: true, form: { MessageSid: body['sid'] } });
  const list = await read(`${messages}.json?To=${encodeURIComponent(to)}&PageSize=5`);
  expect(list.messages).toMatchObject([{ sid: body['sid'], status: 'delivered' }]);
  expect((await read(`${messages}.json?To=%2B447700900999`)).messages).toEqual([]);
  expect(await read(`${messages}/${String(body['sid'])}.json`)).toMatchObject({ status: 'delivered' });
});

it.each([
  [{ duplicates: 1 }, ['delivered', 'delivered', 'sent', 'sent']],
  [{ disorder: true }, ['delivered', 'sent']],
])('receipts can be %j', async (settings, statuses) => {
  await set(settings);
  await send();
  const got = await receipts(statuses.length);
  expect('disorder' in settings ? got : got.toSorted()).toEqual(statuses);
});

it('receipts can have a wrong signature', async () => {
  await set({ wrongSignature: true });
  await send();
  await receipts(1);
  expect(posted[0]?.genuine).toBe(false);
});

it.each([
  ['+447700900033', '30003'],
  ['+447700900035', '30005'],
  ['+447700900036', '30006'],
])('a text to %s is not delivered: %s', async (number, code) => {
  await send({ To: number });
  await receipts(2);
  expect(posted[1]?.form).toMatchObject({ MessageStatus: 'undelivered', ErrorCode: code });
});

it.each([
  [{ To: '+15005550001' }, 21_211],
  [{ To: '+15005550009' }, 21_614],
  [{ To: '+15005550004' }, 21_610],
  [{ To: '+15005550002' }, 21_612],
  [{ To: '+15005550003' }, 21_408],
  [{ To: '07700900123' }, 21_211],
  [{ To: '' }, 21_604],
  [{ From: '+447700900002' }, 21_606],
  [{ Body: '' }, 21_602],
  [{ Body: 'x'.repeat(1_601) }, 21_617],
  [{ ValidityPeriod: '0' }, 21_624],
])('rejects %j with %d', async (fields, code) => {
  const { status, body } = await send(fields);
  expect([status, body['code']]).toEqual([400, code]);
});

it('a number that sends STOP gets no texts until START, and the product is notified of both', async () => {
  const reply = (body: string) =>
    fetch(`${url}/inbox/texts/reply`, {
      method: 'POST',
      body: new URLSearchParams({ from: to, body }),
      redirect: 'manual',
    });
  await reply('stop');
  expect(posted).toMatchObject([{ path: '/inbound', genuine: true, form: { From: to, Body: 'stop' } }]);
  expect((await send()).body['code']).toBe(21_610);
  const page = await (await fetch(`${url}/inbox/texts`)).text();
  expect(page).toContain('Said STOP');
  await reply('START');
  expect((await send()).status).toBe(201);
});

it('shows texts as a telephone does, escaped', async () => {
  await send({ Body: '<b>Tax</b> is due https://ve.example/dashboard' });
  const page = await (await fetch(`${url}/inbox/texts?to=${encodeURIComponent(to)}`)).text();
  expect(page).toContain('&lt;b&gt;Tax&lt;/b&gt;');
  expect(page).toContain('<a href="https://ve.example/dashboard" rel="noreferrer">');
});

it('faults can be limited to sending', async () => {
  await fetch(`${url}/control/faults/twilio`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'error-500', operation: 'POST /messages' }),
  });
  expect((await send()).status).toBe(500);
  expect((await read(`${messages}.json`)).messages).toEqual([]);
});

it('rejects another token', async () => {
  expect((await fetch(`${url}${messages}.json`, { headers: { authorization: 'Basic eA==' } })).status).toBe(401);
});

it('reports the account and its number, with where replies go', async () => {
  const ask = async (path: string, as = authorization) => {
    const answer = await fetch(`${url}/twilio/2010-04-01/Accounts/${account}${path}`, {
      headers: { authorization: as },
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  expect(await ask('.json')).toMatchObject({ status: 200, body: { sid: account, status: 'active', type: 'Full' } });
  expect((await ask('.json', 'Basic wrong')).status).toBe(401);
  const own = { phone_number: '+447700900001', capabilities: { sms: true }, sms_url: `${productUrl}/inbound` };
  expect((await ask('/IncomingPhoneNumbers.json?PhoneNumber=%2B447700900001')).body).toMatchObject({
    incoming_phone_numbers: [own],
  });
  expect((await ask('/IncomingPhoneNumbers.json?PhoneNumber=%2B447700900002')).body).toMatchObject({
    incoming_phone_numbers: [],
  });
});
