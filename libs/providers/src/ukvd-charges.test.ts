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
} from './http/vendor-server.fixture.ts';
import type { ProviderLimits } from './http/provider-limits.ts';
import { createInMemoryLimiter } from './http/vendor-limiter.fixture.ts';
import type { CreateVendorLimiter } from './http/vendor-limiter.ts';
import { createUkvdValuationAdapter } from './valuation/ukvd-valuation.adapter.ts';
import { createUkvdVdiAdapter } from './vdi-check/ukvd-vdi.adapter.ts';
import { pollUntil } from './vendor-cases.fixture.ts';

const statuses = readRecordings(new URL('./specification/recordings/ukvd.json', import.meta.url));
const vdi = readRecordings(new URL('./vdi-check/recordings/ukvd-vdi.json', import.meta.url));
const valuation = readRecordings(new URL('./valuation/recordings/ukvd-valuation.json', import.meta.url));

let vendor: StubVendor;
beforeEach(async () => {
  vendor = await startStubVendor();
});
afterEach(() => vendor.close());

const quick = { backoffMs: 1, ratePerSecond: 10_000, burst: 10_000 };

function checker(
  limits: Partial<ProviderLimits> = {},
  createVendorLimiter: CreateVendorLimiter = createInMemoryLimiter,
) {
  return createUkvdVdiAdapter({ url: vendor.url, apiKey: 'k', createVendorLimiter, limits: { ...quick, ...limits } });
}

const failed = (reason: string, charged: 'no' | 'unknown') => ({ state: 'unavailable', reason, charged });

test.each<[string, StubVendorReply, string, 'no' | 'unknown']>([
  ['ServiceUnavailable', jsonReply(statuses('ServiceUnavailable')), 'source-error', 'no'],
  ['Failure', jsonReply(statuses('Failure')), 'source-error', 'no'],
  ['Failure, with HTTP 500', jsonReply({ ...statuses('Failure'), status: 500 }), 'source-error', 'no'],
  ['InvalidPackageId', jsonReply(statuses('InvalidPackageId')), 'refused', 'no'],
  ['InvalidPackageAccessClass', jsonReply(statuses('InvalidPackageAccessClass')), 'refused', 'no'],
  ['InformationNotAvailable', jsonReply(statuses('InformationNotAvailable')), 'restricted', 'no'],
  ['SandboxLimitation', jsonReply(statuses('SandboxLimitation')), 'restricted', 'no'],
  ['a key that is refused', jsonReply(statuses('authMessage')), 'refused', 'no'],
  ['a key that is refused with HTTP 200', jsonReply(statuses('authMessage200')), 'refused', 'no'],
  ['a bare 401', htmlReply(401), 'refused', 'no'],
  ['a bare 403', htmlReply(403), 'refused', 'no'],
  ['a 429', rawReply(429, ''), 'rate-limited', 'no'],
  ['a 503', htmlReply(503), 'source-error', 'no'],
  [
    'InformationTemporarilyUnavailable',
    jsonReply(statuses('InformationTemporarilyUnavailable')),
    'source-error',
    'unknown',
  ],
  ['an undocumented status', rawReply(200, '{"Response":{"StatusCode":"Maintenance"}}'), 'source-error', 'unknown'],
  ['a bare 500', htmlReply(500), 'source-error', 'unknown'],
  ['a 502', htmlReply(502), 'source-error', 'unknown'],
  ['a 504', htmlReply(504), 'source-error', 'unknown'],
  ['an HTML 404', htmlReply(404), 'source-error', 'unknown'],
  ['JSON that breaks off', rawReply(200, '{"Response":'), 'unreadable-answer', 'unknown'],
  ['an empty 200', rawReply(200, ''), 'unreadable-answer', 'unknown'],
  ['a success of another package', jsonReply(statuses('vehicle')), 'unreadable-answer', 'unknown'],
  ['a connection lost', droppedSocketReply, 'source-error', 'unknown'],
  ['a response without an end', hugeBodyReply(() => undefined), 'unreadable-answer', 'unknown'],
])('%s is not repeated, and has the state of charge %p %p', async (_name, reply, reason, charged) => {
  vendor.play(reply);
  const adapter = checker();
  expect(await adapter.find('KM12AKK')).toEqual(failed(reason, charged));
  expect(vendor.requests).toHaveLength(1);
  await adapter.close();
});

// Run concurrently: the parser's timers are a second apart.
test('a timeout may have been charged, regardless of its stage', async () => {
  const limits: Partial<ProviderLimits>[] = [{ headersTimeoutMs: 100 }, { totalTimeoutMs: 200 }];
  const answers = await Promise.all(
    [hangingReply, stalledBodyReply].flatMap((reply) =>
      limits.map(async (limit) => {
        const slow = await startStubVendor();
        slow.play(reply);
        const adapter = createUkvdVdiAdapter({
          url: slow.url,
          apiKey: 'k',
          createVendorLimiter: createInMemoryLimiter,
          limits: { bodyTimeoutMs: 100, ...limit },
        });
        const answer = await adapter.find('KM12AKK');
        const calls = slow.requests.length;
        await slow.close();
        await adapter.close();
        return { answer, calls };
      }),
    ),
  );
  expect(answers).toEqual(Array(4).fill({ answer: failed('timeout', 'unknown'), calls: 1 }));
});

test.each([
  ['not found', 'ItemNotFound', 'not-held'],
  ['a key that is no registration', 'KeyInvalid', 'invalid'],
])('%s is returned as an answer', async (_name, name, state) => {
  vendor.play(jsonReply(statuses(name)));
  const adapter = checker();
  expect(await adapter.find('KM12AKK')).toEqual({ state });
  await adapter.close();
});

describe('a request that was never sent was not charged:', () => {
  test('refused connection, unknown host and failed TLS', async () => {
    const closed = await startStubVendor();
    await closed.close();
    const urls = [closed.url, 'http://vendor.invalid', vendor.url.replace('http:', 'https:')];
    for (const url of urls) {
      const adapter = createUkvdVdiAdapter({
        url,
        apiKey: 'k',
        createVendorLimiter: createInMemoryLimiter,
        limits: quick,
      });
      expect([url, await adapter.find('KM12AKK')]).toEqual([url, failed('source-error', 'no')]);
      await adapter.close();
    }
    expect(vendor.requests).toEqual([]);
  });

  test('open circuit', async () => {
    vendor.play(htmlReply(500));
    const adapter = checker({ breakerFailures: 1 });
    await adapter.find('KM12AKK');
    expect(await adapter.find('KM12AKK')).toMatchObject(failed('circuit-open', 'no'));
    expect(vendor.requests).toHaveLength(1);
    await adapter.close();
  });

  test('our rate limit, our budget, and a full queue', async () => {
    const limiter =
      (isGranted: boolean, budget: boolean): CreateVendorLimiter =>
      () => ({
        consumeAttempt: () =>
          Promise.resolve(isGranted ? { granted: true, waitMs: 0 } : { granted: false, retryAfterMs: 7_000 }),
        pause: () => Promise.resolve(),
        spend: () => Promise.resolve(budget ? { refundAttempt: () => Promise.resolve() } : null),
      });
    const exhausted = checker({}, limiter(false, true));
    expect(await exhausted.find('KM12AKK')).toEqual({ ...failed('rate-limited', 'no'), retryAfterMs: 7_000 });
    const poor = checker({}, limiter(true, false));
    expect(await poor.find('KM12AKK')).toEqual(failed('budget-spent', 'no'));
    expect(vendor.requests).toEqual([]);

    vendor.play(hangingReply);
    const full = checker({ concurrency: 1, queue: 0, totalTimeoutMs: 300 });
    const first = full.find('KM12AKK');
    expect(await full.find('KM12AKK')).toEqual(failed('rate-limited', 'no'));
    expect(await first).toEqual(failed('timeout', 'unknown'));
    expect(vendor.requests).toHaveLength(1);
    await Promise.all([exhausted, poor, full].map((adapter) => adapter.close()));
  });

  test('a wait for a slot or the rate limiter that uses up the time', async () => {
    vendor.play(hangingReply);
    const adapter = checker({ concurrency: 1, queue: 1, maxWaitMs: 50, totalTimeoutMs: 400 });
    const first = adapter.find('KM12AKK');
    await pollUntil(() => vendor.requests.length === 1);
    expect(await adapter.find('KM12AKK')).toEqual(failed('rate-limited', 'no'));
    expect(await first).toEqual(failed('timeout', 'unknown'));
    expect(vendor.requests).toHaveLength(1);
    await adapter.close();
  });
});

test('each look-up has its own connection, so that none is lost with one that the vendor closes', async () => {
  const ports = new Set<number | undefined>();
  vendor.play((response, request) => {
    ports.add(response.socket?.remotePort);
    jsonReply(vdi('clean'))(response, request);
  });
  const adapter = checker();
  for (let n = 0; n < 3; n += 1) expect(await adapter.find('KM12AKK')).toMatchObject({ state: 'found' });
  expect(ports.size).toBe(3);
  await adapter.close();
});

test('an aborted look-up rejects with the caller’s reason', async () => {
  vendor.play(hangingReply);
  const adapter = checker();
  const caller = new AbortController();
  const find = adapter.find('KM12AKK', caller.signal);
  await pollUntil(() => vendor.requests.length === 1);
  caller.abort(new Error('the worker stops'));
  await expect(find).rejects.toThrow('the worker stops');
  await adapter.close();
});

test.each<[string, StubVendorReply, number]>([
  ['a 503', htmlReply(503), 3],
  ['a 429', rawReply(429, ''), 3],
  ['a connection lost', droppedSocketReply, 1],
  ['a 502', htmlReply(502), 1],
])('a valuation is repeated only where it was not charged: %s', async (_name, reply, attempts) => {
  vendor.play(reply);
  const adapter = createUkvdValuationAdapter({
    url: vendor.url,
    apiKey: 'k',
    createVendorLimiter: createInMemoryLimiter,
    limits: quick,
  });
  expect(await adapter.find('KM12AKK', 50_000)).toMatchObject({ state: 'unavailable' });
  expect(vendor.requests).toHaveLength(attempts);
  vendor.play(jsonReply(valuation('valued')));
  expect(await adapter.find('KM12AKK', 50_000)).toMatchObject({ state: 'found' });
  await adapter.close();
});

test("the packages share the rate limit of the vendor's key and have their own budgets", async () => {
  const limiterArgs: unknown[] = [];
  const createVendorLimiter: CreateVendorLimiter = (name, rate, product) => {
    limiterArgs.push([name, product]);
    return createInMemoryLimiter(name, rate);
  };
  const adapters = [
    checker({}, createVendorLimiter),
    createUkvdValuationAdapter({ url: vendor.url, apiKey: 'k', createVendorLimiter }),
  ];
  expect(limiterArgs).toEqual([
    ['UKVD', 'UKVD VdiCheckFull'],
    ['UKVD', 'UKVD ValuationData'],
  ]);
  await Promise.all(adapters.map((adapter) => adapter.close()));
});
