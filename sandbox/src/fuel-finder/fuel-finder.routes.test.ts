import { getNestedValue, startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';

let caller: SandboxCaller;
let now = new Date('2026-11-22T10:00:00.000Z');
let token: string;
beforeAll(async () => {
  caller = await startSandboxCaller(() => now);
});
afterAll(() => caller.close());

const post = (path: string, body: object) =>
  caller.call(`/fuel-finder/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const get = (path: string, bearer = token) =>
  caller.call(`/fuel-finder/v1${path}`, { headers: { authorization: `Bearer ${bearer}` } });
const client = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' };

test('a token is issued for the credentials or the refresh token, for an hour', async () => {
  const issued = await post('/oauth/generate_access_token', client);
  expect(issued.body).toMatchObject({ success: true, data: { token_type: 'Bearer', expires_in: 3_600 } });
  token = String(getNestedValue(issued.body, 'data', 'access_token'));
  const refresh_token = getNestedValue(issued.body, 'data', 'refresh_token');
  expect((await get('/pfs?batch-number=1')).status).toBe(200);
  now = new Date(now.getTime() + 3_601_000);
  expect((await get('/pfs?batch-number=1')).status).toBe(401);
  const again = await post('/oauth/regenerate_access_token', { client_id: client.client_id, refresh_token });
  token = String(getNestedValue(again.body, 'data', 'access_token'));
  expect((await get('/pfs?batch-number=1')).status).toBe(200);
  expect((await post('/oauth/generate_access_token', { ...client, client_secret: 'wrong' })).status).toBe(401);
  expect(
    (await post('/oauth/regenerate_access_token', { client_id: client.client_id, refresh_token: 'x' })).status,
  ).toBe(401);
});

test('stations are returned in batches of five hundred until there are no more', async () => {
  const batches = await Promise.all([1, 2, 3].map((number) => get(`/pfs?batch-number=${number}`)));
  expect(batches.map(({ status }) => status)).toEqual([200, 200, 404]);
  const all = batches.slice(0, 2).flatMap(({ body }) => body as { node_id: string; permanent_closure: unknown }[]);
  expect((batches[0]?.body as unknown[]).length).toBe(500);
  expect(new Set(all.map(({ node_id }) => node_id)).size).toBe(all.length);
  expect(all.some(({ permanent_closure }) => permanent_closure === true)).toBe(true);
  expect((await get('/pfs?batch-number=0')).status).toBe(400);
});

test('prices change with the clock, and changes since a day can be requested alone', async () => {
  const cheapest = async () => {
    const { body } = await get('/pfs/fuel-prices?batch-number=1');
    const prices = (body as { fuel_prices: { fuel_type: string; price: number }[] }[])
      .flatMap(({ fuel_prices }) => fuel_prices)
      .filter(({ fuel_type, price }) => fuel_type === 'E10' && price > 100);
    return Math.min(...prices.map(({ price }) => price));
  };
  const before = await cheapest();
  const refreshed = async (instant: string) => {
    now = new Date(instant);
    token = String(getNestedValue((await post('/oauth/generate_access_token', client)).body, 'data', 'access_token'));
  };
  await refreshed('2026-12-20T10:00:00.000Z');
  expect(Math.abs((await cheapest()) - before)).toBeGreaterThan(1);
  const changed = await get('/pfs/fuel-prices?batch-number=1&effective-start-timestamp=2026-12-20');
  const { length } = changed.body as unknown[];
  expect(length).toBeGreaterThan(100);
  expect(length).toBeLessThan(300);
  expect((await get('/pfs/fuel-prices?batch-number=1&effective-start-timestamp=2026-12-21')).status).toBe(404);
  expect((await get('/pfs?batch-number=1&effective-start-timestamp=2026-12-20')).status).toBe(404);
});
