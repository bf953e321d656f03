import { createLogger } from '../log/logger.ts';
import { startMetricsServer } from './metrics-server.ts';

const logger = createLogger({ name: 'test', level: 'silent', format: 'json' });
const here = { METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' };

it('serves the metrics and nothing else, from one reading for scrapes at the same moment', async () => {
  const reading = Promise.withResolvers<string>();
  let readings = 0;
  const server = await startMetricsServer(here, {
    logger,
    read: () => {
      readings += 1;
      return reading.promise;
    },
  });
  const url = server?.url ?? '';
  const scrapes = [fetch(`${url}/metrics`), fetch(`${url}/metrics?x=1`)];
  for (const path of ['/', '/healthz', '/readyz', '/mails']) expect((await fetch(`${url}${path}`)).status).toBe(404);
  reading.resolve('jobs_total 1\n');
  for (const response of await Promise.all(scrapes)) {
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await response.text()).toBe('jobs_total 1\n');
  }
  expect(readings).toBe(1);
  await server?.close();
});

it('answers 503 without a reason when the metrics cannot be read, and recovers', async () => {
  let fails = true;
  const server = await startMetricsServer(here, {
    logger,
    read: () => (fails ? Promise.reject(new Error('password=hunter2')) : Promise.resolve('jobs_total 2\n')),
  });
  const response = await fetch(`${server?.url ?? ''}/metrics`);
  expect([response.status, await response.text()]).toEqual([503, '']);
  fails = false;
  expect(await (await fetch(`${server?.url ?? ''}/metrics`)).text()).toBe('jobs_total 2\n');
  await server?.close();
});

it('does not listen without a port', async () => {
  expect(
    await startMetricsServer({ METRICS_HOST: '127.0.0.1' }, { logger, read: () => Promise.resolve('') }),
  ).toBeNull();
});
