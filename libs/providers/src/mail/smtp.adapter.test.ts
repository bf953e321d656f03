import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import fc from 'fast-check';
import { once } from 'node:events';
import type { OutgoingMail } from './mail.port.ts';
import { createSmtpAdapter } from './smtp.adapter.ts';
import { startSmtpServer, type SmtpFault } from './smtp-server.fixture.ts';
import { parseSmtpUrl } from './smtp-url.ts';

type Server = Awaited<ReturnType<typeof startSmtpServer>>;
const open: Server[] = [];
const start = async (...options: Parameters<typeof startSmtpServer>) => {
  const server = await startSmtpServer(...options);
  open.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const mail: OutgoingMail = {
  id: 'mail-1',
  from: { name: 'Vehicle Enquiry', address: 'no-reply@vehicle-enquiry.example' },
  to: 'driver@example.com',
  subject: 'A subject',
  text: 'Grüße\n.\nThe end',
  html: '<p>Grüße</p>',
  automatic: 'auto-generated',
};
const domain = 'vehicle-enquiry.example';
const send = (server: Pick<Server, 'url'>, changes: Partial<OutgoingMail> = {}, timeoutMs = 3_000) =>
  createSmtpAdapter({ url: server.url, domain, timeoutMs }).send({ ...mail, ...changes });

describe('a mail', () => {
  it('arrives unchanged, in plain text and HTML, under its own Message-ID', async () => {
    const server = await start();
    expect(await send(server)).toEqual({ state: 'accepted' });
    const [got] = server.mails;
    expect(got?.to).toEqual(['driver@example.com']);
    expect(got?.parsed).toMatchObject({
      messageId: '<mail-1@vehicle-enquiry.example>',
      subject: 'A subject',
      from: { value: [{ address: 'no-reply@vehicle-enquiry.example', name: 'Vehicle Enquiry' }] },
      html: expect.stringContaining('<p>Grüße</p>'),
    });
    expect(got?.parsed.text?.trim()).toBe('Grüße\n.\nThe end');
    expect(got?.raw).toContain('Auto-Submitted: auto-generated');
    expect(got?.raw).not.toContain('List-Unsubscribe');
  });

  it('has the headers of RFC 8058 when it has an unsubscribe link', async () => {
    const server = await start();
    await send(server, { unsubscribeUrl: 'https://site.example/newsletter/unsubscribe?token=abc_-' });
    const unfolded = server.mails[0]?.raw.replace(/\r\n[ \t]+/g, ' ') ?? '';
    expect(unfolded).toMatch(
      /^List-Unsubscribe: ?<https:\/\/site\.example\/newsletter\/unsubscribe\?token=abc_->\r?$/m,
    );
    await send(server, { unsubscribeUrl: 'https://site.example/u', unsubscribeTo: 'support@site.example' });
    expect(server.mails[1]?.raw.replace(/\r\n[ \t]+/g, ' ')).toMatch(
      /^List-Unsubscribe: ?<https:\/\/site\.example\/u>, <mailto:support@site\.example\?subject=unsubscribe>\r?$/m,
    );
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  });

  it('cannot have a header or a recipient injected by user input', async () => {
    const server = await start();
    await send(server, {
      subject: 'Hello\r\nBcc: victim@example.com',
      replyTo: { name: 'Dana"\r\nBcc: victim@example.com', address: 'dana@example.com' },
    });
    expect(server.mails[0]?.to).toEqual(['driver@example.com']);
    expect(server.mails[0]?.raw).not.toMatch(/^Bcc:/im);
    expect(server.mails[0]?.parsed.replyTo?.value).toMatchObject([{ address: 'dana@example.com' }]);
  });

  it.each([
    'Dana Driver',
    'Dana "D" O\'Driver, \\ <dana@example.com>; (x)',
    'Zoë Müller-Östergård',
    '\u{1f697}'.repeat(60),
    '名前'.repeat(40),
    'x'.repeat(120),
    '=?utf-8?q?Dana=0d=0aBcc:_all@example.com?=',
    '=?UTF-8?B?RGFuYQ0KQmNjOiBhbGxAZXhhbXBsZS5jb20=?=',
    '=?iso-8859-1?Q?Dana=0A?= =?iso-8859-1?Q?=0DDriver?=',
    'Dana =?utf-8?q?=0d=0a?= Driver',
    'Zoë =?utf-8?q?=0d=0a?=',
    '=?utf-8?q?=3D=3Futf-8=3Fq=3F=3D0d=3D0a=3F=3D?=',
    '=?utf-8*en?q?=0d=0a?=',
    '=?utf-7?q?+AA0-?=',
    '=?utf-8?q?=0d=0a',
    '?utf-8?q?=0d=0a?=',
    '=?=?utf-8?q?=0d=0a?=?=',
    `${'x'.repeat(60)}=?utf-8?q?=0d=0a?=`,
  ])('shows a name and a subject as typed: %s', async (typed) => {
    const server = await start();
    await send(server, { subject: `From ${typed}`, replyTo: { name: typed, address: 'dana@example.com' } });
    const [got] = server.mails;
    expect(got?.parsed.subject).toBe(`From ${typed}`);
    expect(got?.parsed.replyTo?.value).toEqual([{ name: typed, address: 'dana@example.com' }]);
    const head = got?.raw.split('\r\n\r\n')[0] ?? '';
    expect(head.split('\r\n').every((line) => line.length <= 998)).toBe(true);
    for (const word of head.match(/=\?[^\s]+\?=/g) ?? []) expect(word.length).toBeLessThanOrEqual(75);
  });

  it.each([
    ['a line break', 'Dana\r\nBcc: all@example.com', 'Dana Bcc: all@example.com'],
    ['a lone line feed', 'Dana\nDriver', 'Dana Driver'],
    ['a Unicode line break', 'Dana\u2028Driver', 'Dana Driver'],
    ['a bidi override', 'Dana\u202erevird', 'Dana revird'],
    ['a NUL', 'Dana\u0000Driver', 'Dana Driver'],
    ['a lone surrogate', 'Dana\ud83dDriver', 'Dana\ufffdDriver'],
  ])('removes %s from every header', async (_, typed, shown) => {
    const server = await start();
    await send(server, { subject: typed, replyTo: { name: typed, address: 'dana@example.com' } });
    expect(server.mails[0]?.parsed.subject).toBe(shown);
    expect(server.mails[0]?.parsed.replyTo?.value).toEqual([{ name: shown, address: 'dana@example.com' }]);
    expect(server.mails[0]?.to).toEqual(['driver@example.com']);
  });

  it('shows any name as typed', async () => {
    const server = await start();
    const part = fc.oneof(
      fc.constantFrom('=?', '?=', 'utf-8', '?q?', '?B?', '=0d=0a', ' ', '"', '\\'),
      fc.string({ unit: 'grapheme' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 12 }), async (parts) => {
        const typed = `a${parts.join('')}z`
          .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '')
          .replace(/\s+/gu, ' ')
          .slice(0, 120)
          .toWellFormed();
        server.mails.length = 0;
        await send(server, { subject: typed, replyTo: { name: typed, address: 'dana@example.com' } });
        expect(server.mails[0]?.parsed.subject).toBe(typed);
        expect(server.mails[0]?.parsed.replyTo?.value).toEqual([{ name: typed, address: 'dana@example.com' }]);
      }),
      { numRuns: 100 },
    );
  });

  it('is accepted with the right password only', async () => {
    const server = await start({ user: 'me', pass: 'p@ss' });
    expect(await send({ url: `smtp://me:p%40ss@127.0.0.1:${server.port}` })).toEqual({ state: 'accepted' });
    expect(await send({ url: `smtp://me:wrong@127.0.0.1:${server.port}` })).toMatchObject({
      state: 'unavailable',
      reason: 'not-permitted',
    });
  });
});

describe('sending a mail to a server that', () => {
  it.each<[string, SmtpFault, unknown]>([
    ['greylists', { at: 'recipient', code: 451 }, { state: 'unavailable', reason: 'deferred', code: 451 }],
    ['is too busy', { at: 'connect', code: 421 }, { state: 'unavailable', reason: 'deferred', code: 421 }],
    ['is full', { at: 'data', code: 452 }, { state: 'unavailable', reason: 'deferred', code: 452 }],
    ['rejects every client', { at: 'connect', code: 554 }, { state: 'unavailable', code: 554 }],
    [
      'rejects the recipient without a reason',
      { at: 'recipient', code: 550 },
      { state: 'refused', code: 550, deadAddress: false },
    ],
    ...['5.1.1', '5.1.2', '5.1.6', '5.1.10', '5.2.1'].map((code): [string, SmtpFault, unknown] => [
      `knows by ${code} that the address is dead`,
      { at: 'recipient', code: 550, words: `${code} <driver@example.com>: no such mailbox` },
      { state: 'refused', code: 550, deadAddress: true },
    ]),
    ...['5.7.1', '5.2.2', '5.1.8', '5.0.0', '5.1.11', '15.1.1'].map((code): [string, SmtpFault, unknown] => [
      `refuses with ${code}, which is not about the address`,
      { at: 'recipient', code: 550, words: `${code} <driver@example.com>: not today` },
      { state: 'refused', code: 550, deadAddress: false },
    ]),
    [
      'names the code for the content alone',
      { at: 'data', code: 554, words: '5.1.1 spam' },
      { state: 'refused', code: 554, deadAddress: false },
    ],
    ['rejects the sender', { at: 'sender', code: 553 }, { state: 'refused', code: 553 }],
    ['rejects the content', { at: 'data', code: 554 }, { state: 'refused', code: 554 }],
    ['never greets', { at: 'connect', hang: true }, { state: 'unavailable', reason: 'timeout' }],
    ['stops responding at the recipient', { at: 'recipient', hang: true }, { state: 'unavailable', reason: 'timeout' }],
    ['stops responding after the text', { at: 'data', hang: true }, { state: 'unavailable', reason: 'timeout' }],
  ])('%s', async (_, fault, answer) => {
    const server = await start({ fault });
    const got = await send(server, {}, 'hang' in fault ? 700 : 20_000);
    expect(got).toMatchObject(answer as object);
    expect(JSON.stringify(got)).not.toContain('driver');
    expect(server.mails).toEqual([]);
  });

  it('is not running', async () => {
    const server = await startSmtpServer();
    await server.close();
    expect(await send(server)).toEqual({ state: 'unavailable', reason: 'unreachable' });
    const unknownHost = { url: 'smtp://nowhere.invalid:2525' };
    expect(await send(unknownHost)).toEqual({ state: 'unavailable', reason: 'unreachable' });
  });

  it('hangs up or sends garbage', async () => {
    for (const reply of ['', 'HTTP/1.1 200 OK\r\n\r\n']) {
      const other = createServer((socket) => socket.on('error', () => undefined).end(reply)).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const at = other.address();
      const port = typeof at === 'object' ? at?.port : undefined;
      expect(await send({ url: `smtp://127.0.0.1:${port}` })).toMatchObject({ state: 'unavailable' });
      other.close();
    }
  });

  it('greylists is unavailable first and accepts the next attempt', async () => {
    const server = await start({ fault: { at: 'recipient', code: 451, times: 1 } });
    expect(await send(server)).toMatchObject({ state: 'unavailable' });
    expect(await send(server)).toEqual({ state: 'accepted' });
    expect(server.mails.map(({ parsed }) => parsed.messageId)).toEqual(['<mail-1@vehicle-enquiry.example>']);
  });
});

it('a password is not sent in clear text to another machine', async () => {
  const server = await start({ user: 'me', pass: 'secret' });
  // Another address of this machine that is not a loopback name.
  const answer = await send({ url: `smtp://me:secret@0.0.0.0:${server.port}` });
  expect(answer).toMatchObject({ state: 'unavailable', reason: 'not-permitted' });
});

it.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false }],
  ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true }],
  ['smtps://a%40b:c%2Fd@[::1]:2465', { host: '::1', port: 2465, secure: true, auth: { user: 'a@b', pass: 'c/d' } }],
])('the URL %s is parsed', (url, address) => {
  expect(parseSmtpUrl(url)).toEqual(address);
});
