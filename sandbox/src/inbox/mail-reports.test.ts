import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createSandboxClock } from '../control/clock.ts';
import { buildSandbox } from '../server.ts';
import { createSandboxMailbox, type SandboxMailbox } from './mail-box.ts';

const now = new Date('2027-03-01T09:00:00.000Z');
/** The status codes of the product's next responses to reports; 204 after them. */
let answers: number[];
let reports: { body: string; signature: unknown }[];
let product: Server;
let app: FastifyInstance;
let mails: SandboxMailbox;
beforeEach(async () => {
  answers = [];
  reports = [];
  product = createServer((request, response) => {
    void text(request).then((body) => {
      reports.push({ body, signature: request.headers['x-mail-signature'] });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
  mails = createSandboxMailbox();
  app = buildSandbox({
    clock: createSandboxClock(() => now),
    mails,
    urls: {
      publicUrl: null,
      stripeWebhookUrl: null,
      mailWebhookUrl: `http://127.0.0.1:${(product.address() as AddressInfo).port}/api/webhooks/mail`,
    },
  });
});
afterEach(async () => {
  await app.close();
  product.close();
});

const arrive = (...to: string[]) => {
  const headers = [{ name: 'message-id', value: '<1@site.example>' }];
  mails.add({ at: now.toISOString(), to, from: '', replyTo: null, subject: 'Hello', text: '', html: null, headers });
};
const until = async (holds: () => boolean): Promise<void> => {
  const deadline = Date.now() + 40_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`the reports that came: ${JSON.stringify(reports)}`);
    await pause(10);
  }
};
const newest = () => mails.list(null)[0]?.report;

it("reports a bounce in the product's format, signed", async () => {
  arrive('bounces-later+dana@example.com');
  await until(() => newest()?.status === 204);
  const [{ body, signature } = { body: '', signature: '' }] = reports;
  expect(JSON.parse(body)).toEqual({
    events: [
      {
        type: 'bounce',
        permanent: true,
        recipient: 'bounces-later+dana@example.com',
        at: now.toISOString(),
        messageId: '<1@site.example>',
      },
    ],
  });
  const seconds = String(now.getTime() / 1_000);
  const mac = createHmac('sha256', 'sandbox-mail-webhook-secret-00000').update(`${seconds}.${body}`).digest('hex');
  expect(signature).toBe(`t=${seconds},v1=${mac}`);
  const page = await app.inject('/inbox');
  expect(page.body).toContain('Came back, for good; reported');
});

it('repeats a report until it is accepted', async () => {
  answers = [401, 500];
  arrive('bounces-later@example.com');
  await until(() => newest()?.status === 204);
  expect(reports).toHaveLength(3);
});

it.each([
  ['full-later@example.com', { type: 'bounce', permanent: false }],
  ['calls-it-spam+x@example.com', { type: 'complaint', permanent: false }],
])('for %s it reports %j', async (address, expected) => {
  arrive('driver@example.com', address);
  await until(() => newest()?.status === 204);
  expect(JSON.parse(reports[0]?.body ?? '')).toMatchObject({ events: [{ ...expected, recipient: address }] });
  expect(reports).toHaveLength(1);
});

it('a mail to any other address is delivered', () => {
  arrive('bounces-laterish@example.com', 'dana@bounces-later.example');
  expect(newest()).toBeNull();
});
