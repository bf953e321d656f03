import { TestBrowser } from '../../testing/browser.ts';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { AudienceProbeModule } from '../../testing/audience-probes.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const secret = 'secret of this machine';
let now = Date.parse('2026-11-21T12:00:00.000Z');
let app: TestApp;
let without: TestApp;
beforeAll(async () => {
  const clock = () => new Date(now);
  app = await startTestApp({ LOCAL_ADMIN_SECRET: secret }, clock, { more: [AudienceProbeModule] });
  without = await startTestApp({}, clock, { more: [AudienceProbeModule] });
});
afterAll(() => Promise.all([app.close(), without.close()]));

const local = { 'x-local-admin': 'true' };
const status = async (browser: TestBrowser) => (await browser.call('GET', '/api/probe/staff')).status;
const open = (browser: TestBrowser, given = secret) => browser.outcome('/api/admin/break-glass', { secret: given });
const possible = async (browser: TestBrowser) => (await browser.call('GET', '/api/admin/break-glass')).json();
const session = async (browser: TestBrowser) => (await browser.call('GET', '/api/session')).json();

it('opens for an hour with the secret, from loopback, on request, and is audited', async () => {
  const browser = new TestBrowser(app, { ...local });
  expect(await possible(browser)).toEqual({ possible: true });
  expect(await open(browser, 'another secret')).toEqual({ outcome: 'refused' });
  expect(await status(browser)).toBe(401);
  expect(await open(browser)).toEqual({ outcome: 'opened' });
  expect(await status(browser)).toBe(200);
  expect(await session(browser)).toEqual({ user: null, staff: 'local' });

  delete browser.headers['x-local-admin'];
  expect(await status(browser)).toBe(401);
  expect(await session(browser)).toEqual({ user: null });

  browser.headers['x-local-admin'] = 'true';
  browser.headers['x-forwarded-for'] = '192.0.2.1';
  expect(await status(browser)).toBe(401);
  delete browser.headers['x-forwarded-for'];

  now += 3_600_000 - 1;
  expect(await status(browser)).toBe(200);
  now += 1;
  expect(await status(browser)).toBe(401);
  expect(await app.data.all('audit_log', { actor: notEqualCondition('test') })).toMatchObject([
    { actor: 'Local Admin', actorUserId: null, action: 'break-glass.opened' },
  ]);
});

it('counts a wrong secret and warns about it, without the secret', async () => {
  const before = app.logLines.length;
  const browser = new TestBrowser(app, { ...local });
  expect(await open(browser, 'guess of a stranger')).toEqual({ outcome: 'refused' });
  const lines = app.logLines.slice(before);
  const warning = lines.find((line) => line.includes('staff_sign_in_refused')) ?? '{}';
  expect(JSON.parse(warning)).toMatchObject({ level: 40, step: 'break-glass', result: 'refused' });
  expect(lines.join('')).not.toContain('guess of a stranger');
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).toMatch(/^staff_sign_ins_total\{step="break-glass",result="refused"\} \d+$/m);
});

it('ends with Sign Out', async () => {
  const browser = new TestBrowser(app, { ...local });
  await open(browser);
  const cookie = browser.cookies.get('ve-local-admin') ?? '';
  expect((await browser.call('DELETE', '/api/session')).status).toBe(204);
  browser.cookies.set('ve-local-admin', cookie);
  expect(await status(browser)).toBe(401);
});

it('is not available without the secret, or through a proxy; the header alone counts as a visitor’s', async () => {
  const plain = new TestBrowser(without, { ...local });
  expect(await possible(plain)).toEqual({ possible: false });
  expect((await plain.send('/api/admin/break-glass', { secret })).status).toBe(404);
  expect(await status(plain)).toBe(401);
  const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'];
  for (const header of [...forwarding, 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']) {
    const proxied = new TestBrowser(app, { ...local, [header]: '192.0.2.1' });
    expect(await possible(proxied)).toEqual({ possible: false });
    expect((await proxied.send('/api/admin/break-glass', { secret })).status).toBe(404);
  }
});
