import fc from 'fast-check';
import type { VendorCallReport } from '../http/adapter-options.ts';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import {
  droppedSocketReply,
  hangingReply,
  htmlReply,
  hugeBodyReply,
  jsonReply,
  rawReply,
  readRecordings,
  type VendorRecording,
  type StubVendorReply,
  startStubVendor,
  type StubVendor,
} from '../http/vendor-server.fixture.ts';
import { createFieldReader } from '../platform/field-reader.ts';
import { createFuelFinderAdapter } from './fuel-finder.adapter.ts';
import { parseStationFuelPrices, readFuelFinderBatch, fuelStationOf, toTenthsOfPenny } from './fuel-finder.answer.ts';

const recording = readRecordings(new URL('./recordings/fuel-finder.json', import.meta.url));
const [generate, regenerate] = ['/oauth/generate_access_token', '/oauth/regenerate_access_token'];
const stationsAt = (number: number) => `/pfs?batch-number=${number}`;
const pricesAt = (number: number) => `/pfs/fuel-prices?batch-number=${number}`;
const past = jsonReply(recording('past'));
const ofList = (name: string) => (recording(name).body as Record<string, unknown>[])[0] ?? {};
const station = (changes: object) => fuelStationOf(createFieldReader({ ...ofList('station'), ...changes }, []));

test.each([
  [135.9, 1_359],
  [1.359, 1_359],
  [135.94, 1_359],
  [0, null],
  [0.1, null],
  [13.59, null],
  [1_359, null],
  [999_999, null],
  [null, null],
])('a price of %p is %p tenths of a penny', (price, tenths) => {
  expect(toTenthsOfPenny(price)).toBe(tenths);
});

test('a station is parsed, closed temporarily or permanently', () => {
  const open = {
    id: '0028acef5f3afc41c7e7d56fd5ee2a3cdd4bcc7a',
    name: 'WHITEHALL SERVICE STATION',
    brand: 'Shell',
    address: '1 Whitehall, London',
    postcode: 'SW1A 2AA',
    ...{ latitude: 51.5035, longitude: -0.1277 },
    ...{ motorway: false, supermarket: true },
    state: 'open',
  };
  expect(station({})).toEqual({ items: [open], skippedRows: 0 });
  expect(station({ temporary_closure: true }).items).toEqual([{ ...open, state: 'closed' }]);
  expect(station({ temporary_closure: true, permanent_closure: true }).items).toEqual([{ ...open, state: 'gone' }]);
});

test.each([
  ['no id', { node_id: '' }],
  ['no name', { trading_name: null }],
  ['no place', { location: null }],
  ['a place at the equator', { location: { postcode: 'SW1A 2AA', latitude: 0, longitude: 0 } }],
  ['no postcode', { location: { postcode: 'London', latitude: 51, longitude: 0 } }],
])('a station with %s is left out', (_, changes) => {
  expect(station(changes)).toEqual({ items: [], skippedRows: 1 });
});

test('the latest price of each fuel is kept; absurd prices are left out, unknown fuels ignored', () => {
  const price = (fuel_type: string, of: unknown, day: number) => ({
    fuel_type,
    price: of,
    price_last_updated: `2026-02-${day}T09:30:00Z`,
  });
  const fuel_prices = [price('E10', 135.9, 16), price('E10', 133.9, 17), price('E5', 0, 17), price('LPG', 80, 17)];
  expect(parseStationFuelPrices(createFieldReader({ node_id: 'n1', fuel_prices }, []))).toEqual({
    items: [{ stationId: 'n1', fuel: 'E10', tenths: 1_339, reportedAt: '2026-02-17T09:30:00.000Z' }],
    skippedRows: 1,
  });
});

test('no JSON throws, and every parsed item can be stored', () => {
  const some = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('51.5', 'SW1A 2AA', 'E10', 135.9, '2026-02-17T09:30:00Z', true),
  );
  const place = fc.record({ postcode: some, latitude: some, longitude: some, city: some });
  const prices = fc.array(fc.record({ fuel_type: some, price: some, price_last_updated: some }), { maxLength: 3 });
  const item = fc.record({ node_id: some, trading_name: some, location: place, fuel_prices: prices });
  const body = fc.oneof(fc.jsonValue(), fc.array(item, { maxLength: 3 }));
  fc.assert(
    fc.property(body, (value) => {
      const answer = { status: 200, json: value, retryAfterMs: null };
      const stations = readFuelFinderBatch(answer, { number: 1, since: null }, fuelStationOf).result;
      if (stations.state === 'batch') {
        for (const { latitude, name } of stations.items)
          expect([latitude >= 49, name.length > 0]).toEqual([true, true]);
      }
      const read = readFuelFinderBatch(answer, { number: 1, since: null }, parseStationFuelPrices).result;
      if (read.state === 'batch') for (const { tenths } of read.items) expect(tenths).toBeGreaterThanOrEqual(500);
    }),
    { numRuns: 500 },
  );
});

describe('the adapter', () => {
  let vendor: StubVendor;
  let reports: VendorCallReport[];
  let time: number;
  let adapter: ReturnType<typeof createFuelFinderAdapter>;
  beforeEach(async () => {
    vendor = await startStubVendor();
    vendor.playAt(generate, jsonReply(recording('token')));
    vendor.play(past);
    reports = [];
    time = 0;
    adapter = createFuelFinderAdapter({
      url: `${vendor.url}/`,
      clientId: 'client',
      clientSecret: 'secret',
      createVendorLimiter: createInMemoryLimiter,
      limits: {
        ...{ backoffMs: 1, ratePerSecond: 1_000, burst: 1_000, maxResponseBytes: 200_000 },
        ...{ headersTimeoutMs: 200, bodyTimeoutMs: 200, totalTimeoutMs: 3_000 },
      },
      onCall: (report) => reports.push(report),
      now: () => time,
    });
  });
  afterEach(async () => {
    await vendor.close();
    await adapter.close();
  });
  const named = (name: string): VendorRecording => ({ status: 200, body: [{ ...ofList('station'), node_id: name }] });
  const bearers = () =>
    vendor.requests.filter(({ method }) => method === 'GET').map(({ headers }) => headers.authorization);

  test('batches are requested until there are no more', async () => {
    vendor.playAt(stationsAt(1), jsonReply(named('a')));
    vendor.playAt(stationsAt(2), jsonReply(named('b')));
    const read = await adapter.readStations(null);
    expect(read).toMatchObject({ state: 'read', items: [{ id: 'a' }, { id: 'b' }], skippedRows: 0 });
    expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${generate}`,
      ...[1, 2, 3].map((number) => `GET ${stationsAt(number)}`),
    ]);
    expect(JSON.parse(vendor.requests[0]?.body ?? '')).toEqual({ client_id: 'client', client_secret: 'secret' });
    expect(vendor.requests.every(({ headers }) => headers['user-agent'] === 'VehicleEnquiry/1.0')).toBe(true);
  });

  test('all prices are read, or the changes since a day, of which there may be none', async () => {
    vendor.playAt(pricesAt(1), jsonReply(recording('prices')));
    expect(await adapter.readPrices(null)).toMatchObject({
      items: [
        { fuel: 'E10', tenths: 1_359 },
        { fuel: 'E5', tenths: 1_479 },
      ],
    });
    expect(await adapter.readPrices('2026-02-17')).toEqual({ state: 'read', items: [], skippedRows: 0 });
    expect(vendor.requests.at(-1)?.path).toBe('/pfs/fuel-prices?batch-number=1&effective-start-timestamp=2026-02-17');
    expect(await adapter.readStations(null)).toEqual({ state: 'unavailable', reason: 'source-error' });
  });

  test('one failed batch fails the whole reading, so that no incomplete list replaces the stored one', async () => {
    vendor.playAt(stationsAt(1), jsonReply(named('a')));
    vendor.playAt(stationsAt(2), htmlReply(500));
    expect(await adapter.readStations(null)).toEqual({ state: 'unavailable', reason: 'source-error' });
  });

  test('a service that never ends its batches is not followed', async () => {
    vendor.play(jsonReply(named('a')));
    expect(await adapter.readStations(null)).toEqual({ state: 'unavailable', reason: 'unreadable-answer' });
    expect(bearers()).toHaveLength(100);
  });

  test('a token is used until shortly before it expires, and renewed with its refresh token', async () => {
    const second = { success: true, data: { access_token: 'token-2', expires_in: 3_600, refresh_token: 'refresh-2' } };
    vendor.playAt(regenerate, rawReply(200, JSON.stringify(second)), jsonReply(recording('refused')));
    await adapter.readPrices('2026-02-17');
    time = 3_539_000;
    await adapter.readPrices('2026-02-17');
    time = 3_541_000;
    await adapter.readPrices('2026-02-17');
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
    expect(JSON.parse(vendor.requestsTo(regenerate)[0]?.body ?? '')).toEqual({
      client_id: 'client',
      refresh_token: 'refresh-1',
    });
    // The refresh token has expired: the credentials are sent again.
    time += 3_541_000;
    await adapter.readPrices('2026-02-17');
    expect(bearers().at(-1)).toBe('Bearer token-1');
    expect(vendor.requestsTo(generate)).toHaveLength(2);
  });

  test('a token that was revoked early is replaced once', async () => {
    vendor.playAt(stationsAt(1), jsonReply(recording('refused')), jsonReply(named('a')));
    expect(await adapter.readStations(null)).toMatchObject({ state: 'read' });
    vendor.playAt(pricesAt(1), jsonReply(recording('refused')));
    expect(await adapter.readPrices(null)).toEqual({ state: 'unavailable', reason: 'refused' });
    expect(vendor.requestsTo(pricesAt(1))).toHaveLength(2);
  });

  test('wrong credentials are reported as refused', async () => {
    vendor.playAt(generate, jsonReply(recording('refused')));
    expect(await adapter.readStations(null)).toEqual({ state: 'unavailable', reason: 'refused' });
    expect(bearers()).toEqual([]);
  });

  test.each<[string, StubVendorReply, string, number]>([
    ['a page', htmlReply(200), 'unreadable-answer', 1],
    ['another shape', rawReply(200, '{"stations":[]}'), 'unreadable-answer', 1],
    ['stations of another shape', rawReply(200, '[{"site_id":"1"},{"site_id":"2"}]'), 'unreadable-answer', 1],
    ['an answer that is too large', hugeBodyReply(() => undefined), 'unreadable-answer', 1],
    ['a bare 500', htmlReply(500), 'source-error', 1],
    ['a 503', htmlReply(503), 'source-error', 3],
    ['a 429', rawReply(429, ''), 'rate-limited', 3],
    ['a cut connection', droppedSocketReply, 'source-error', 3],
    ['a hang', hangingReply, 'timeout', 1],
  ])('%s is reported as such', async (_, reply, reason, attempts) => {
    vendor.playAt(stationsAt(1), reply);
    expect(await adapter.readStations(null)).toEqual({ state: 'unavailable', reason });
    expect(vendor.requestsTo(stationsAt(1))).toHaveLength(attempts);
    expect(reports).toMatchObject([{ provider: 'Fuel Finder', failure: reason }]);
  });

  test('a 429 with a long Retry-After ends the reading and pauses the next', async () => {
    vendor.playAt(stationsAt(1), rawReply(429, '{}', { 'retry-after': '30' }));
    expect(await adapter.readStations(null)).toMatchObject({ reason: 'rate-limited', retryAfterMs: 30_000 });
    expect(await adapter.readStations(null)).toMatchObject({ reason: 'rate-limited' });
    expect(vendor.requestsTo(stationsAt(1))).toHaveLength(1);
  });
});
