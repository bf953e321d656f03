import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { startSandbox } from '../sandbox-process.fixture.ts';
import { createUkvdPictureAdapter } from './ukvd-picture.adapter.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let adapter: ReturnType<typeof createUkvdPictureAdapter>;
/** Its timeouts are shorter than the delays of the faults. */
let impatient: typeof adapter;
beforeAll(async () => {
  sandbox = await startSandbox();
  const limits = { backoffMs: 1, maxRetries: 0, breakerFailures: 1_000, ratePerSecond: 1_000, burst: 1_000 };
  const adapterWith = (waits: object) =>
    createUkvdPictureAdapter({
      url: `${sandbox.url}/ukvd`,
      apiKey: 'sandbox-ukvd-key',
      origins: [new URL(sandbox.url).origin],
      createVendorLimiter: createInMemoryLimiter,
      limits: { ...limits, ...waits },
    });
  adapter = adapterWith({ headersTimeoutMs: 20_000, totalTimeoutMs: 20_000 });
  impatient = adapterWith({ headersTimeoutMs: 200, totalTimeoutMs: 400 });
});
afterEach(() => fetch(`${sandbox.url}/control/faults`, { method: 'DELETE' }));
afterAll(async () => {
  await Promise.all([adapter.close(), impatient.close()]);
  await sandbox.close();
});

const setFault = async (mode: string, delayMs = 0) => {
  const { ok } = await fetch(`${sandbox.url}/control/faults/ukvd`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode, delayMs, operation: 'Picture' }),
  });
  expect(ok).toBe(true);
};
const found = async () => {
  const { answer } = await adapter.lookUp('AB12CDE');
  if (answer.state !== 'found') throw new Error(`no address: ${answer.state}`);
  return answer.data.address;
};

test("downloads the sandbox's picture of a car, a PNG", async () => {
  const picture = await adapter.download(await found());
  expect(picture).toMatchObject({ state: 'found', data: { kind: 'image/png' } });
});

test.each([
  ['drop', 'source-error'],
  ['html', 'unreadable-answer'],
  ['malformed', 'unreadable-answer'],
  ['huge', 'unreadable-answer'],
  ['wrong-shape', 'unreadable-answer'],
  ['error-500', 'source-error'],
  ['error-503', 'unreadable-answer'],
  ['rate-limit', 'rate-limited'],
  ['forbidden', 'refused'],
])('a picture is unavailable with a reason under the fault %s', async (mode, reason) => {
  const address = await found();
  await setFault(mode);
  expect(await adapter.download(address)).toMatchObject({ state: 'unavailable', reason });
});

test.each([
  ['hang', 0],
  ['slow', 5_000],
])('a picture that arrives too late is unavailable: %s', async (mode, delayMs) => {
  const address = await found();
  await setFault(mode, delayMs);
  expect(await impatient.download(address)).toMatchObject({ state: 'unavailable', reason: 'timeout' });
});
