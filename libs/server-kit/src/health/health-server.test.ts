import { type HealthServer, startHealthServer } from './health-server.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { checkReadiness } from './readiness-result.ts';

describe('startHealthServer', () => {
  let server: HealthServer;
  let databaseAnswers = true;
  beforeEach(async () => {
    databaseAnswers = true;
    server = await startHealthServer({
      host: '127.0.0.1',
      port: 0,
      checks: { database: () => (databaseAnswers ? Promise.resolve() : Promise.reject(new Error('password=hunter2'))) },
      metrics: () => Promise.resolve('jobs_total 1\n'),
    });
  });
  afterEach(() => server.close());

  it('is alive, is ready and serves its metrics', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/readyz?x=1`)).json()).toEqual({ ready: true, checks: { database: 'ok' } });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toBe('jobs_total 1\n');
    expect((await fetch(`${server.url}/other`)).status).toBe(404);
  });

  it('is alive but not ready when a check fails, without giving the reason', async () => {
    databaseAnswers = false;
    const answer = await fetch(`${server.url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain('hunter2');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('is not ready while it drains', async () => {
    server.drain();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  });
});

it('treats a check that never settles as failed', async () => {
  expect(await checkReadiness({ stuck: () => new Promise(() => undefined) }, 20)).toEqual({
    ready: false,
    checks: { stuck: 'failed' },
  });
});

it.each([
  ['127.0.0.1', {}, true],
  ['::1', {}, true],
  ['10.0.0.7', {}, false],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, false],
  ['127.0.0.1', { forwarded: 'for=203.0.113.9' }, false],
  [undefined, {}, false],
])('whether %s with headers %j may read metrics: %s', (address, headers, allowed) => {
  expect(mayReadMetrics(address, headers)).toBe(allowed);
});
