import {
  htmlReply,
  jsonReply,
  rawReply,
  readRecordings,
  type StubVendorReply,
  startStubVendor,
  type StubVendor,
} from '../http/vendor-server.fixture.ts';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { createDvsaMotHistoryAdapter, type DvsaConfig } from './dvsa.adapter.ts';

const recording = readRecordings(new URL('./recordings/dvsa.json', import.meta.url));
const token = (name: string, expiresIn: unknown = 1199): StubVendorReply =>
  rawReply(200, JSON.stringify({ token_type: 'Bearer', expires_in: expiresIn, access_token: name }));

let vendor: StubVendor;
let now = 0;
let adapter: ReturnType<typeof createDvsaMotHistoryAdapter>;

const create = (config: Partial<DvsaConfig> = {}) =>
  createDvsaMotHistoryAdapter({
    url: `${vendor.url}/dvsa`,
    tokenUrl: `${vendor.url}/token`,
    clientId: 'client',
    clientSecret: 'se&cret',
    apiKey: 'k-1',
    scope: 'https://tapi.dvsa.gov.uk/.default',
    createVendorLimiter: createInMemoryLimiter,
    limits: { backoffMs: 1 },
    now: () => now,
    ...config,
  });

beforeEach(async () => {
  vendor = await startStubVendor();
  now = 0;
  adapter = create();
  vendor.playAt('/token', token('first'), token('second'), token('third'));
  vendor.play(jsonReply(recording('tested')));
});
afterEach(async () => {
  await vendor.close();
  await adapter.close();
});

const tokenRequests = () => vendor.requestsTo('/token').length;
const bearers = () =>
  vendor.requests.filter(({ path }) => path !== '/token').map(({ headers }) => headers.authorization);

test('client credentials are exchanged once, and every call carries the token and the key', async () => {
  await adapter.find('AA19AAA');
  await adapter.find('AA19AAA');
  const [grant, ...calls] = vendor.requests;
  expect(grant).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&client_id=client&client_secret=se%26cret&scope=https%3A%2F%2Ftapi.dvsa.gov.uk%2F.default',
  });
  expect(calls).toHaveLength(2);
  for (const call of calls) {
    expect(call).toMatchObject({
      method: 'GET',
      path: '/dvsa/v1/trade/vehicles/registration/AA19AAA',
      headers: { authorization: 'Bearer first', 'x-api-key': 'k-1' },
    });
  }
});

test('a token is used until a minute before it expires, then renewed', async () => {
  await adapter.find('AA19AAA');
  now = 1_138_000;
  await adapter.find('AA19AAA');
  expect(tokenRequests()).toBe(1);
  now = 1_139_000;
  await adapter.find('AA19AAA');
  expect(tokenRequests()).toBe(2);
  expect(bearers()).toEqual(['Bearer first', 'Bearer first', 'Bearer second']);
});

test('a short-lived token is used for nine tenths of its lifetime', async () => {
  vendor.playAt('/token', token('first', '10'), token('second'));
  await adapter.find('AA19AAA');
  now = 8_900;
  await adapter.find('AA19AAA');
  now = 9_000;
  await adapter.find('AA19AAA');
  expect(bearers()).toEqual(['Bearer first', 'Bearer first', 'Bearer second']);
});

test('ten concurrent calls share one token request', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => adapter.find('AA19AAA')));
  expect(answers.every(({ state }) => state === 'found')).toBe(true);
  expect(tokenRequests()).toBe(1);
});

test('an aborted call does not cancel the token request that others share', async () => {
  const held = new Promise<() => void>((resolve) => {
    vendor.playAt('/token', (response, request) => resolve(() => token('first')(response, request)));
  });
  const caller = new AbortController();
  const leaver = adapter.find('AA19AAA', caller.signal);
  const stayer = adapter.find('AA19AAA');
  const grant = await held;
  caller.abort();
  await expect(leaver).rejects.toMatchObject({ name: 'AbortError' });
  grant();
  expect(await stayer).toMatchObject({ state: 'found' });
  expect(tokenRequests()).toBe(1);
});

test('a token that expired early is replaced once, and the call retried', async () => {
  vendor.play(jsonReply(recording('MOTH-FB-02')), jsonReply(recording('tested')));
  expect(await adapter.find('AA19AAA')).toMatchObject({ state: 'found' });
  expect(bearers()).toEqual(['Bearer first', 'Bearer second']);
});

test('ten calls with an expired token replace it once', async () => {
  vendor.play((response, request) => {
    const name = request.headers.authorization === 'Bearer first' ? 'MOTH-FB-02' : 'tested';
    jsonReply(recording(name))(response, request);
  });
  const answers = await Promise.all(Array.from({ length: 10 }, () => adapter.find('AA19AAA')));
  expect(answers.every(({ state }) => state === 'found')).toBe(true);
  expect(tokenRequests()).toBe(2);
});

test('tokens that keep expiring end as a refusal, not in a loop', async () => {
  vendor.play(jsonReply(recording('MOTH-FB-02')));
  expect(await adapter.find('AA19AAA')).toEqual({ state: 'unavailable', reason: 'refused' });
  expect(bearers()).toEqual(['Bearer first', 'Bearer second']);
});

test('other refusals do not re-authenticate within the call', async () => {
  for (const name of ['MOTH-UA-01', 'MOTH-FB-01', 'MOTH-FB-03', 'MOTH-FB-04']) {
    vendor.play(jsonReply(recording(name)));
    const before = vendor.requests.filter(({ path }) => path !== '/token').length;
    expect(await adapter.find('AA19AAA')).toEqual({ state: 'unavailable', reason: 'refused' });
    expect(vendor.requests.filter(({ path }) => path !== '/token').length - before).toBe(1);
  }
});

test('a rejected token is not used for the next call', async () => {
  vendor.play(jsonReply(recording('MOTH-UA-01')), jsonReply(recording('tested')));
  expect(await adapter.find('AA19AAA')).toEqual({ state: 'unavailable', reason: 'refused' });
  expect(await adapter.find('AA19AAA')).toMatchObject({ state: 'found' });
  expect(bearers()).toEqual(['Bearer first', 'Bearer second']);
});

test.each<[string, StubVendorReply, string, number]>([
  ['a wrong secret', jsonReply(recording('invalidClient')), 'refused', 1],
  ['a wrong scope', jsonReply(recording('invalidScope')), 'refused', 1],
  ['a 200 without a token', rawReply(200, '{"expires_in":1199}'), 'unreadable-answer', 1],
  ['a token that is not valid in a header', token('a\r\nx: y'), 'unreadable-answer', 1],
  ['a token without an expiry', token('first', null), 'unreadable-answer', 1],
  ['an HTML page', htmlReply(200), 'unreadable-answer', 1],
  ['a 500', htmlReply(500), 'source-error', 1],
  ['a 503', htmlReply(503), 'source-error', 3],
  ['a 429', rawReply(429, '{}'), 'rate-limited', 3],
])('a token endpoint that responds with %s is reported as such', async (_name, reply, reason, tries) => {
  vendor.playAt('/token', reply);
  expect(await adapter.find('AA19AAA')).toEqual({ state: 'unavailable', reason });
  expect(tokenRequests()).toBe(tries);
  expect(bearers()).toEqual([]);
});

test('a hanging token endpoint ends with the time budget', async () => {
  const slow = create({ limits: { totalTimeoutMs: 150 } });
  vendor.playAt('/token', () => undefined);
  expect(await slow.find('AA19AAA')).toEqual({ state: 'unavailable', reason: 'timeout' });
  await slow.close();
});
