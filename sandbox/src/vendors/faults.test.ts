import { getNestedValue, startSandboxCaller, type SandboxHttpAnswer, type SandboxCaller } from '../testing/caller.ts';
import { createVendorFaultStore } from './fault-store.ts';
import { dvlaErrorShapes } from '../testing/dvla-shapes.ts';
import { dvsaErrorShape } from '../testing/dvsa-shapes.ts';
import { ukvdFailureShape } from '../testing/ukvd-shapes.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startSandboxCaller();
});
afterEach(() => caller.remove('/control/faults'));
afterAll(() => caller.close());

const ask: Record<'dvla' | 'dvsa' | 'ukvd', (registration?: string) => Promise<SandboxHttpAnswer>> = {
  dvla: (registration = 'AB12CDE') => caller.dvla(registration),
  dvsa: (registration = 'AB12CDE') => caller.dvsa(registration),
  ukvd: (registration = 'AB12CDE') => caller.ukvd('VdiCheckFull', registration),
};
const vendors = ['dvla', 'dvsa', 'ukvd'] as const;
const set = (vendor: string, body: object): Promise<SandboxHttpAnswer> => caller.put(`/control/faults/${vendor}`, body);
const statusCode = (answer: SandboxHttpAnswer): unknown => getNestedValue(answer.body, 'Response', 'StatusCode');

describe('each fault in the vendor’s own format', () => {
  test.each([
    ['bad-request', 400],
    ['forbidden', 403],
    ['not-found', 404],
    ['rate-limit', 429],
    ['error-500', 500],
    ['error-503', 503],
  ])('of DVLA: %s', async (mode, status) => {
    await set('dvla', { mode });
    const answer = await ask.dvla();
    expect(answer.status).toBe(status);
    expect(dvlaErrorShapes[status]?.(answer.body, mode)).toEqual([]);
  });

  test.each([
    ['bad-request', 400, 'MOTH-BR-01'],
    ['forbidden', 403, 'MOTH-FB-01'],
    ['not-found', 404, 'MOTH-NF-01'],
    ['rate-limit', 429, 'MOTH-RL-02'],
    ['error-500', 500, 'MOTH-UN-01'],
  ])('of DVSA: %s', async (mode, status, code) => {
    await set('dvsa', { mode });
    const answer = await ask.dvsa();
    expect([answer.status, getNestedValue(answer.body, 'errorCode')]).toEqual([status, code]);
    expect(dvsaErrorShape(answer.body, mode)).toEqual([]);
  });

  test.each([
    ['bad-request', 200, 'KeyInvalid'],
    ['not-found', 200, 'ItemNotFound'],
    ['error-503', 200, 'ServiceUnavailable'],
    ['error-500', 500, 'Failure'],
  ])('of UK Vehicle Data: %s', async (mode, status, code) => {
    await set('ukvd', { mode });
    const answer = await ask.ukvd();
    expect([answer.status, statusCode(answer)]).toEqual([status, code]);
    expect(getNestedValue(answer.body, 'Request', 'PackageId')).toBe('VdiCheckFull');
    expect(ukvdFailureShape(answer.body, mode)).toEqual([]);
  });

  test('every 429 has a Retry-After, at every vendor', async () => {
    for (const vendor of vendors) {
      await set(vendor, { mode: 'rate-limit' });
      const answer = await ask[vendor]();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    }
  });

  test('the token endpoint fails independently', async () => {
    await set('entra', { mode: 'error-503' });
    expect((await caller.token()).status).toBe(503);
    await set('entra', { mode: 'forbidden' });
    expect((await caller.token()).body).toMatchObject({ error: 'invalid_client' });
  });
});

describe.each(vendors)('broken responses of %s', (vendor) => {
  test('malformed JSON, a web page, another shape', async () => {
    await set(vendor, { mode: 'malformed' });
    const malformed = await ask[vendor]();
    expect([malformed.status, malformed.body]).toEqual([200, undefined]);
    expect(malformed.headers.get('content-type')).toContain('json');
    await set(vendor, { mode: 'html' });
    const page = await ask[vendor]();
    expect(page.headers.get('content-type')).toContain('text/html');
    await set(vendor, { mode: 'wrong-shape' });
    const shape = await ask[vendor]();
    expect([shape.status, typeof shape.body]).toEqual([200, 'object']);
  });

  test('32 MB of it', async () => {
    await set(vendor, { mode: 'huge' });
    const answer = await ask[vendor]();
    expect(answer.text.length).toBeGreaterThan(32 * 1024 * 1024);
  });

  test('a cut connection', async () => {
    await set(vendor, { mode: 'drop' });
    await expect(ask[vendor]()).rejects.toThrow();
  });

  test('no response at all', async () => {
    await set(vendor, { mode: 'hang' });
    let answered = false;
    ask[vendor]('SR09SRN').then(
      () => (answered = true),
      () => (answered = true),
    );
    // Another registration gets a response meanwhile; the hanging one does not.
    await set(vendor, { mode: 'ok', registration: 'AB12CDE' });
    await set(vendor, { mode: 'slow', delayMs: 300, registration: 'AB12CDE' });
    expect((await ask[vendor]()).status).toBe(200);
    expect(answered).toBe(false);
  });
});

test('a fault ends after the requested number of times', async () => {
  await set('dvla', { mode: 'error-500', times: 2 });
  expect([(await ask.dvla()).status, (await ask.dvla()).status, (await ask.dvla()).status]).toEqual([500, 500, 200]);
});

test('a fault for one registration does not affect others, and takes precedence over the vendor’s', async () => {
  await set('dvsa', { mode: 'not-found' });
  await set('dvsa', { mode: 'error-500', registration: 'ab12 cde' });
  expect([(await ask.dvsa('AB12CDE')).status, (await ask.dvsa('FN15FNC')).status]).toEqual([500, 404]);
  await set('dvsa', { mode: 'ok' });
  expect([(await ask.dvsa('AB12CDE')).status, (await ask.dvsa('FN15FNC')).status]).toEqual([500, 200]);
});

test('DN02DWN fails at every vendor with 500, in its own format', async () => {
  const [licensing, testing, specification] = await Promise.all(vendors.map((vendor) => ask[vendor]('DN02DWN')));
  expect([licensing?.status, testing?.status, specification?.status]).toEqual([500, 500, 500]);
  expect(dvlaErrorShapes[500]?.(licensing?.body, 'dvla')).toEqual([]);
  expect(dvsaErrorShape(testing?.body, 'dvsa')).toEqual([]);
  expect(ukvdFailureShape(specification?.body, 'ukvd')).toEqual([]);
});

test('a slow response has the requested delay', async () => {
  await set('dvla', { mode: 'slow', delayMs: 250 });
  const began = performance.now();
  expect((await ask.dvla()).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThanOrEqual(245);
});

test('SL02WLY is delayed by 20 seconds at every vendor', () => {
  const store = createVendorFaultStore();
  for (const vendor of vendors) expect(store.take(vendor, 'SL02WLY')).toMatchObject({ mode: 'slow', delayMs: 20_000 });
});
