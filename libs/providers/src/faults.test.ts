import type { Answer } from './answer.ts';
import type { AdapterOptions, CallReport, Closable } from './http/adapter-options.ts';
import type { ProviderLimits } from './http/limits.ts';
import {
  dropSocket,
  endlessTrickle,
  hang,
  html,
  hugeBody,
  json,
  raw,
  readRecordings,
  type Recording,
  type Reply,
  stalledBody,
  startVendor,
  type Vendor,
} from './http/vendor-server.fixture.ts';
import { createDvlaAdapter } from './licensing/dvla.adapter.ts';
import { createUkvdAdapter } from './specification/ukvd.adapter.ts';
import { createDvsaAdapter } from './testing/dvsa.adapter.ts';

interface Adapter extends Closable {
  find(registration: string, signal?: AbortSignal): Promise<Answer<unknown>>;
}

interface VendorCase {
  provider: string;
  registration: string;
  found: Recording;
  refused: Recording;
  create(url: string, options: AdapterOptions): Adapter;
}

const dvla = readRecordings(new URL('./licensing/recordings/dvla.json', import.meta.url));
const dvsa = readRecordings(new URL('./testing/recordings/dvsa.json', import.meta.url));
const ukvd = readRecordings(new URL('./specification/recordings/ukvd.json', import.meta.url));

const vendors: VendorCase[] = [
  {
    provider: 'DVLA',
    registration: 'AA19AAA',
    found: dvla('petrol'),
    refused: dvla('forbidden'),
    create: (url, options) => createDvlaAdapter({ url, apiKey: 'secret-key', ...options }),
  },
  {
    provider: 'DVSA',
    registration: 'AA19AAA',
    found: dvsa('tested'),
    refused: dvsa('MOTH-FB-03'),
    create: (url, options) =>
      createDvsaAdapter({
        url,
        tokenUrl: `${url}/token`,
        clientId: 'client',
        clientSecret: 'secret-secret',
        apiKey: 'secret-key',
        scope: 'scope',
        ...options,
      }),
  },
  {
    provider: 'UKVD',
    registration: 'KM12AKK',
    found: ukvd('vehicle'),
    refused: ukvd('authMessage'),
    create: (url, options) => createUkvdAdapter({ url, apiKey: 'secret-key', ...options }),
  },
];

describe.each(vendors)('$provider under faults', ({ registration, found, refused, create, provider }) => {
  let vendor: Vendor;
  let adapters: Adapter[] = [];
  let reports: CallReport[] = [];

  const adapter = (limits: Partial<ProviderLimits> = {}): Adapter => {
    const made = create(vendor.url, {
      limits: { backoffMs: 2, ratePerSecond: 10_000, burst: 10_000, ...limits },
      onCall: (report) => reports.push(report),
    });
    adapters.push(made);
    return made;
  };
  const calls = () => vendor.heard.filter(({ path }) => path !== '/token');

  beforeEach(async () => {
    vendor = await startVendor();
    vendor.playAt('/token', json(dvsa('token')));
    adapters = [];
    reports = [];
  });
  afterEach(async () => {
    await vendor.close();
    await Promise.all(adapters.map((made) => made.close()));
  });

  test.each<[string, Reply, string]>([
    ['malformed JSON', raw(200, '{"registrationNumber":'), 'unreadable-answer'],
    ['an HTML page', html(200), 'unreadable-answer'],
    ['an empty 200', raw(200, ''), 'unreadable-answer'],
    ['a 204', raw(204, ''), 'unreadable-answer'],
    ['JSON null', raw(200, 'null'), 'unreadable-answer'],
    ['a list', raw(200, '[]'), 'unreadable-answer'],
    ['the wrong shape', raw(200, '{"vehicle":{"registration":1}}'), 'unreadable-answer'],
    ['deep nesting', raw(200, '['.repeat(200_000)), 'unreadable-answer'],
    ['a redirect', raw(302, '', { location: '/elsewhere' }), 'source-error'],
    ['an HTML 404 of some other server', html(404), 'source-error'],
    ['an HTML 400 of some other server', html(400), 'source-error'],
    ['a bare 500', html(500), 'source-error'],
    ['a bare 401', html(401), 'refused'],
  ])('%s is asked for once and told as it is', async (_name, reply, reason) => {
    vendor.play(reply);
    expect(await adapter().find(registration)).toEqual({ state: 'unavailable', reason });
    expect(calls()).toHaveLength(1);
    expect(reports).toMatchObject([{ provider, outcome: reason }]);
  });

  test('a vehicle other than the one asked for is not shown', async () => {
    vendor.play(json(found));
    expect(await adapter().find('ZZ99ZZZ')).toEqual({ state: 'unavailable', reason: 'unreadable-answer' });
  });

  test.each([502, 503, 504])('a %d is tried again twice and no more', async (status) => {
    vendor.play(html(status));
    expect(await adapter().find(registration)).toEqual({ state: 'unavailable', reason: 'source-error' });
    expect(calls()).toHaveLength(3);
  });

  test('a dropped socket is tried again', async () => {
    vendor.play(dropSocket, dropSocket, json(found));
    expect(await adapter().find(registration)).toMatchObject({ state: 'found' });
    expect(calls()).toHaveLength(3);
  });

  test('nobody listening is a fault of the source', async () => {
    const gone = await startVendor();
    await gone.close();
    const made = create(gone.url, { limits: { backoffMs: 1 } });
    expect(await made.find(registration)).toEqual({ state: 'unavailable', reason: 'source-error' });
    await made.close();
  });

  test('a 429 with a long Retry-After ends the find and silences the next', async () => {
    vendor.play(raw(429, '{}', { 'retry-after': '30' }));
    const made = adapter();
    expect(await made.find(registration)).toEqual({
      state: 'unavailable',
      reason: 'rate-limited',
      retryAfterMs: 30_000,
    });
    const next = await made.find(registration);
    expect(next).toMatchObject({ state: 'unavailable', reason: 'rate-limited' });
    expect(next.state === 'unavailable' && next.retryAfterMs).toBeGreaterThan(25_000);
    expect(calls()).toHaveLength(1);
  });

  test('a 429 that stays is told as rate-limited after two more tries', async () => {
    vendor.play(raw(429, ''));
    expect(await adapter().find(registration)).toEqual({ state: 'unavailable', reason: 'rate-limited' });
    expect(calls()).toHaveLength(3);
  });

  // Together: the parser's timers are a second apart.
  test('headers that do not come and a body that stops time out, once', async () => {
    const answers = await Promise.all(
      [hang, stalledBody].map(async (reply) => {
        const slow = await startVendor();
        slow.playAt('/token', json(dvsa('token')));
        slow.play(reply);
        const made = create(slow.url, { limits: { headersTimeoutMs: 100, bodyTimeoutMs: 100 } });
        const answer = await made.find(registration);
        const count = slow.heard.filter(({ path }) => path !== '/token').length;
        await slow.close();
        await made.close();
        return { answer, count };
      }),
    );
    const timeout = { answer: { state: 'unavailable', reason: 'timeout' }, count: 1 };
    expect(answers).toEqual([timeout, timeout]);
  });

  test.each<[string, Reply]>([
    ['a body that never ends', endlessTrickle],
    ['a hang', hang],
  ])('%s is over when the whole budget is', async (_name, reply) => {
    vendor.play(reply);
    expect(await adapter({ totalTimeoutMs: 400 }).find(registration)).toEqual({
      state: 'unavailable',
      reason: 'timeout',
    });
    expect(calls()).toHaveLength(1);
  });

  test('an endless body is cut off at the limit, by hanging up', async () => {
    let hungUp: (bytes: number) => void = () => undefined;
    const closed = new Promise<number>((resolve) => {
      hungUp = resolve;
    });
    vendor.play(hugeBody(hungUp));
    expect(await adapter().find(registration)).toEqual({ state: 'unavailable', reason: 'unreadable-answer' });
    // What the kernel's buffers hold was written but never read.
    expect(await closed).toBeLessThan(16 * 1_048_576);
  });

  test('abort rejects with the reason of the caller, at once, and hangs up', async () => {
    vendor.play(hang);
    const made = adapter();
    const caller = new AbortController();
    const find = made.find(registration, caller.signal);
    await until(() => calls().length === 1);
    const reason = new Error('the page was left');
    caller.abort(reason);
    await expect(find).rejects.toBe(reason);
    await expect(made.find(registration, caller.signal)).rejects.toBe(reason);
    expect(reports).toMatchObject([{ outcome: 'cancelled' }]);
    if (provider !== 'DVSA') await until(async () => (await vendor.openConnections()) === 0);
  });

  test('abort between two tries does not wait for the second', async () => {
    vendor.play(raw(503, '[]'));
    const caller = new AbortController();
    const find = adapter({ backoffMs: 5_000 }).find(registration, caller.signal);
    await until(() => calls().length === 1);
    caller.abort();
    await expect(find).rejects.toMatchObject({ name: 'AbortError' });
    expect(calls()).toHaveLength(1);
  });

  test('the budget ends the waiting for a retry, with what the source had said', async () => {
    vendor.play(raw(503, '[]'));
    const find = adapter({ backoffMs: 60_000, totalTimeoutMs: 500 }).find(registration);
    expect(await find).toEqual({ state: 'unavailable', reason: 'source-error' });
  });

  test('five faults open the circuit; one good answer closes it', async () => {
    vendor.play(html(500));
    const made = adapter({ breakerHalfOpenMs: 500 });
    for (let n = 0; n < 5; n += 1) {
      expect(await made.find(registration)).toEqual({ state: 'unavailable', reason: 'source-error' });
    }
    const blocked = await made.find(registration);
    expect(blocked).toMatchObject({ state: 'unavailable', reason: 'circuit-open' });
    expect(blocked.state === 'unavailable' && blocked.retryAfterMs).toBeLessThanOrEqual(500);
    expect(calls()).toHaveLength(5);
    vendor.play(json(found));
    await until(async () => (await made.find(registration)).state === 'found');
    vendor.play(html(500));
    expect(await made.find(registration)).toEqual({ state: 'unavailable', reason: 'source-error' });
    expect(await made.find(registration)).toEqual({ state: 'unavailable', reason: 'source-error' });
  });

  test('a trial call that fails, or is abandoned, leaves the circuit open', async () => {
    vendor.play(html(500));
    const made = adapter({ breakerHalfOpenMs: 250, breakerFailures: 1 });
    await made.find(registration);
    const isOpen = async () => {
      const answer = await made.find(registration);
      return answer.state === 'unavailable' && answer.reason === 'circuit-open';
    };
    await until(() => calls().length >= 2 || made.find(registration).then(() => false));
    expect(await isOpen()).toBe(true);
    vendor.play(hang);
    const before = calls().length;
    let caller = new AbortController();
    await until(async () => {
      caller = new AbortController();
      const find = made.find(registration, caller.signal).catch(() => null);
      await Promise.race([find, until(() => calls().length > before)]);
      return calls().length > before;
    });
    caller.abort();
    expect(await isOpen()).toBe(true);
  });

  test('refusals and 429s do not open the circuit', async () => {
    vendor.play(json(refused));
    const made = adapter({ breakerFailures: 2 });
    for (let n = 0; n < 4; n += 1) {
      expect(await made.find(registration)).toEqual({ state: 'unavailable', reason: 'refused' });
    }
    expect(calls()).toHaveLength(4);
  });

  test('finds beyond the slots and the queue are turned away, the others are served', async () => {
    vendor.play(json(found));
    const made = adapter({ concurrency: 1, queue: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => made.find(registration)));
    expect(answers.filter(({ state }) => state === 'found')).toHaveLength(3);
    expect(answers.filter((answer) => answer.state === 'unavailable' && answer.reason === 'rate-limited')).toHaveLength(
      2,
    );
    expect(calls()).toHaveLength(3);
  });

  test('calls beyond the rate wait their turn, or hear how long it would be', async () => {
    vendor.play(json(found));
    const made = adapter({ ratePerSecond: 10, burst: 2, totalTimeoutMs: 800 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => made.find(registration)));
    const served = answers.filter(({ state }) => state === 'found').length;
    expect(served).toBeGreaterThanOrEqual(2);
    expect(served).toBeLessThanOrEqual(7);
    const turnedAway = answers.filter(({ state }) => state === 'unavailable');
    expect(turnedAway.length).toBe(12 - served);
    expect(calls()).toHaveLength(served);
  });

  test.each(['', 'A', 'AB12 CDE', 'ab12cde', '../../etc', 'AB12CDEF', "' OR 1=1", '🚗🚗'])(
    'what is not a registration (%p) is never sent',
    async (typed) => {
      vendor.play(json(found));
      expect(await adapter().find(typed)).toEqual({ state: 'invalid' });
      expect(vendor.heard).toEqual([]);
    },
  );

  test('connections are kept and used again', async () => {
    vendor.play(json(found));
    const made = adapter();
    for (let n = 0; n < 20; n += 1) await made.find(registration);
    expect(await vendor.openConnections()).toBeLessThanOrEqual(4);
  });

  test('a report of a call has no trace of registration or key', async () => {
    vendor.play(json(found));
    await adapter().find(registration);
    expect(JSON.stringify(reports)).not.toMatch(new RegExp(`${registration}|secret`));
    expect(reports).toEqual([{ provider, outcome: 'found', ms: expect.any(Number), notes: [] }]);
  });
});

/** Waits for a condition by turns of the event loop; the test's own time limit ends it. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
