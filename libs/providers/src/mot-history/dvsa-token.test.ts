import {
  html,
  json,
  raw,
  readRecordings,
  type Reply,
  startVendor,
  type Vendor,
} from '../http/vendor-server.fixture.ts';
import { limitInMemory } from '../http/vendor-limiter.fixture.ts';
import { createDvsaAdapter, type DvsaConfig } from './dvsa.adapter.ts';

const recording = readRecordings(new URL('./recordings/dvsa.json', import.meta.url));
const token = (name: string, expiresIn: unknown = 1199): Reply =>
  raw(200, JSON.stringify({ token_type: 'Bearer', expires_in: expiresIn, access_token: name }));

let vendor: Vendor;
let now = 0;
let adapter: ReturnType<typeof createDvsaAdapter>;

const create = (config: Partial<DvsaConfig> = {}) =>
  createDvsaAdapter({
    url: `${vendor.url}/dvsa`,
    tokenUrl: `${vendor.url}/token`,
    clientId: 'client',
    clientSecret: 'se&cret',
    apiKey: 'k-1',
    scope: 'https://tapi.dvsa.gov.uk/.default',
    limitVendor: limitInMemory,
    limits: { backoffMs: 1 },
    now: () => now,
    ...config,
  });

beforeEach(async () => {
  vendor = await startVendor();
  now = 0;
  adapter = create();
  vendor.playAt('/token', token('first'), token('second'), token('third'));
  vendor.play(json(recording('tested')));
});
afterEach(async () => {
  await vendor.close();
  await adapter.close();
});

const asked = () => vendor.heardAt('/token').length;
const bearers = () => vendor.heard.filter(({ path }) => path !== '/token').map(({ headers }) => headers.authorization);

test('client credentials are exchanged once, and every call bears the token and the key', async () => {
  await adapter.find('AA19AAA');
  await adapter.find('AA19AAA');
  const [grant, ...calls] = vendor.heard;
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

test('a token is used until a minute before the end it was given, then renewed', async () => {
  await adapter.find('AA19AAA');
  now = 1_138_000;
  await adapter.find('AA19AAA');
  expect(asked()).toBe(1);
  now = 1_139_000;
  await adapter.find('AA19AAA');
  expect(asked()).toBe(2);
  expect(bearers()).toEqual(['Bearer first', 'Bearer first', 'Bearer second']);
});

test('of a short life nine tenths are used', async () => {
  vendor.playAt('/token', token('first', '10'), token('second'));
  await adapter.find('AA19AAA');
  now = 8_900;
  await adapter.find('AA19AAA');
  now = 9_000;
  await adapter.find('AA19AAA');
  expect(bearers()).toEqual(['Bearer first', 'Bearer first', 'Bearer second']);
});

test('ten finds at once share one token fetch', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => adapter.find('AA19AAA')));
  expect(answers.every(({ state }) => state === 'found')).toBe(true);
  expect(asked()).toBe(1);
});

test('who leaves does not take the shared token fetch away from the others', async () => {
  const held = new Promise<() => void>((resolve) => {
    vendor.playAt('/token', (response, heard) => resolve(() => token('first')(response, heard)));
  });
  const caller = new AbortController();
  const leaver = adapter.find('AA19AAA', caller.signal);
  const stayer = adapter.find('AA19AAA');
  const grant = await held;
  caller.abort();
  await expect(leaver).rejects.toMatchObject({ name: 'AbortError' });
  grant();
  expect(await stayer).toMatchObject({ state: 'found' });
  expect(asked()).toBe(1);
});

test('a token that ended early is replaced once, and the call made again', async () => {
  vendor.play(json(recording('MOTH-FB-02')), json(recording('tested')));
  expect(await adapter.find('AA19AAA')).toMatchObject({ state: 'found' });
  expect(bearers()).toEqual(['Bearer first', 'Bearer second']);
});

test('ten finds with one ended token replace it once', async () => {
  vendor.play((response, heard) => {
    const name = heard.headers.authorization === 'Bearer first' ? 'MOTH-FB-02' : 'tested';
    json(recording(name))(response, heard);
  });
  const answers = await Promise.all(Array.from({ length: 10 }, () => adapter.find('AA19AAA')));
  expect(answers.every(({ state }) => state === 'found')).toBe(true);
  expect(asked()).toBe(2);
});

test('tokens that all end early are a refusal, not a loop', async () => {
  vendor.play(json(recording('MOTH-FB-02')));
  expect(await adapter.find('AA19AAA')).toEqual({ state: 'unavailable', reason: 'refused' });
  expect(bearers()).toEqual(['Bearer first', 'Bearer second']);
});

test('other refusals do not authenticate again within the find', async () => {
  for (const name of ['MOTH-UA-01', 'MOTH-FB-01', 'MOTH-FB-03', 'MOTH-FB-04']) {
    vendor.play(json(recording(name)));
    const before = vendor.heard.filter(({ path }) => path !== '/token').length;
    expect(await adapter.find('AA19AAA')).toEqual({ state: 'unavailable', reason: 'refused' });
    expect(vendor.heard.filter(({ path }) => path !== '/token').length - before).toBe(1);
  }
});

test('a token that was not accepted is not brought to the next find', async () => {
  vendor.play(json(recording('MOTH-UA-01')), json(recording('tested')));
  expect(await adapter.find('AA19AAA')).toEqual({ state: 'unavailable', reason: 'refused' });
  expect(await adapter.find('AA19AAA')).toMatchObject({ state: 'found' });
  expect(bearers()).toEqual(['Bearer first', 'Bearer second']);
});

test.each<[string, Reply, string, number]>([
  ['a wrong secret', json(recording('invalidClient')), 'refused', 1],
  ['a wrong scope', json(recording('invalidScope')), 'refused', 1],
  ['a 200 without a token', raw(200, '{"expires_in":1199}'), 'unreadable-answer', 1],
  ['a token that no header can bear', token('a\r\nx: y'), 'unreadable-answer', 1],
  ['a token without an end', token('first', null), 'unreadable-answer', 1],
  ['an HTML page', html(200), 'unreadable-answer', 1],
  ['a 500', html(500), 'source-error', 1],
  ['a 503', html(503), 'source-error', 3],
  ['a 429', raw(429, '{}'), 'rate-limited', 3],
])('the token address answering %s is told as it is', async (_name, reply, reason, tries) => {
  vendor.playAt('/token', reply);
  expect(await adapter.find('AA19AAA')).toEqual({ state: 'unavailable', reason });
  expect(asked()).toBe(tries);
  expect(bearers()).toEqual([]);
});

test('a token address that hangs ends with the budget', async () => {
  const slow = create({ limits: { totalTimeoutMs: 150 } });
  vendor.playAt('/token', () => undefined);
  expect(await slow.find('AA19AAA')).toEqual({ state: 'unavailable', reason: 'timeout' });
  await slow.close();
});
