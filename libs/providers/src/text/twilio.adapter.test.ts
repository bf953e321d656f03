import type { VendorCallReport } from '../http/adapter-options.ts';
import type { ProviderLimits } from '../http/provider-limits.ts';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import {
  droppedSocketReply,
  hangingReply,
  htmlReply,
  hugeBodyReply,
  jsonReply,
  rawReply,
  readRecordings,
  type StubVendorReply,
  stalledBodyReply,
  startStubVendor,
  type StubVendor,
} from '../http/vendor-server.fixture.ts';
import { createTwilioAdapter } from './twilio.adapter.ts';

const twilio = readRecordings(new URL('./recordings/twilio.json', import.meta.url));
const accountSid = `AC${'0'.repeat(32)}`;
const text = {
  to: '+447700900123',
  body: 'Tax is due: £10 & more',
  validSeconds: 14_400,
  receiptUrl: 'https://ve.example/api/webhooks/twilio/receipts?text=1',
};

let vendor: StubVendor;
let reports: VendorCallReport[];
let adapters: ReturnType<typeof createTwilioAdapter>[];
beforeEach(async () => {
  vendor = await startStubVendor();
  reports = [];
  adapters = [];
});
afterEach(async () => {
  await vendor.close();
  await Promise.all(adapters.map((adapter) => adapter.close()));
});

const adapter = (limits: Partial<ProviderLimits> = {}, url = vendor.url) => {
  const made = createTwilioAdapter({
    url,
    accountSid,
    authToken: 'secret-token',
    from: '+447700900001',
    createVendorLimiter: createInMemoryLimiter,
    limits: { backoffMs: 1, ratePerSecond: 1_000, burst: 1_000, ...limits },
    onCall: (report) => reports.push(report),
  });
  adapters.push(made);
  return made;
};

test('a text is sent as a form with account and token, and accepted with its id', async () => {
  vendor.play(jsonReply(twilio('queued')));
  expect(await adapter().send(text)).toEqual({
    state: 'accepted',
    sid: 'SM0123456789abcdef0123456789abcdef',
    segments: 1,
  });
  const [request] = vendor.requests;
  expect(request).toMatchObject({ method: 'POST', path: `/2010-04-01/Accounts/${accountSid}/Messages.json` });
  expect(request?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from(`${accountSid}:secret-token`).toString('base64')}`,
  });
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    To: text.to,
    From: '+447700900001',
    Body: text.body,
    ValidityPeriod: '14400',
    StatusCallback: text.receiptUrl,
  });
});

test.each([
  ['invalidTo', { state: 'number-fault', code: 21_211 }],
  ['unsubscribed', { state: 'number-fault', code: 21_610 }],
  ['unroutable', { state: 'number-fault', code: 21_612 }],
  ['landline', { state: 'number-fault', code: 21_614 }],
  ['region', { state: 'rejected', code: 21_408 }],
  ['notCapable', { state: 'rejected', code: 21_606 }],
  ['trial', { state: 'rejected', code: 21_608 }],
  ['overflow', { state: 'unavailable', reason: 'rate-limited', taken: 'no' }],
  ['tooMany', { state: 'unavailable', reason: 'rate-limited', taken: 'no' }],
  ['suspended', { state: 'unavailable', reason: 'refused', taken: 'no' }],
  ['unauthorized', { state: 'unavailable', reason: 'refused', taken: 'no' }],
])('the error %s is mapped as documented', async (name, answer) => {
  vendor.play(jsonReply(twilio(name)));
  expect(await adapter().send(text)).toEqual(answer);
  expect(vendor.requests).toHaveLength(1);
});

test.each<[string, StubVendorReply, string, 'no' | 'unknown']>([
  ['a dropped socket', droppedSocketReply, 'source-error', 'unknown'],
  ['a hang', hangingReply, 'timeout', 'unknown'],
  ['a body that stalls', stalledBodyReply, 'timeout', 'unknown'],
  ['a body without an end', hugeBodyReply(() => undefined), 'unreadable-answer', 'unknown'],
  ['a 500', htmlReply(500), 'source-error', 'unknown'],
  ['a 503', htmlReply(503), 'source-error', 'unknown'],
  ['a 404 of some other server', htmlReply(404), 'source-error', 'unknown'],
  ['a 400 without an error of Twilio', htmlReply(400), 'source-error', 'unknown'],
  ['a bare 401', htmlReply(401), 'refused', 'no'],
  ['a bare 429', rawReply(429, ''), 'rate-limited', 'no'],
  ['a 201 of another shape', rawReply(201, '{}'), 'unreadable-answer', 'unknown'],
  ['JSON that breaks off', rawReply(201, '{"sid":"SM'), 'unreadable-answer', 'unknown'],
  [
    'a 201 about another number',
    rawReply(201, JSON.stringify({ ...(twilio('queued').body as object), to: '+447700900999' })),
    'unreadable-answer',
    'unknown',
  ],
])('%s reaches Twilio once, and reports whether Twilio may have the text', async (_name, reply, reason, taken) => {
  vendor.play(reply);
  const answer = await adapter({ headersTimeoutMs: 150, bodyTimeoutMs: 150, totalTimeoutMs: 2_000 }).send(text);
  expect(answer).toEqual({ state: 'unavailable', reason, taken });
  expect(vendor.requests).toHaveLength(1);
});

test('without a connection Twilio certainly does not have the text', async () => {
  const closed = await startStubVendor();
  await closed.close();
  expect(await adapter({}, closed.url).send(text)).toEqual({
    state: 'unavailable',
    reason: 'source-error',
    taken: 'no',
  });
});

test('an open circuit sends nothing', async () => {
  vendor.play(htmlReply(500));
  const made = adapter({ breakerFailures: 2 });
  for (let call = 0; call < 2; call += 1) await made.send(text);
  expect(await made.send(text)).toMatchObject({ reason: 'circuit-open', taken: 'no' });
  expect(vendor.requests).toHaveLength(2);
});

test('the texts to a number since a time are found, without those of others', async () => {
  vendor.play(jsonReply(twilio('listed')));
  expect(await adapter().findSent('+447700900123', new Date('2026-11-22T08:59:00Z'))).toEqual({
    state: 'found',
    texts: [
      {
        sid: 'SM0123456789abcdef0123456789abcdef',
        body: 'Hello',
        segments: 1,
        createdAt: new Date('2026-11-22T09:00:00Z'),
      },
    ],
  });
  expect(vendor.requests[0]?.path).toBe(
    `/2010-04-01/Accounts/${accountSid}/Messages.json?To=%2B447700900123&From=%2B447700900001&PageSize=200`,
  );
});

test.each<[string, StubVendorReply, string]>([
  ['another shape', rawReply(200, '{"messages":1}'), 'unreadable-answer'],
  [
    'a date that is none',
    rawReply(200, JSON.stringify(twilio('listed').body).replaceAll('22 Nov', '99 Nov')),
    'unreadable-answer',
  ],
  ['a refused key', jsonReply(twilio('unauthorized')), 'refused'],
])('rejects a list in %s', async (_name, reply, reason) => {
  vendor.play(reply);
  expect(await adapter().findSent('+447700900123', new Date(0))).toEqual({ state: 'unavailable', reason });
});

const sid = 'SM0123456789abcdef0123456789abcdef';
const textAs = (changes: object) => rawReply(200, JSON.stringify({ ...(twilio('queued').body as object), ...changes }));

test.each<[string, StubVendorReply, object]>([
  ['arrived', textAs({ status: 'delivered' }), { state: 'delivered', code: null }],
  ['failed', textAs({ status: 'undelivered', error_code: 30_003 }), { state: 'failed', code: 30_003 }],
  ['is under way', textAs({ status: 'sent' }), { state: 'accepted', code: null }],
  ['is of another account', rawReply(404, '{"code":20404,"status":404}'), { state: 'unknown' }],
  ['has an unknown status', textAs({ status: 'exploded' }), { state: 'unavailable' }],
  ['is another one', textAs({ sid: `SM${'b'.repeat(32)}` }), { state: 'unavailable' }],
  ['a proxy does not find', rawReply(404, 'Not Found'), { state: 'unavailable' }],
])('a text that %s', async (_name, reply, outcome) => {
  vendor.play(reply);
  expect(await adapter().read(sid)).toMatchObject(outcome);
  expect(vendor.requests[0]?.path).toBe(`/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`);
});

test('a read is repeated where it may succeed', async () => {
  vendor.play(htmlReply(503), jsonReply(twilio('listed')));
  expect(await adapter().findSent('+447700900123', new Date(0))).toMatchObject({ state: 'found' });
});

test('neither number, content nor token are reported', async () => {
  vendor.play(jsonReply(twilio('invalidTo')), htmlReply(500));
  const made = adapter();
  await made.send(text);
  await made.send(text);
  expect(reports).toHaveLength(2);
  expect(JSON.stringify(reports)).not.toMatch(/7700900|Tax|secret/);
});
