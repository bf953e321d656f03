import { hangingReply, htmlReply, jsonReply, rawReply } from './http/vendor-server.fixture.ts';
import { openVendorSuiteStage, type VendorSuiteHarness, pollUntil, vendorSuiteCases } from './vendor-cases.fixture.ts';

describe.each(vendorSuiteCases)('$provider under pressure', (vendorCase) => {
  const { found, input, provider, refused } = vendorCase;
  let stage: VendorSuiteHarness;
  beforeEach(async () => {
    stage = await openVendorSuiteStage(vendorCase);
  });
  afterEach(() => stage.close());

  test('an abort rejects immediately with the caller’s reason, and closes the connection', async () => {
    stage.vendor.play(hangingReply);
    const made = stage.adapter();
    const caller = new AbortController();
    const find = made.find(input, caller.signal);
    await pollUntil(() => stage.calls().length === 1);
    const reason = new Error('the page was left');
    caller.abort(reason);
    await expect(find).rejects.toBe(reason);
    await expect(made.find(input, caller.signal)).rejects.toBe(reason);
    expect(stage.reports).toMatchObject([{ outcome: 'cancelled' }]);
    if (provider !== 'DVSA') await pollUntil(async () => (await stage.vendor.openConnections()) === 0);
  });

  test('an abort between two attempts does not wait for the second', async () => {
    stage.vendor.play(rawReply(503, '[]'));
    const caller = new AbortController();
    const find = stage.adapter({ backoffMs: 5_000 }).find(input, caller.signal);
    await pollUntil(() => stage.calls().length === 1);
    caller.abort();
    await expect(find).rejects.toMatchObject({ name: 'AbortError' });
    expect(stage.calls()).toHaveLength(1);
  });

  test('the time budget ends the wait for a retry with the last failure', async () => {
    stage.vendor.play(rawReply(503, '[]'));
    const find = stage.adapter({ backoffMs: 60_000, totalTimeoutMs: 500 }).find(input);
    expect(await find).toEqual({ state: 'unavailable', reason: 'source-error' });
  });

  test('five failures open the circuit; one success closes it', async () => {
    stage.vendor.play(htmlReply(500));
    const made = stage.adapter({ breakerHalfOpenMs: 500 });
    for (let n = 0; n < 5; n += 1) {
      expect(await made.find(input)).toEqual({ state: 'unavailable', reason: 'source-error' });
    }
    const blocked = await made.find(input);
    expect(blocked).toMatchObject({ state: 'unavailable', reason: 'circuit-open' });
    expect(blocked.state === 'unavailable' && blocked.retryAfterMs).toBeLessThanOrEqual(500);
    expect(stage.calls()).toHaveLength(5);
    stage.vendor.play(jsonReply(found));
    await pollUntil(async () => (await made.find(input)).state === 'found');
    stage.vendor.play(htmlReply(500));
    expect(await made.find(input)).toEqual({ state: 'unavailable', reason: 'source-error' });
    expect(await made.find(input)).toEqual({ state: 'unavailable', reason: 'source-error' });
  });

  test('a trial call that fails or is aborted leaves the circuit open', async () => {
    stage.vendor.play(htmlReply(500));
    const made = stage.adapter({ breakerHalfOpenMs: 250, breakerFailures: 1 });
    await made.find(input);
    const isOpen = async () => {
      const answer = await made.find(input);
      return answer.state === 'unavailable' && answer.reason === 'circuit-open';
    };
    await pollUntil(() => stage.calls().length >= 2 || made.find(input).then(() => false));
    expect(await isOpen()).toBe(true);
    stage.vendor.play(hangingReply);
    const before = stage.calls().length;
    let caller = new AbortController();
    await pollUntil(async () => {
      caller = new AbortController();
      const find = made.find(input, caller.signal).catch(() => null);
      await Promise.race([find, pollUntil(() => stage.calls().length > before)]);
      return stage.calls().length > before;
    });
    caller.abort();
    expect(await isOpen()).toBe(true);
  });

  test('a vendor that hangs for every caller opens the circuit, and later calls fail immediately', async () => {
    stage.vendor.play(hangingReply);
    const made = stage.adapter({ totalTimeoutMs: 500, breakerHalfOpenMs: 60_000 });
    const first = await Promise.all(Array.from({ length: 5 }, () => made.find(input)));
    expect(first).toEqual(Array(5).fill({ state: 'unavailable', reason: 'timeout' }));
    // Another hanging call would be a timeout too.
    const later = await Promise.all(Array.from({ length: 50 }, () => made.find(input)));
    expect(later).toEqual(Array(50).fill(expect.objectContaining({ state: 'unavailable', reason: 'circuit-open' })));
    expect(stage.calls()).toHaveLength(5);
  });

  test('while one call tries a vendor that still hangs, the others do not wait for it', async () => {
    stage.vendor.play(htmlReply(500));
    const made = stage.adapter({ totalTimeoutMs: 1_000, breakerFailures: 1, breakerHalfOpenMs: 50 });
    await made.find(input);
    stage.vendor.play(hangingReply);
    let trial: ReturnType<typeof made.find> | null = null;
    await pollUntil(async () => {
      const find = made.find(input);
      await Promise.race([find, pollUntil(() => stage.calls().length === 2)]);
      if (stage.calls().length === 2) trial = find;
      return trial !== null;
    });
    let ended = false;
    const whole = Promise.resolve(trial).finally(() => {
      ended = true;
    });
    const others = await Promise.all(Array.from({ length: 30 }, () => made.find(input)));
    expect(ended).toBe(false);
    expect(others).toEqual(Array(30).fill(expect.objectContaining({ state: 'unavailable', reason: 'circuit-open' })));
    expect(await whole).toEqual({ state: 'unavailable', reason: 'timeout' });
    expect(stage.calls()).toHaveLength(2);
  });

  test('refusals and 429s do not open the circuit', async () => {
    stage.vendor.play(jsonReply(refused));
    const made = stage.adapter({ breakerFailures: 2 });
    for (let n = 0; n < 4; n += 1) {
      expect(await made.find(input)).toEqual({ state: 'unavailable', reason: 'refused' });
    }
    expect(stage.calls()).toHaveLength(4);
  });

  test('calls beyond concurrency and queue are rejected, the others are served', async () => {
    stage.vendor.play(jsonReply(found));
    const made = stage.adapter({ concurrency: 1, queue: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => made.find(input)));
    expect(answers.filter(({ state }) => state === 'found')).toHaveLength(3);
    expect(answers.filter((answer) => answer.state === 'unavailable' && answer.reason === 'rate-limited')).toHaveLength(
      2,
    );
    expect(stage.calls()).toHaveLength(3);
  });

  test('calls beyond the rate wait, or return how long the wait would be', async () => {
    stage.vendor.play(jsonReply(found));
    const made = stage.adapter({ ratePerSecond: 10, burst: 2, totalTimeoutMs: 800 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => made.find(input)));
    const served = answers.filter(({ state }) => state === 'found').length;
    expect(served).toBeGreaterThanOrEqual(2);
    expect(served).toBeLessThanOrEqual(7);
    const rejectedRequest = answers.filter(({ state }) => state === 'unavailable');
    expect(rejectedRequest.length).toBe(12 - served);
    expect(stage.calls()).toHaveLength(served);
  });
});
