import { findMessageState } from '@ve/data/messaging/message.repository';
import { addText, markTextSent } from '@ve/data/messaging/texts/text.repository';
import { resendUndeliveredTexts } from '@ve/app/messaging/texts/resend-text';
import { findTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { handsetOffFailure } from '@ve/providers/text/twilio-error-codes';
import { signedTwilioForm } from '../../testing/signed-twilio-form.ts';
import { createTestMember } from '../../testing/members.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const aDay = 86_400_000;
let app: TestApp;
let ahead: number;
const now = () => new Date(Date.now() + ahead);
beforeAll(async () => {
  app = await startTestApp({ TWILIO_AUTH_TOKEN: 'token-of-tests,token-before' }, now);
});
beforeEach(async () => {
  ahead = 0;
  await app.empty('texts', 'text_opt_outs', 'inbound_texts', 'outbox');
});
afterAll(() => app.close());

const phone = '+447700900123';
const sid = `SM${'a'.repeat(32)}`;
const post = async (path: string, { headers, body }: ReturnType<typeof signedTwilioForm>, more = {}) =>
  (await fetch(app.url + path, { method: 'POST', headers: { ...headers, ...more }, body })).status;
const receipt = (fields: Record<string, string>, query = '') => {
  const path = `/api/webhooks/twilio/receipts${query}`;
  const form = { MessageSid: sid, SmsSid: sid, To: phone, From: '+447700900001', ApiVersion: '2010-04-01', ...fields };
  return post(path, signedTwilioForm(path, form));
};
const receive = (body: string, more: Record<string, string> = {}, sidDigit = 'f') => {
  const path = '/api/webhooks/twilio/inbound';
  const form = { MessageSid: `SM${sidDigit.repeat(32)}`, From: phone, To: '+447700900001', Body: body, ...more };
  return post(path, signedTwilioForm(path, form));
};
const addSent = async ({ template = 'reminder', key = 'a', given = true } = {}) => {
  const text = { template, recipient: phone, subjectId: null, uniqueKey: key } as Parameters<typeof addText>[1];
  const id = (await addText(app.em(), text, now())) ?? '';
  if (given) await markTextSent(app.em(), { id, sent: { sid, segments: 1, priceMicros: 1 } }, now());
  return id;
};
const state = async () => {
  const { vendorMessageId: taken, sentAt: sent, deliveredAt: delivered, failure } = await app.data.one('texts');
  return { sid: taken, sent: sent !== null, delivered: delivered !== null, failure };
};
const stop = () => findTextOptOut(app.em(), phone);

it.each([
  [['queued', 'sending', 'sent', 'delivered'], true],
  [['delivered', 'sent', 'sending', 'queued'], true],
  [['delivered', 'delivered', 'undelivered'], true],
  [['undelivered', 'sent'], false],
])('receipts in the order %j', async (statuses, delivered) => {
  await addSent();
  for (const MessageStatus of statuses) expect(await receipt({ MessageStatus })).toBe(204);
  expect(await state()).toEqual({
    sid,
    sent: true,
    delivered,
    failure: delivered ? null : 'undelivered',
  });
  expect(await stop()).toBeNull();
});

it('a receipt that arrives before our own record names its text', async () => {
  const id = await addSent({ given: false });
  expect(await receipt({ MessageStatus: 'sent' }, `?text=${id}`)).toBe(204);
  expect(await state()).toMatchObject({ sid, sent: true });
  expect(await findMessageState(app.em(), 'texts', id)).toMatchObject({ ended: true });
});

it.each([
  ['30004', 'blocked 30004', 'blocked'],
  ['30005', 'unknown-number 30005', 'unknown'],
  ['30006', 'landline 30006', 'landline'],
  ['21610', 'stopped 21610', 'stop'],
  ['30007', 'filtered 30007', null],
  ['30008', 'undelivered 30008', null],
])('a failure with %s', async (ErrorCode, failure, reason) => {
  await addSent();
  await receipt({ MessageStatus: 'undelivered', ErrorCode });
  expect([(await state())?.['failure'], await stop()]).toEqual([failure, reason]);
});

it('a handset that was off gets its text again the next day, once, and then no more', async () => {
  await addSent();
  await receipt({ MessageStatus: 'undelivered', ErrorCode: '30003' });
  expect(await stop()).toBeNull();
  const again = () => resendUndeliveredTexts(app.em(), handsetOffFailure, { now: now(), correlationId: 'c' });
  expect(await again()).toBe(0);
  ahead = aDay;
  expect((await Promise.all([again(), again()])).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1);
  const rows = await app.data.all('texts', {}, 'createdAt');
  expect(rows.map((row) => row.uniqueKey)).toEqual(['a', 'a:again']);
  expect(await app.data.count('outbox')).toBe(1);
  const second = `SM${'b'.repeat(32)}`;
  await markTextSent(app.em(), { id: rows[1]?.id ?? '', sent: { sid: second, segments: 1, priceMicros: 1 } }, now());
  await receipt({ MessageSid: second, MessageStatus: 'undelivered', ErrorCode: '30003' });
  expect(await stop()).toBe('unreachable');
  ahead = 2 * aDay;
  expect(await again()).toBe(0);
});

it('a code is not sent again to a handset that was off', async () => {
  await addSent({ template: 'number-code' });
  await receipt({ MessageStatus: 'undelivered', ErrorCode: '30003' });
  ahead = aDay;
  await resendUndeliveredTexts(app.em(), handsetOffFailure, { now: now(), correlationId: 'c' });
  expect(await app.data.count('texts')).toBe(1);
});

it.each<[string, Record<string, string>]>([
  ['of an unknown text', { MessageSid: `SM${'9'.repeat(32)}`, MessageStatus: 'delivered' }],
  ['with a status that Twilio does not document', { MessageStatus: 'teleported' }],
  ['without a status', {}],
])('a receipt %s gets the usual response and changes nothing', async (_, fields) => {
  await addSent();
  expect(await receipt(fields)).toBe(204);
  expect(await state()).toMatchObject({ delivered: false, failure: null });
});

it('STOP stops, START allows again, and each counts once', async () => {
  expect(await receive(' Stop. ')).toBe(204);
  expect(await stop()).toBe('stop');
  expect(await receive('unstop', {}, 'e')).toBe(204);
  expect(await stop()).toBeNull();
  // Repeats the first one, as Twilio does when our response was lost.
  expect(await receive(' Stop. ')).toBe(204);
  expect(await stop()).toBeNull();
  expect(await app.data.values('inbound_texts', 'keyword', {}, 'receivedAt')).toEqual(['stop', 'start']);
});

const giveCustomer = async (number: string) => {
  const { userId } = await createTestMember(app);
  await app.data.set('customers', { phoneNumber: number }, { userId });
};

it.each([
  ['of no account', '+447700900199', null],
  ['of another country', '+33612345678', '+33612345678'],
  ['for personal numbers', '+447012345678', '+447012345678'],
])('HELP from a number %s gets no reply', async (_, From, stored) => {
  if (stored !== null) await giveCustomer(stored);
  expect(await receive('help', { From })).toBe(204);
  expect(await app.data.values('inbound_texts', 'keyword')).toEqual(['help']);
  expect(await app.data.all('texts')).toEqual([]);
});

it('HELP gets one reply a day, unless Twilio has replied', async () => {
  await giveCustomer(phone);
  await receive('Help', { OptOutType: 'HELP' }, 'c');
  expect(await app.data.all('texts')).toEqual([]);
  for (const sidDigit of ['d', 'e']) await receive('help?', {}, sidDigit);
  expect(await app.data.all('texts')).toMatchObject([{ template: 'help', recipient: phone }]);
  ahead = aDay + 1_000;
  await receive('help', {}, 'f');
  expect(await app.data.count('texts')).toBe(2);
});

it('any other text is stored without its content', async () => {
  await receive('I am in hospital, call 07700900456');
  expect(JSON.stringify(await app.data.all('inbound_texts'))).not.toMatch(/hospital|456/);
  expect(await app.data.values('inbound_texts', 'keyword')).toEqual(['other']);
  expect(app.logLines.join('')).not.toMatch(/hospital|7700900/);
});

it('a number that floods us has twenty texts a day stored, and STOP still counts', async () => {
  for (let n = 0; n < 21; n += 1)
    expect(await receive('hello', { MessageSid: `SM${String(n).padStart(32, '0')}` })).toBe(204);
  expect(await app.data.count('inbound_texts')).toBe(20);
  expect(await receive('help')).toBe(204);
  expect(await app.data.all('texts')).toEqual([]);
  expect(await receive('STOP')).toBe(204);
  expect(await stop()).toBe('stop');
});

describe('a form that Twilio did not sign', () => {
  const path = '/api/webhooks/twilio/receipts';
  const fields = { MessageSid: sid, MessageStatus: 'delivered' };
  it.each<[string, () => Promise<number>]>([
    ['with another token', () => post(path, signedTwilioForm(path, fields, { token: 'another-token' }))],
    ['for another path', () => post(`${path}?text=${crypto.randomUUID()}`, signedTwilioForm(path, fields))],
    [
      'for the host that the request names',
      () => post(path, signedTwilioForm(path, fields, { origin: 'https://evil.example' }), { host: 'evil.example' }),
    ],
    ['with another field', () => post(path, { ...signedTwilioForm(path, fields), body: 'MessageStatus=delivered' })],
    ['without a signature', () => post(path, signedTwilioForm(path, fields), { 'x-twilio-signature': '' })],
  ])('%s is refused', async (_, sending) => {
    await addSent();
    expect(await sending()).toBe(401);
    expect(await state()).toMatchObject({ delivered: false });
  });

  it('is accepted with either token while one is being replaced, under any host name and from any sender', async () => {
    await addSent();
    const more = { host: 'inside.example', origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' };
    expect(await post(path, signedTwilioForm(path, fields, { token: 'token-before' }), more)).toBe(204);
    expect(await state()).toMatchObject({ delivered: true });
  });

  it('is refused when it is JSON, too large, or empty', async () => {
    const signed = signedTwilioForm(path, fields);
    expect(await post(path, signed, { 'content-type': 'application/xml' })).toBe(415);
    expect(await post(path, signedTwilioForm(path, { ...fields, Padding: 'x'.repeat(17_000) }))).toBe(413);
  });
});
