import { plannedCars } from '../fleet/fleet.ts';
import { formatAsPlate } from '../registration.ts';
import { getNestedValue, startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startSandboxCaller();
});
afterEach(async () => {
  await caller.remove('/control/faults');
  await caller.remove('/control/calls');
});
afterAll(() => caller.close());

const form = (path: string, fields: Record<string, string>): RequestInit & { path: string } => ({
  path,
  method: 'POST',
  body: new URLSearchParams(fields),
});

test('the page names every vendor and every registration, and runs no inline script', async () => {
  const page = await caller.call('/control');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline');
  for (const title of ['DVLA Vehicle Enquiry', 'DVSA MOT History', 'UK Vehicle Data'])
    expect(page.text).toContain(title);
  for (const plan of plannedCars) expect(page.text).toContain(formatAsPlate(plan.registration));
  expect(page.text).not.toMatch(/<script(?! src)|<style|\son\w+=/);
  expect((await caller.call('/control/control.js')).status).toBe(200);
  expect((await caller.call('/control/control.css')).headers.get('content-type')).toContain('text/css');
});

test('its forms work without a script', async () => {
  const { path, ...init } = form('/control/faults/dvla', {
    mode: 'not-found',
    registration: 'ab12 cde',
    delayMs: '',
    times: '3',
  });
  const page = await caller.call(path, init);
  expect(page.text).toContain('says that there is no such record (AB12 CDE, 3 more times)');
  expect((await caller.dvla('AB12CDE')).status).toBe(404);
  await caller.call('/control/reset/faults', { method: 'POST' });
  expect((await caller.dvla('AB12CDE')).status).toBe(200);
});

test('an invalid form reports the error and changes nothing', async () => {
  const { path, ...init } = form('/control/faults/dvla', { mode: 'slow', delayMs: 'soon' });
  const page = await caller.call(path, init);
  expect(page.status).toBe(400);
  expect(page.text).toContain('delayMs must be a whole number');
  expect((await caller.call('/control/state')).text).not.toContain('"mode":"slow"');
});

test('user input is escaped', async () => {
  await caller.dvla('<img src=x onerror=alert(1)>');
  const page = await caller.call('/control');
  expect(page.text).not.toContain('<IMG');
  expect(page.text).toContain('&lt;IMG');
});

test.each([
  ['dvla', { mode: 'explode' }],
  ['dvla', {}],
  ['dvla', { mode: 'slow', delayMs: -1 }],
  ['dvla', { mode: 'slow', delayMs: 1e9 }],
  ['dvla', { mode: 'hang', times: 0 }],
  ['dvla', { mode: 'hang', registration: '<b>' }],
  ['dvla', { mode: 'hang', registration: ['AB12CDE'] }],
])('PUT for %s of %j is rejected', async (vendor, body) => {
  const answer = await caller.put(`/control/faults/${vendor}`, body);
  expect([answer.status, typeof getNestedValue(answer.body, 'problem')]).toEqual([400, 'string']);
});

test('an unknown vendor is not found', async () => {
  expect((await caller.put('/control/faults/hpi', { mode: 'slow' })).status).toBe(404);
});

test('calls are counted per vendor and per registration', async () => {
  await caller.dvla('AB12CDE');
  await caller.dvla('FN15FNC');
  await caller.ukvd('VdiCheckFull', 'ab12 cde');
  await caller.dvla('AB12CDE', 'wrong-key');
  const all = (await caller.call('/control/calls')).body;
  expect(getNestedValue(all, 'dvla', 'count')).toBe(3);
  const one = (await caller.call('/control/calls?registration=ab12cde')).body;
  expect(getNestedValue(one, 'dvla')).toEqual({
    count: 1,
    calls: [{ registration: 'AB12CDE', asked: 'vehicle enquiry', at: expect.any(String), status: 200 }],
  });
  expect(getNestedValue(one, 'ukvd', 'calls', 0, 'asked')).toBe('VdiCheckFull');
  await caller.remove('/control/calls');
  expect(getNestedValue((await caller.call('/control/calls')).body, 'dvla')).toEqual({ count: 0, calls: [] });
});

describe('the charges of UK Vehicle Data', () => {
  const billed = async (registration: string) =>
    Object.fromEntries(
      [getNestedValue((await caller.call(`/control/bills?registration=${registration}`)).body, 'ukvd')]
        .flat()
        .map((bill) => [getNestedValue(bill, 'package'), getNestedValue(bill, 'count')]),
    );

  test('include every success, by package and registration, until the calls are cleared', async () => {
    await caller.remove('/control/calls');
    await caller.ukvd('VdiCheckFull', 'AB12CDE');
    await caller.ukvd('VdiCheckFull', 'ab12 cde');
    await caller.ukvd('VdiCheckFull', 'FN15FNC');
    await caller.ukvd('ValuationData', 'AB12CDE');
    await caller.ukvd('VdiCheckFull', 'YA66YYA');
    await caller.ukvd('VdiCheckFull', '123D456');
    expect(await billed('ab12cde')).toEqual({ VehicleData: 0, VdiCheckFull: 2, ValuationData: 1, VehicleImageData: 0 });
    expect(await billed('YA66YYA')).toEqual({ VehicleData: 0, VdiCheckFull: 0, ValuationData: 0, VehicleImageData: 0 });
    expect(getNestedValue((await caller.call('/control/state')).body, 'bills', 1)).toEqual({
      package: 'VdiCheckFull',
      count: 3,
      byRegistration: { AB12CDE: 2, FN15FNC: 1 },
    });
    expect((await caller.call('/control')).text).toContain('VdiCheckFull: 3 (AB12 CDE 2, FN15 FNC 1)');
    await caller.remove('/control/calls');
    expect(await billed('AB12CDE')).toEqual({ VehicleData: 0, VdiCheckFull: 0, ValuationData: 0, VehicleImageData: 0 });
  });

  test('include a lost response, and not one that is never made', async () => {
    await caller.remove('/control/calls');
    const fault = (mode: string) =>
      caller.put('/control/faults/ukvd', { mode, registration: 'AB12CDE', operation: 'VdiCheckFull', times: 1 });
    await fault('answers-lost');
    await expect(caller.ukvd('VdiCheckFull', 'AB12CDE')).rejects.toThrow('fetch failed');
    expect(await billed('AB12CDE')).toMatchObject({ VdiCheckFull: 1 });
    for (const mode of ['drop', 'error-503', 'error-500', 'rate-limit', 'malformed']) {
      await fault(mode);
      await caller.ukvd('VdiCheckFull', 'AB12CDE').catch(() => null);
    }
    expect(await billed('AB12CDE')).toMatchObject({ VdiCheckFull: 1 });
  });
});

describe('a fault of one package', () => {
  afterEach(() => caller.remove('/control/faults'));
  const codeOf = async (packageName: string, registration: string) =>
    getNestedValue((await caller.ukvd(packageName, registration)).body, 'Response', 'StatusCode');

  test('leaves other packages alone, and can be limited to one registration', async () => {
    await caller.put('/control/faults/ukvd', { mode: 'error-503', operation: 'ValuationData' });
    const answer = await caller.put('/control/faults/ukvd', {
      mode: 'not-found',
      operation: 'VdiCheckFull',
      registration: 'fn15 fnc',
    });
    expect(getNestedValue(answer.body, 'faults')).toHaveLength(2);
    expect(await codeOf('VehicleData', 'FN15FNC')).toBe('Success');
    expect(await codeOf('VdiCheckFull', 'FN15FNC')).toBe('ItemNotFound');
    expect(await codeOf('VdiCheckFull', 'AB12CDE')).toBe('Success');
    expect(await codeOf('ValuationData', 'AB12CDE')).toBe('ServiceUnavailable');
    const page = await caller.call('/control');
    expect(page.text).toContain('is down for maintenance (ValuationData)');
    expect(page.text).toContain('says that there is no such record (FN15 FNC, VdiCheckFull)');
    await caller.put('/control/faults/ukvd', { mode: 'ok', operation: 'VdiCheckFull', registration: 'FN15FNC' });
    expect(await codeOf('VdiCheckFull', 'FN15FNC')).toBe('Success');
  });

  test('can be set on the page', async () => {
    const { path, ...init } = form('/control/faults/ukvd', {
      mode: 'error-503',
      operation: 'VdiCheckFull',
      registration: '',
    });
    expect((await caller.call(path, init)).text).toContain('is down for maintenance (VdiCheckFull)');
    expect(await codeOf('VdiCheckFull', 'AB12CDE')).toBe('ServiceUnavailable');
    expect(await codeOf('VehicleData', 'AB12CDE')).toBe('Success');
  });
});

describe('the clock', () => {
  afterEach(() => caller.remove('/control/clock'));
  const aheadMs = async (): Promise<number> => Date.parse((await caller.call('/control/clock')).text) - Date.now();
  const near = (ms: number): number => Math.round(ms / 60_000) * 60_000 + 0;
  const day = 86_400_000;

  test('returns the machine’s time as a plain instant until it is moved', async () => {
    const answer = await caller.call('/control/clock');
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(new Date(answer.text).toISOString()).toBe(answer.text);
    expect(near(await aheadMs())).toBe(0);
  });

  test.each([
    [{ days: 30 }, 30 * day],
    [{ days: -1, hours: -2 }, -day - 7_200_000],
    [{ hours: 3 }, 10_800_000],
  ])('advances by %j', async (body, expected) => {
    expect((await caller.put('/control/clock', body)).status).toBe(200);
    expect(near(await aheadMs())).toBe(expected);
    await caller.put('/control/clock', body);
    expect(near(await aheadMs())).toBe(2 * expected);
    await caller.remove('/control/clock');
    expect(near(await aheadMs())).toBe(0);
  });

  test('also moves the cars’ dates, the calls and the tokens', async () => {
    const token = String(getNestedValue((await caller.token()).body, 'access_token'));
    const history = () => caller.dvsa('AB12CDE', { authorization: `Bearer ${token}`, 'x-api-key': 'sandbox-dvsa-key' });
    const taxDue = async () => getNestedValue((await caller.dvla('TX20DUE')).body, 'taxDueDate');
    expect((await history()).status).toBe(200);
    await caller.put('/control/clock', { instant: '2031-03-01T09:00:00Z' });
    expect(await taxDue()).toBe('2031-03-10');
    expect((await history()).status).toBe(403);
    const calls = (await caller.call('/control/calls?registration=TX20DUE')).body;
    expect(getNestedValue(calls, 'dvla', 'calls', 0, 'at')).toMatch(/^2031-03-01T09:00/);
    expect(getNestedValue((await caller.token({ client_secret: 'wrong' })).body, 'timestamp')).toMatch(
      /^2031-03-01 09:00/,
    );
    const after = String(getNestedValue((await caller.token()).body, 'access_token'));
    await caller.remove('/control/clock');
    expect(after).not.toBe(token);
    expect((await history()).status).toBe(200);
  });

  test('can be moved by the page’s forms, without a script', async () => {
    const send = async (path: string, fields: Record<string, string>) => {
      const { path: address, ...init } = form(path, fields);
      return caller.call(address, init);
    };
    expect((await send('/control/clock', { days: '7' })).text).toContain('7 days ahead of this machine');
    expect((await send('/control/clock', { instant: '2030-05-06T07:08' })).text).toContain(
      'It is 6 May 2030 in London',
    );
    expect((await send('/control/reset/clock', {})).text).toContain('as on this machine');
    const wrong = await send('/control/clock', { days: 'many' });
    expect([wrong.status, wrong.text.includes('days and hours must be whole numbers')]).toEqual([400, true]);
  });

  test.each([
    [{}],
    [null],
    [{ instant: 'soon' }],
    [{ instant: '2030-13-01' }],
    [{ instant: '1999-01-01T00:00:00Z' }],
    [{ instant: '2030-01-01', days: 1 }],
    [{ days: 0.5 }],
    [{ days: 1e9 }],
    [{ hours: '1e' }],
  ])('rejects %j and stays unchanged', async (body) => {
    const answer = await caller.put('/control/clock', body);
    expect([answer.status, typeof getNestedValue(answer.body, 'problem')]).toEqual([400, 'string']);
    expect(near(await aheadMs())).toBe(0);
  });
});

test('one form disturbs Stripe’s webhooks, and another empties its account', async () => {
  const { path, ...init } = form('/control/stripe/webhooks', { duplicates: '2', lossPercent: '', disorder: 'true' });
  const page = await caller.call(path, init);
  expect(page.text).toContain('Stripe’s account and events');
  const settings = async () => getNestedValue((await caller.call('/control/state')).body, 'stripe', 'settings');
  expect(await settings()).toMatchObject({ duplicates: 2, lossPercent: 0, disorder: true, wrongSignature: false });
  const wrong = await caller.call(path, form(path, { duplicates: 'many' }));
  expect([wrong.status, wrong.text.includes('duplicates must be a whole number')]).toEqual([400, true]);
  await caller.call('/control/reset/stripe', { method: 'POST' });
  expect(await settings()).toMatchObject({ duplicates: 0, disorder: false });
});

test('another site’s page cannot inject a fault', async () => {
  const answer = await caller.call('/control/faults/dvla', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ mode: 'drop' }),
  });
  expect(answer.status).toBe(403);
  expect((await caller.dvla('AB12CDE')).status).toBe(200);
});
