import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { listPageSpeedsEndpoint, PageSpeeds } from '@ve/contracts/http/operations/admin-page-speeds';
import { addRouteReadings, type RouteReadingCount } from '@ve/data/releases/release-health/route-vital.repository';
import { webVitalAtP75, webVitalScaleStepOf } from '@ve/domain/releases/vital-scale';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** Half past midnight in London, which is the day before in UTC. */
const now = new Date('2026-06-21T23:30:00.000Z');
let app: TestApp;
let headers: { cookie: string };
beforeAll(async () => {
  app = await startTestApp({}, () => now);
  const session = { email: 'sam.staff@example.com', openedBy: 'password-totp' } as const;
  headers = { cookie: `session=${await createTestSession(app, { ...session, roles: ['admin'] })}` };
});
beforeEach(() => app.empty('route_vitals'));
afterAll(() => app.close());

const counted = (metric: RouteReadingCount['metric'], reading: number, given: Partial<RouteReadingCount> = {}) => ({
  day: '2026-06-22' as const,
  route: '/report',
  name: 'mfe-report',
  version: 'v1',
  channel: 'stable' as const,
  metric,
  step: webVitalScaleStepOf(metric, reading),
  readingCount: 1,
  ...given,
});
const ask = (query: string) => fetch(`${app.url}/api/admin/page-speeds${query}`, { headers });
const routes = async (query = '?days=7') => {
  const answer = await ask(query);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as EndpointAnswerBody<typeof listPageSpeedsEndpoint>).routes;
};
const none = { p75: null, readings: 0 };
const speeds = (given: Partial<PageSpeeds>): PageSpeeds => ({ LCP: none, INP: none, CLS: none, TTFB: none, ...given });

it('has nothing before the first page was measured', async () => {
  expect(await routes()).toEqual([]);
});

it('returns p75 of each route, over all of its releases and of each', async () => {
  await addRouteReadings(app.em(), [
    counted('LCP', 900, { readingCount: 6 }),
    counted('LCP', 4_000, { readingCount: 1 }),
    counted('LCP', 4_000, { version: 'v2', channel: 'canary', readingCount: 2 }),
    counted('TTFB', 100, { version: 'v2', channel: 'canary', readingCount: 2 }),
    counted('CLS', 0, { route: '/blog/:id', name: 'mfe-content', readingCount: 20 }),
  ]);
  expect(await routes()).toEqual([
    {
      route: '/blog/:id',
      speeds: speeds({ CLS: { p75: 0, readings: 20 } }),
      releases: [
        { name: 'mfe-content', version: 'v1', channel: 'stable', speeds: speeds({ CLS: { p75: 0, readings: 20 } }) },
      ],
    },
    {
      route: '/report',
      speeds: speeds({ LCP: { p75: 4_132, readings: 9 }, TTFB: { p75: 106, readings: 2 } }),
      releases: [
        { name: 'mfe-report', version: 'v1', channel: 'stable', speeds: speeds({ LCP: { p75: 933, readings: 7 } }) },
        {
          name: 'mfe-report',
          version: 'v2',
          channel: 'canary',
          speeds: speeds({ LCP: { p75: 4_132, readings: 2 }, TTFB: { p75: 106, readings: 2 } }),
        },
      ],
    },
  ]);
});

it('adds up what several processes counted, by calendar day in London', async () => {
  await Promise.all(
    [1, 2, 3].map((readingCount) => addRouteReadings(app.em(), [counted('INP', 80, { readingCount })])),
  );
  await addRouteReadings(app.em(), [counted('INP', 80, { day: '2026-06-21', readingCount: 10 })]);
  await addRouteReadings(app.em(), [counted('INP', 80, { day: '2026-06-15', readingCount: 100 })]);
  const readings = async (query: string) => (await routes(query)).map((route) => route.speeds.INP.readings);
  expect(await readings('?days=1')).toEqual([6]);
  expect(await readings('?days=7')).toEqual([16]);
  expect(await readings('?days=28')).toEqual([116]);
});

it('returns the ten newest releases of a route, and none of an older one that was measured more', async () => {
  const older = { day: '2026-06-21', version: 'older', readingCount: 1_000 } as const;
  await addRouteReadings(
    app.em(),
    [older, ...Array.from({ length: 10 }, (_, index) => ({ version: `v${index}`, readingCount: index + 1 }))].map(
      (given) => counted('INP', 80, given),
    ),
  );
  const [route] = await routes();
  expect(route?.releases.map(({ version }) => version)).toEqual(
    Array.from({ length: 10 }, (_, index) => `v${9 - index}`),
  );
  expect(route?.speeds.INP.readings).toBe(1_055);
});

it('has p75 of every metric in the step of the third quarter', async () => {
  const readings = [300, 400, 500, 9_000];
  await addRouteReadings(
    app.em(),
    readings.map((reading) => counted('LCP', reading)),
  );
  const [route] = await routes();
  expect(route?.speeds.LCP).toEqual({
    p75: webVitalAtP75(
      'LCP',
      readings.map((reading) => ({ step: webVitalScaleStepOf('LCP', reading), readingCount: 1 })),
    ),
    readings: 4,
  });
});

it('returns the hundred routes that were measured most', async () => {
  await addRouteReadings(
    app.em(),
    Array.from({ length: 101 }, (_, index) => counted('INP', 80, { route: `/${index}`, readingCount: index + 1 })),
  );
  const all = (await routes()).map(({ route }) => route);
  expect([all.length, all[0], all.at(-1)]).toEqual([100, '/100', '/1']);
});

it('returns the ten releases of a day that were measured most', async () => {
  await addRouteReadings(
    app.em(),
    Array.from({ length: 12 }, (_, index) => counted('INP', 80, { version: `v${index}`, readingCount: index + 1 })),
  );
  const [route] = await routes();
  expect(route?.releases.map(({ version }) => version)).toEqual(
    Array.from({ length: 10 }, (_, index) => `v${11 - index}`),
  );
  expect(route?.speeds.INP.readings).toBe(78);
});

it.each(['', '?days=365', '?days=7;drop', '?days=7&days=1'])('refuses the query %j', async (query) => {
  expect((await ask(query)).status).toBe(400);
});

it('is for staff alone', async () => {
  expect((await fetch(`${app.url}/api/admin/page-speeds?days=7`)).status).toBe(401);
});
