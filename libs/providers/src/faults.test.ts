import {
  droppedSocketReply,
  endlessTrickleReply,
  hangingReply,
  htmlReply,
  hugeBodyReply,
  jsonReply,
  rawReply,
  type StubVendorReply,
  stalledBodyReply,
  startStubVendor,
} from './http/vendor-server.fixture.ts';
import { createInMemoryLimiter } from './http/vendor-limiter.fixture.ts';
import {
  dvsaTokenReply,
  openVendorSuiteStage,
  type VendorSuiteHarness,
  vendorSuiteCases,
} from './vendor-cases.fixture.ts';

describe.each(vendorSuiteCases)('$provider under faults', (vendorCase) => {
  const { create, found, input, invalid, malformed, other, provider, repeats } = vendorCase;
  const attempts = repeats === 'none' ? 1 : 3;
  let stage: VendorSuiteHarness;
  beforeEach(async () => {
    stage = await openVendorSuiteStage(vendorCase);
  });
  afterEach(() => stage.close());

  test.each<[string, StubVendorReply, string]>([
    ['malformed JSON', rawReply(200, '{"registrationNumber":'), 'unreadable-answer'],
    ['an HTML page', htmlReply(200), 'unreadable-answer'],
    ['an empty 200', rawReply(200, ''), 'unreadable-answer'],
    ['a 204', rawReply(204, ''), 'unreadable-answer'],
    ['JSON null', rawReply(200, 'null'), 'unreadable-answer'],
    ['a list', rawReply(200, '[]'), 'unreadable-answer'],
    ['the wrong shape', rawReply(200, '{"vehicle":{"registration":1}}'), 'unreadable-answer'],
    ['deep nesting', rawReply(200, '['.repeat(200_000)), 'unreadable-answer'],
    ['a redirect', rawReply(302, '', { location: '/elsewhere' }), 'source-error'],
    ['an HTML 404 of some other server', htmlReply(404), 'source-error'],
    ['an HTML 400 of some other server', htmlReply(400), 'source-error'],
    ['a bare 500', htmlReply(500), 'source-error'],
    ['a bare 401', htmlReply(401), 'refused'],
  ])('%s is not retried and is reported as such', async (_name, reply, reason) => {
    stage.vendor.play(reply);
    expect(await stage.adapter().find(input)).toEqual({ state: 'unavailable', reason });
    expect(stage.calls()).toHaveLength(1);
    expect(stage.reports).toMatchObject([{ provider, outcome: reason, failure: reason }]);
  });

  test('a response about another vehicle is rejected', async () => {
    stage.vendor.play(jsonReply(found));
    expect(await stage.adapter().find(other)).toEqual({ state: 'unavailable', reason: 'unreadable-answer' });
  });

  test.each([502, 503, 504])('a %d is retried at most twice, and only where that costs nothing', async (status) => {
    stage.vendor.play(htmlReply(status));
    expect(await stage.adapter().find(input)).toEqual({ state: 'unavailable', reason: 'source-error' });
    expect(stage.calls()).toHaveLength(status === 503 || repeats === 'all' ? attempts : 1);
  });

  test('a dropped socket is retried unless the request may have been charged', async () => {
    stage.vendor.play(droppedSocketReply, droppedSocketReply, jsonReply(found));
    expect(await stage.adapter().find(input)).toMatchObject({ state: repeats === 'all' ? 'found' : 'unavailable' });
    expect(stage.calls()).toHaveLength(repeats === 'all' ? 3 : 1);
  });

  test('a refused connection is a source error', async () => {
    const closed = await startStubVendor();
    await closed.close();
    const made = create(closed.url, { createVendorLimiter: createInMemoryLimiter, limits: { backoffMs: 1 } });
    expect(await made.find(input)).toEqual({ state: 'unavailable', reason: 'source-error' });
    await made.close();
  });

  test('a 429 with a long Retry-After ends the call and pauses the next', async () => {
    stage.vendor.play(rawReply(429, '{}', { 'retry-after': '30' }));
    const made = stage.adapter();
    expect(await made.find(input)).toEqual({
      state: 'unavailable',
      reason: 'rate-limited',
      retryAfterMs: 30_000,
    });
    const next = await made.find(input);
    expect(next).toMatchObject({ state: 'unavailable', reason: 'rate-limited' });
    expect(next.state === 'unavailable' && next.retryAfterMs).toBeGreaterThan(25_000);
    expect(stage.calls()).toHaveLength(1);
  });

  test('a persistent 429 is reported as rate-limited, after two retries or immediately', async () => {
    stage.vendor.play(rawReply(429, ''));
    expect(await stage.adapter().find(input)).toEqual({ state: 'unavailable', reason: 'rate-limited' });
    expect(stage.calls()).toHaveLength(attempts);
  });

  // Run concurrently: the parser's timers are a second apart.
  test('missing headers and a stalled body time out, without a retry', async () => {
    const answers = await Promise.all(
      [hangingReply, stalledBodyReply].map(async (reply) => {
        const slow = await startStubVendor();
        slow.playAt('/token', dvsaTokenReply);
        slow.play(reply);
        const made = create(slow.url, {
          createVendorLimiter: createInMemoryLimiter,
          limits: { headersTimeoutMs: 100, bodyTimeoutMs: 100 },
        });
        const answer = await made.find(input);
        const count = slow.requests.filter(({ path }) => path !== '/token').length;
        await slow.close();
        await made.close();
        return { answer, count };
      }),
    );
    const timeout = { answer: { state: 'unavailable', reason: 'timeout' }, count: 1 };
    expect(answers).toEqual([timeout, timeout]);
  });

  test.each<[string, StubVendorReply]>([
    ['a body that never ends', endlessTrickleReply],
    ['a hang', hangingReply],
  ])('%s ends with the total time budget', async (_name, reply) => {
    stage.vendor.play(reply);
    expect(await stage.adapter({ totalTimeoutMs: 400 }).find(input)).toEqual({
      state: 'unavailable',
      reason: 'timeout',
    });
    expect(stage.calls()).toHaveLength(1);
  });

  test('an endless body is cut off at the size limit by closing the connection', async () => {
    let hungUp: (bytes: number) => void = () => undefined;
    const closed = new Promise<number>((resolve) => {
      hungUp = resolve;
    });
    stage.vendor.play(hugeBodyReply(hungUp));
    expect(await stage.adapter().find(input)).toEqual({ state: 'unavailable', reason: 'unreadable-answer' });
    // Includes the kernel's buffers: bytes written but never read.
    expect(await closed).toBeLessThan(16 * 1_048_576);
  });

  test.each(malformed)('malformed input (%p) is never sent', async (typed) => {
    stage.vendor.play(jsonReply(found));
    expect(await stage.adapter().find(typed)).toEqual(invalid);
    expect(stage.vendor.requests).toEqual([]);
  });

  test('connections are reused', async () => {
    stage.vendor.play(jsonReply(found));
    const made = stage.adapter();
    for (let n = 0; n < 20; n += 1) await made.find(input);
    expect(await stage.vendor.openConnections()).toBeLessThanOrEqual(4);
  });

  test('a call report contains no input and no key', async () => {
    stage.vendor.play(jsonReply(found));
    await stage.adapter().find(input);
    expect(JSON.stringify(stage.reports)).not.toMatch(new RegExp(`${input}|secret`));
    expect(stage.reports).toEqual([{ provider, outcome: 'found', failure: null, ms: expect.any(Number), notes: [] }]);
  });
});
