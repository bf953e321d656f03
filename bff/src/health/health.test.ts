import { connect, createServer, type Server, type Socket } from 'node:net';
import { publishTestRelease } from '@ve/app/testing/publish-release';
import { connectDatabase } from '@ve/data/kernel/database';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { personalLabelValues } from '@ve/server-kit/health/testing/personal-label-values';
import { readConfig } from '@ve/server-kit/config/read-config';
import { createLogger } from '@ve/server-kit/log/logger';
import { configSchema } from '../config.ts';
import { createBffApplication } from '../create-app.ts';
import { BffDatabase } from '../platform/database.ts';
import { BffMetrics } from '../platform/metrics.ts';
import { postFromOwnPage, shellReleaseFixture, startTestApp } from '../testing/test-app.ts';
import { unreachableVendorEnv } from '../testing/unreachable-vendor-env.ts';

it('is alive, is ready, and counts requests by route', async () => {
  const app = await startTestApp();
  expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({
    ready: true,
    checks: { database: 'ok', shell: 'ok' },
  });
  await fetch(`${app.url}/api/vehicle-fetches/abc`);
  for (const path of ['AB12CDE', 'ann@example.com', 'pi_123456789', '8a1b3c5d-0000-4000-8000-000000000000'])
    await fetch(`${app.url}/report/${path}?reg=AB12CDE`, { method: 'PROPFIND' });
  await fetch(`${app.url}/api/reports/AB12CDE`);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(personalLabelValues(metrics)).toEqual([]);
  expect(metrics).toContain('route="/api/vehicle-fetches/:id",status="404"');
  // A counter that begins with its first event shows no increase.
  for (const series of [
    'http_connections_ended_total{why="pipelined"}',
    'payment_confirmations_total{result="declined"}',
    'staff_sign_ins_total{step="password",result="refused"}',
    'vehicle_fetch_refusals_total{reason="busy"}',
  ])
    expect(metrics).toContain(`${series} 0\n`);
  expect((await fetch(`${app.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404);
  await app.close();
});

describe('while the database is down', () => {
  /** Starts a TCP proxy to the database that can be cut. */
  const openWay = async ({ hostname, port: targetPort }: URL) => {
    const onwards = { host: hostname, port: Number(targetPort || 5432) };
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      const onward = connect(onwards);
      for (const end of [socket, onward]) sockets.add(end.on('error', () => undefined));
      socket.pipe(onward).pipe(socket);
      socket.on('close', () => onward.destroy());
      onward.on('close', () => socket.destroy());
    });
    const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await listen(0);
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const cut = async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    };
    return { port, cut, repair: () => listen(port) };
  };

  it('answers 503 with Retry-After, stays alive, recovers, and is ready to serve pages that it has read', async () => {
    const database = await createTestDatabase();
    const target = new URL(database.url);
    const way = await openWay(target);
    target.hostname = '127.0.0.1';
    target.port = String(way.port);
    const connection = await connectDatabase({ url: target.toString(), poolSize: 4 });
    const config = readConfig(configSchema, {
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: target.toString(),
      ...unreachableVendorEnv,
    });
    const logger = createLogger({
      name: 'bff',
      level: 'silent',
      format: 'json',
      destination: { write: () => undefined },
    });
    const app = await createBffApplication({
      config,
      logger,
      database: new BffDatabase(connection),
      metrics: new BffMetrics(),
      clock: () => new Date(),
    });
    const url = await app.listen();
    const ask = () =>
      postFromOwnPage(`${url}/api/fetch-vehicle-data`, { registration: 'DB12DWN', datapackage: 'VehicleData' });
    expect((await ask()).status).toBe(202);

    await way.cut();
    for (const answer of [
      await ask(),
      await fetch(`${url}/api/remotes`),
      await fetch(`${url}/api/vehicle-lookup?reg=DB12DWN`),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await answer.json()).toMatchObject({ code: 'service-unavailable' });
    }
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/`, { headers: { accept: 'text/html' } })).status).toBe(503);
    expect((await postFromOwnPage(`${url}/api/error-logs`, {})).status).toBe(204);

    await way.repair();
    expect((await ask()).status).toBe(202);
    await publishTestRelease(connection.em.fork(), shellReleaseFixture, 'test', new Date());
    expect((await fetch(`${url}/readyz?exclude=database`)).status).toBe(200);
    await way.cut();
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/readyz?exclude=database`)).status).toBe(200);
    await app.close();
    await connection.close(true);
    await database.drop();
  });
});
