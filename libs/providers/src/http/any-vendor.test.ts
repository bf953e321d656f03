import * as z from 'zod/mini';
import type { VendorCallReport } from './adapter-options.ts';
import { createHttpAgent, sendHttpRequest, type HttpResponse } from './http-exchange.ts';
import { createGuardedVendorCall } from './guarded-vendor-call.ts';
import { defaultProviderLimits, type ProviderLimits } from './provider-limits.ts';
import { createInMemoryLimiter } from './vendor-limiter.fixture.ts';
import { htmlReply, jsonReply, rawReply, startStubVendor, type StubVendor } from './vendor-server.fixture.ts';
import {
  answeredAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfFailure,
  attemptVerdictOfStatus,
} from './attempt-verdict.ts';

/** States that no vehicle vendor has: the generic call must pass them through. */
type PostcodeReply =
  { state: 'addresses'; lines: string[] } | { state: 'no-such-postcode' } | { state: 'balance-spent' };

const addresses = z.object({ result: z.array(z.object({ line_1: z.string() })) });
const coded = z.object({ code: z.int() });

function readPostcodeAnswer(answer: HttpResponse): AttemptVerdict<PostcodeReply> {
  if (answer.status === 200) {
    const found = addresses.safeParse(answer.json);
    if (!found.success) return unreadableAttemptVerdict();
    return answeredAttemptVerdict({ state: 'addresses', lines: found.data.result.map(({ line_1 }) => line_1) });
  }
  const code = coded.safeParse(answer.json);
  if (answer.status === 404 && code.success) return answeredAttemptVerdict({ state: 'no-such-postcode' });
  if (answer.status === 402) return answeredAttemptVerdict({ state: 'balance-spent' });
  return attemptVerdictOfStatus(answer);
}

let vendor: StubVendor;
let reports: VendorCallReport[];
beforeEach(async () => {
  vendor = await startStubVendor();
  reports = [];
});
afterEach(() => vendor.close());

async function lookUp(limits: Partial<ProviderLimits> = {}) {
  const all = { ...defaultProviderLimits, backoffMs: 1, ratePerSecond: 1_000, burst: 1_000, ...limits };
  const agent = createHttpAgent(all);
  const call = createGuardedVendorCall<PostcodeReply>({
    provider: 'Addresses',
    limits: all,
    options: {
      createVendorLimiter: createInMemoryLimiter,
      onCall: (report) => reports.push(report),
    },
  });
  const url = new URL(`${vendor.url}/v1/postcodes/SW1A2AA`);
  const result = await call(async (signal) => {
    const answered = await sendHttpRequest(agent, { method: 'GET', url, headers: {} }, signal);
    return answered.answered ? readPostcodeAnswer(answered.answer) : attemptVerdictOfFailure(answered.failure);
  });
  await agent.close();
  return result;
}

test.each([
  [
    'a 200',
    jsonReply({ status: 200, body: { code: 2000, result: [{ line_1: '10 Downing Street' }] } }),
    { state: 'addresses', lines: ['10 Downing Street'] },
  ],
  ['an empty 404', jsonReply({ status: 404, body: { code: 4040 } }), { state: 'no-such-postcode' }],
  ['a 402', jsonReply({ status: 402, body: { code: 4020 } }), { state: 'balance-spent' }],
])("%s is returned as the adapter's own state, and reported under it", async (_name, reply, answer) => {
  vendor.play(reply);
  expect(await lookUp()).toEqual(answer);
  expect(reports).toEqual([
    { provider: 'Addresses', outcome: answer.state, failure: null, ms: expect.any(Number), notes: [] },
  ]);
});

test.each([
  ['a refused key', rawReply(401, '{}'), 'refused'],
  ['a gateway', htmlReply(404), 'source-error'],
  ['another shape', rawReply(200, '{}'), 'unreadable-answer'],
])('%s is reported as for any vendor', async (_name, reply, reason) => {
  vendor.play(reply);
  expect(await lookUp()).toEqual({ state: 'unavailable', reason });
  expect(reports).toMatchObject([{ provider: 'Addresses', outcome: reason, failure: reason }]);
});

test('a call without retries reaches the vendor once, regardless of the response', async () => {
  vendor.play(htmlReply(503));
  expect(await lookUp({ maxRetries: 0 })).toEqual({ state: 'unavailable', reason: 'source-error' });
  expect(vendor.requests).toHaveLength(1);
});
