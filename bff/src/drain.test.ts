import { finishTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { postFromOwnPage, startTestApp, type TestApp } from './testing/test-app.ts';

const ask = (url: string) =>
  postFromOwnPage(`${url}/api/fetch-vehicle-data`, { registration: 'DR12ANE', datapackage: 'VehicleData' });

const rowOf = async (app: TestApp, registration: string): Promise<{ id: string }> => {
  for (;;) {
    const [row] = await app.data.all('vehicle_fetches', { registration });
    if (row) return row;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

it('answers and streams as before while it drains, but is not ready and keeps no connection', async () => {
  const app = await startTestApp();
  const { events } = (await (await ask(app.url)).json()) as { events: string };
  const stream = await fetch(app.url + events);
  const { id } = await rowOf(app, 'DR12ANE');
  const before = await fetch(`${app.url}/api/remotes`);
  app.drain();
  const [ready, alive, remotes] = await Promise.all(
    ['/readyz', '/healthz', '/api/remotes'].map((path) => fetch(app.url + path)),
  );
  expect([ready?.status, alive?.status, remotes?.status]).toEqual([503, 200, 200]);
  expect(await ready?.json()).toEqual({ ready: false, checks: { database: 'ok', shell: 'ok' } });
  expect([before, remotes].map((answer) => answer?.headers.get('connection'))).toEqual(['keep-alive', 'close']);
  await finishTestVehicleFetch(app.em(), id, { outcome: 'not-found' });
  expect(await stream.text()).toContain('"outcome":"not-found"');
  await app.close();
});

it('ends event streams and lets running requests finish when it closes', async () => {
  const app = await startTestApp();
  const { events } = (await (await ask(app.url)).json()) as { events: string };
  const reader = (await fetch(app.url + events)).body?.getReader();
  const lookup = fetch(`${app.url}/api/vehicle-lookup?reg=DR12ANF`);
  const { id } = await rowOf(app, 'DR12ANF');
  const started = Date.now();
  const closed = app.close();
  // Finish it immediately: waiting for the stream's end first would use up the grace period on a busy machine.
  await finishTestVehicleFetch(app.em(), id, { outcome: 'not-found' });
  for (let done = false; !done;) done = (await reader?.read())?.done ?? true;
  expect(await (await lookup).json()).toMatchObject({ outcome: 'not-found' });
  await closed;
  expect(Date.now() - started).toBeLessThan(9_000);
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow();
});

it('does not wait twelve seconds for a fetch that no worker processes', async () => {
  const app = await startTestApp();
  const waiting = fetch(`${app.url}/api/vehicle-lookup?reg=DR12ANE`);
  await rowOf(app, 'DR12ANE');
  const started = Date.now();
  await app.close();
  expect(await (await waiting).json()).toMatchObject({ outcome: 'unavailable' });
  expect(Date.now() - started).toBeLessThan(9_000);
});
