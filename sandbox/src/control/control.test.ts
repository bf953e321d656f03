import { plans } from '../fleet/fleet.ts';
import { asOnPlate } from '../registration.ts';
import { dig, startCaller, type Caller } from '../testing/caller.ts';

let caller: Caller;
beforeAll(async () => {
  caller = await startCaller();
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
  for (const words of ['DVLA Vehicle Enquiry', 'DVSA MOT History', 'UK Vehicle Data'])
    expect(page.text).toContain(words);
  for (const plan of plans) expect(page.text).toContain(asOnPlate(plan.registration));
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
  expect(page.text).toContain('has no record of any vehicle (AB12 CDE, 3 more times)');
  expect((await caller.dvla('AB12CDE')).status).toBe(404);
  await caller.call('/control/reset/faults', { method: 'POST' });
  expect((await caller.dvla('AB12CDE')).status).toBe(200);
});

test('a wrong form says what is wrong and changes nothing', async () => {
  const { path, ...init } = form('/control/faults/dvla', { mode: 'slow', delayMs: 'soon' });
  const page = await caller.call(path, init);
  expect(page.status).toBe(400);
  expect(page.text).toContain('delayMs must be a whole number');
  expect((await caller.call('/control/state')).text).not.toContain('"mode":"slow"');
});

test('what callers send is shown as text only', async () => {
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
])('PUT for %s of %j is refused', async (vendor, body) => {
  const answer = await caller.put(`/control/faults/${vendor}`, body);
  expect([answer.status, typeof dig(answer.body, 'problem')]).toEqual([400, 'string']);
});

test('an unknown vendor is not found', async () => {
  expect((await caller.put('/control/faults/hpi', { mode: 'slow' })).status).toBe(404);
});

test('calls are counted for each vendor, and for one registration', async () => {
  await caller.dvla('AB12CDE');
  await caller.dvla('FN15FNC');
  await caller.ukvd('VdiCheckFull', 'ab12 cde');
  await caller.dvla('AB12CDE', 'wrong-key');
  const all = (await caller.call('/control/calls')).body;
  expect(dig(all, 'dvla', 'count')).toBe(3);
  const one = (await caller.call('/control/calls?registration=ab12cde')).body;
  expect(dig(one, 'dvla')).toEqual({
    count: 1,
    calls: [{ registration: 'AB12CDE', asked: 'vehicle enquiry', at: expect.any(String), status: 200 }],
  });
  expect(dig(one, 'ukvd', 'calls', 0, 'asked')).toBe('VdiCheckFull');
  await caller.remove('/control/calls');
  expect(dig((await caller.call('/control/calls')).body, 'dvla')).toEqual({ count: 0, calls: [] });
});

test('another site’s page cannot turn a fault on', async () => {
  const answer = await caller.call('/control/faults/dvla', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ mode: 'drop' }),
  });
  expect(answer.status).toBe(403);
  expect((await caller.dvla('AB12CDE')).status).toBe(200);
});
