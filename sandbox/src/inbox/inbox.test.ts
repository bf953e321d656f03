import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildSandbox } from '../server.ts';
import { getNestedValue } from '../testing/caller.ts';
import { createSandboxMailbox } from './mail-box.ts';
import { startSmtpInbox, type SmtpInbox } from './smtp-inbox.ts';

const mails = createSandboxMailbox();
let app: FastifyInstance;
let url: string;
let smtp: SmtpInbox;
beforeAll(async () => {
  app = buildSandbox({ mails });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  smtp = await startSmtpInbox(mails, { host: '127.0.0.1', port: 0, now: () => new Date('2026-11-21T12:00:00Z') });
});
afterEach(() => mails.clear());
afterAll(async () => {
  await smtp.close();
  await app.close();
});

/** Sends a mail over SMTP and returns the server's last reply. */
const deliver = async (text: string, to = ['driver@example.com']): Promise<string> => {
  const socket = connect(Number(new URL(smtp.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const replies: string[] = [];
  const commands = [
    'EHLO test',
    'MAIL FROM:<no-reply@vehicle-enquiry.example>',
    ...to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
    `${text}\r\n.`,
    'QUIT',
  ];
  let buffer = '';
  socket.on('data', (chunk: Buffer) => {
    buffer += chunk.toString();
    const end = /^\d{3} .*\r\n/m.exec(buffer);
    if (!end) return;
    replies.push(end[0]);
    buffer = '';
    const next = commands.shift();
    if (next !== undefined) socket.write(`${next}\r\n`);
  });
  await once(socket, 'close');
  return replies.at(-2) ?? '';
};

const mail = (subject: string, body: string, type = 'text/plain') =>
  [
    'From: Vehicle Enquiry <no-reply@vehicle-enquiry.example>',
    'To: driver@example.com',
    `Subject: ${subject}`,
    'List-Unsubscribe: <https://site.example/u?token=a>',
    `Content-Type: ${type}; charset=utf-8`,
    '',
    body,
  ].join('\r\n');

const messages = async (query = ''): Promise<unknown> =>
  getNestedValue(await (await fetch(`${url}/inbox/messages${query}`)).json(), 'messages');

test('a delivered mail is available as JSON, filtered by recipient', async () => {
  await deliver(mail('First', 'Open https://site.example/confirm?token=abc please'), ['Driver@Example.com']);
  await deliver(mail('Second', 'Hello'), ['other@example.com']);
  expect(await messages('?to=driver@example.com')).toMatchObject([
    {
      to: ['driver@example.com'],
      subject: 'First',
      at: '2026-11-21T12:00:00.000Z',
      links: ['https://site.example/confirm?token=abc'],
      headers: expect.arrayContaining([{ name: 'list-unsubscribe', value: '<https://site.example/u?token=a>' }]),
    },
  ]);
  expect(await messages()).toMatchObject([{ subject: 'Second' }, { subject: 'First' }]);
  expect((await fetch(`${url}/inbox/messages`, { method: 'DELETE' })).status).toBe(204);
  expect(await messages()).toEqual([]);
});

test('the page escapes text, and shows a mail’s HTML in an inert frame', async () => {
  await deliver(mail('<script>alert(1)</script>', '<p>Hi</p><script>alert(2)</script>', 'text/html'));
  const page = await fetch(`${url}/inbox`);
  expect(await page.text()).toContain('&lt;script&gt;');
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline');
  const id = String(getNestedValue(await messages(), 0, 'id'));
  const one = await (await fetch(`${url}/inbox/${id}`)).text();
  expect(one).toContain('sandbox=""');
  expect(one).not.toContain('<script>');
  const framed = await fetch(`${url}/inbox/${id}/html`);
  expect(framed.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox;/);
  expect((await fetch(`${url}/inbox/99999`)).status).toBe(404);
});

test('a mail over a megabyte is rejected, and the inbox is bounded', async () => {
  const line = `${'x'.repeat(998)}\r\n`;
  expect(await deliver(mail('Huge', line.repeat(1_100)))).toMatch(/^552 /);
  expect(await messages()).toEqual([]);
  const one = { at: '', to: [], from: '', replyTo: null, text: '', html: null, headers: [] };
  for (let count = 0; count < 600; count += 1) mails.add({ ...one, subject: String(count) });
  expect(mails.list(null)).toHaveLength(500);
  expect(mails.list(null)[0]?.subject).toBe('599');
});

test('another site’s page cannot delete the mails', async () => {
  await deliver(mail('Kept', 'Hello'));
  const answer = await fetch(`${url}/inbox/reset`, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
  expect(answer.status).toBe(403);
  expect(await messages()).toMatchObject([{ subject: 'Kept' }]);
});
