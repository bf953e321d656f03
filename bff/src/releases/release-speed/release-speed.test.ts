import type { PageSpeed } from '@ve/contracts/http/releases/release-speed';
import { publishTestCanary } from '@ve/app/testing/publish-release';
import { webVitalScaleStepOf } from '@ve/domain/releases/vital-scale';
import { createReleaseChannelCookie } from '../../testing/create-channel-cookie.ts';
import {
  postFromOwnPage,
  remoteReleaseFixture,
  shellReleaseFixture,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';

const name = 'mfe-search';
const now = new Date('2026-11-22T12:34:00.000Z');
/** A second app, which a test closes to make it write its counts. */
let app: TestApp;
let first: TestApp;
beforeAll(async () => {
  first = await startTestApp({}, () => now);
});
beforeEach(async () => {
  await first.empty('release_vitals', 'route_vitals');
  app = await startTestApp({}, () => now, { sharing: first });
});
afterEach(() => app.data.remove('release_channels', { channel: 'canary' }));
afterAll(() => first.close());

const readings = { LCP: 1_200, INP: 80, CLS: 0.01, TTFB: 90 };
const speed: PageSpeed = { remote: 'mfe-search@v1', route: '/signup', readings };
const send = async (body: unknown, headers: Record<string, string> = {}) => {
  const answer = await postFromOwnPage(`${app.url}/api/visitor/vitals`, body, headers);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
};
const counted = async (of = name) => {
  await app.close();
  return app.data.all('release_vitals', { name: of }, ['version', 'metric', 'bucket']);
};
const row = (metric: 'LCP' | 'INP' | 'CLS', reading: number, readings = 1, version = 'v1') => ({
  name,
  version,
  metric,
  bucket: webVitalScaleStepOf(metric, reading),
  readingCount: readings,
  hour: new Date('2026-11-22T12:00:00Z'),
});

it('counts readings by release, hour and step', async () => {
  await send(speed);
  await send({ ...speed, readings: { LCP: 1_201 } });
  await send({ ...speed, readings: { LCP: 9_000 } });
  expect(await counted()).toEqual([row('CLS', 0.01), row('INP', 80), row('LCP', 1_200, 2), row('LCP', 9_000)]);
});

it('counts five pages an hour of a client, by name and by route, so that no one client decides what is shown', async () => {
  await app.close();
  app = await startTestApp({ TRUST_PROXY: '1' }, () => now, { sharing: first });
  const one = { ...speed, readings: { INP: 80 } };
  for (let page = 0; page < 7; page += 1) await send(one, { 'x-forwarded-for': '203.0.113.7' });
  await send({ ...one, route: '/' }, { 'x-forwarded-for': '203.0.113.7' });
  await send(one, { 'x-forwarded-for': '203.0.113.8' });
  expect(await counted()).toEqual([row('INP', 80, 6)]);
  expect(await app.data.all('route_vitals', {}, ['route'])).toMatchObject([
    { route: '/', readingCount: 1 },
    { route: '/signup', readingCount: 6 },
  ]);
});

it('counts the canary’s readings only from visitors who are served it', async () => {
  await publishTestCanary(first.em(), remoteReleaseFixture(name, 'v2', ['/', '/signup']), 50, now);
  const ofCanary = { remote: 'mfe-search@v2', readings: { INP: 80 } };
  const cookies = [true, false].map((isIn) => createReleaseChannelCookie(first, { name, share: 50, isIn }));
  for (const cookie of await Promise.all(cookies)) await send(ofCanary, { cookie });
  await send(ofCanary);
  expect(await counted()).toEqual([row('INP', 80, 1, 'v2')]);
});

it('counts the same readings under the version of the shell that each visitor is served', async () => {
  await publishTestCanary(first.em(), { ...shellReleaseFixture, version: 's2' }, 50, now);
  const cookies = [true, false, false].map((isIn) =>
    createReleaseChannelCookie(first, { name: 'shell', share: 50, isIn }),
  );
  for (const cookie of await Promise.all(cookies)) await send({ ...speed, readings: { INP: 80 } }, { cookie });
  const ofShell = (version: string, readings: number) => ({ ...row('INP', 80, readings, version), name: 'shell' });
  expect(await counted('shell')).toEqual([ofShell(shellReleaseFixture.version, 2), ofShell('s2', 1)]);
  const readings = await first.data.values('release_vitals', 'readingCount', { name });
  expect(readings.reduce((sum, count) => sum + count, 0)).toBe(3);
});

it.each<[string, unknown, Record<string, string>]>([
  ['of an unknown release', { ...speed, remote: 'mfe-search@v9' }, {}],
  ['of the shell', { ...speed, remote: 'shell@s1' }, {}],
  ['below zero', { ...speed, readings: { LCP: -1 } }, {}],
  ['above ten minutes', { ...speed, readings: { INP: 600_001 } }, {}],
  ['as text', { ...speed, readings: { CLS: 'fast' } }, {}],
  ['without a body', '', {}],
  ['from another site', speed, { 'sec-fetch-site': 'cross-site', origin: 'https://other.test' }],
  ['of more than a kilobyte', { ...speed, more: 'x'.repeat(2_000) }, {}],
  ['of a robot', speed, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['of a route of more than 200 characters', { ...speed, route: `/${'a'.repeat(200)}` }, {}],
  ['of routes', { ...speed, route: ['/signup'] }, {}],
])('counts no readings %s', async (_what, body, headers) => {
  await send(body, headers);
  expect(await counted()).toEqual([]);
  expect(await app.data.all('release_vitals')).toEqual([]);
  expect(await app.data.all('route_vitals')).toEqual([]);
});

describe('by route', () => {
  const routes = async () => {
    await app.close();
    return app.data.all('route_vitals', {}, ['version', 'route', 'metric', 'bucket']);
  };
  const ofRoute = (metric: keyof typeof readings, reading: number, given: object = {}) => ({
    day: '2026-11-22',
    route: '/signup',
    name,
    version: 'v1',
    channel: 'stable',
    metric,
    bucket: webVitalScaleStepOf(metric, reading),
    readingCount: 1,
    ...given,
  });

  it('counts readings by day, release and channel, with the time to the first byte', async () => {
    await send(speed);
    await send({ ...speed, readings: { LCP: 1_201 } });
    await send({ ...speed, route: '/', readings: { LCP: 9_000 } });
    expect(await routes()).toEqual([
      ofRoute('LCP', 9_000, { route: '/' }),
      ofRoute('CLS', 0.01),
      ofRoute('INP', 80),
      ofRoute('LCP', 1_200, { readingCount: 2 }),
      ofRoute('TTFB', 90),
    ]);
  });

  it('counts a canary as one', async () => {
    await publishTestCanary(first.em(), remoteReleaseFixture(name, 'v2', ['/', '/signup']), 50, now);
    const cookie = await createReleaseChannelCookie(first, { name, share: 50, isIn: true });
    await send({ ...speed, remote: 'mfe-search@v2', readings: { INP: 80 } }, { cookie });
    expect(await routes()).toEqual([ofRoute('INP', 80, { version: 'v2', channel: 'canary' })]);
  });

  it.each([
    ['an address with a query', '/signup?reg=AB12CDE'],
    ['an address in another spelling', '/SIGNUP'],
    ['a route of another remote', '/report'],
    ['an unknown route', '/wp-login'],
    ['no route', undefined],
  ])('counts %s for its release alone', async (_what, route) => {
    await send({ remote: speed.remote, readings: { INP: 80 }, ...(route === undefined ? {} : { route }) });
    expect(await counted()).toEqual([row('INP', 80)]);
    expect(await app.data.all('route_vitals')).toEqual([]);
  });
});
