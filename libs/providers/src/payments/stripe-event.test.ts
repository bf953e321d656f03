import { createHmac } from 'node:crypto';
import { stripeEventReader } from './stripe-event.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const at = now.getTime() / 1_000;
const body = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: at - 2,
  livemode: false,
  data: { object: { id: 'pi_1', object: 'payment_intent' } },
};
const bytes = Buffer.from(JSON.stringify(body));
const mac = (seconds: number, payload: Buffer, secret: string) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(payload).digest('hex');
const sign = (seconds: number, payload = bytes, secret = 'whsec_1') =>
  `t=${seconds},v1=${mac(seconds, payload, secret)}`;
const read = (signature: string, rawBody = bytes, secrets = ['whsec_1']) =>
  stripeEventReader(secrets)({ rawBody, signature, now });
const event = {
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  objectId: 'pi_1',
  createdAt: new Date((at - 2) * 1_000),
  livemode: false,
};

it.each([
  ['now', sign(at)],
  ['with a second, unknown signature', `${sign(at)},v1=${'0'.repeat(64)},v0=abc`],
  ['300 seconds old', sign(at - 300)],
  ['300 seconds ahead of our clock', sign(at + 300)],
])('reads an event signed %s', (_, signature) => {
  expect(read(signature)).toEqual(event);
});

it('reads events signed with either secret during a rotation', () => {
  const secrets = ['whsec_new', 'whsec_old'];
  expect(read(sign(at, bytes, 'whsec_old'), bytes, secrets)).toEqual(event);
  expect(read(sign(at, bytes, 'whsec_new'), bytes, secrets)).toEqual(event);
  expect(read(sign(at, bytes, 'whsec_older'), bytes, secrets)).toBeNull();
});

it.each([
  ['a charge', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }, 'pi_1'],
  ['a refund', { id: 're_1', object: 'refund', payment_intent: 'pi_1' }, 'pi_1'],
  ['a charge without a payment', { id: 'ch_1', object: 'charge', payment_intent: null }, null],
  ['a payment of an invoice', { id: 'inpay_1', object: 'invoice_payment', invoice: 'in_1' }, 'in_1'],
  ['an invoice', { id: 'in_1', object: 'invoice' }, 'in_1'],
])('returns the object to read again for %s', (_, object, objectId) => {
  const sent = Buffer.from(JSON.stringify({ ...body, data: { object } }));
  expect(read(sign(at, sent), sent)).toMatchObject({ objectId });
});

it.each([
  ['another secret', sign(at, bytes, 'whsec_2')],
  ['an older time', sign(at - 301)],
  ['a time in the future', sign(at + 301)],
  ['a time that was not signed', sign(at).replace(`t=${at}`, `t=${at - 1}`)],
  ['two times', `t=${at + 9_999},${sign(at)}`],
  ['a time with a tail', sign(at).replace(`t=${at}`, `t=${at}x`)],
  ['no time', sign(at).replace(/t=\d+,/, '')],
  ['no signature', `t=${at}`],
  ['an empty signature', `t=${at},v1=`],
  ['another scheme', sign(at).replace('v1=', 'v0=')],
  ['nothing', ''],
  ['nonsense', ',,,=t=v1'],
])('rejects %s', (_, signature) => {
  expect(read(signature)).toBeNull();
});

it('rejects changed bytes and a blank secret', () => {
  expect(read(sign(at), Buffer.from(bytes.toString().replace('pi_1', 'pi_2')))).toBeNull();
  expect(read(sign(at), Buffer.from(`${bytes.toString()} `))).toBeNull();
  expect(read(sign(at), Buffer.alloc(0))).toBeNull();
  expect(read(sign(at, bytes, ''), bytes, [''])).toBeNull();
});

it.each<[string, unknown]>([
  ['no JSON', '{"id":'],
  ['null', null],
  ['a list', []],
  ['no id', { ...body, id: undefined }],
  ['an oversized id', { ...body, id: 'e'.repeat(256) }],
  ['an id that no table takes', { ...body, id: 'evt_\0' }],
  ['an odd type', { ...body, type: 'A type' }],
  ['a time of text', { ...body, created: 'now' }],
  ['no object', { ...body, data: {} }],
  ['a thin notification', { id: 'evt_1', object: 'v2.core.event', type: 'a.b' }],
])('rejects %s although it is signed', (_, change) => {
  const rawBody = Buffer.from(typeof change === 'string' ? change : JSON.stringify(change));
  expect(read(sign(at, rawBody), rawBody)).toBeNull();
});

it('reads an event about an object without an id', () => {
  const rawBody = Buffer.from(JSON.stringify({ ...body, type: 'invoice.upcoming', data: { object: {} } }));
  expect(read(sign(at, rawBody), rawBody)).toMatchObject({ type: 'invoice.upcoming', objectId: null });
});
