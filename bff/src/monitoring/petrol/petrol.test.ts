import { nearbyPetrolPricesSchema } from '@ve/contracts/http/monitoring/watch';
import { createTestMember, type TestMember } from '../../testing/members.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let member: TestMember;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
beforeAll(async () => {
  app = await startTestApp();
  member = await createTestMember(app);
  await app.data.add('watches', { userId: member.userId });
  const stations = [
    ['near', 51.5135, false],
    ['cheap', 51.5435, false],
    ['shut', 51.5136, true],
    ['far', 51.6635, false],
    ['silent', 51.5137, false],
  ] as const;
  for (const [id, latitude, closed] of stations) {
    await app.data.add('fuel_stations', {
      nodeId: id,
      name: `Station ${id}`,
      brand: null,
      address: '1 Whitehall',
      postcode: 'SW1A 2AA',
      latitude,
      longitude: -0.1277,
      motorway: false,
      supermarket: true,
      temporarilyClosed: closed,
    });
  }
  const prices = [
    ['near', 1_399, 1],
    ['cheap', 1_299, 2 * 24],
    ['shut', 999, 1],
    ['far', 1_199, 1],
    ['silent', 1_000, 31 * 24],
  ] as const;
  for (const [id, tenths, hours] of prices) {
    await app.data.add('fuel_prices', { nodeId: id, fuel: 'E10', tenthsPerLitre: tenths, reportedAt: hoursAgo(hours) });
  }
});
afterAll(() => app.close());

const ask = async (query: string, headers: Record<string, string> = member.headers) => {
  const answer = await fetch(`${app.url}/api/watch/petrol?${query}`, { headers });
  return { status: answer.status, body: (await answer.json()) as unknown };
};
const nearby = async (query: string) => nearbyPetrolPricesSchema.parse((await ask(query)).body);
const readHoursAgo = async (hours: number) => {
  await app.data.remove('file_imports', { name: 'fuel' });
  await app.data.add('file_imports', { name: 'fuel', fetchedAt: hoursAgo(hours) });
};

it('reports that no postcode is set, then that prices were never read, or too long ago', async () => {
  expect(await nearby('fuel=E10')).toEqual({ outcome: 'no-postcode' });
  await app.data.set(
    'watches',
    { postcode: 'SW1A 2AA', latitude: 51.5035, longitude: -0.1277 },
    { userId: member.userId },
  );
  expect(await nearby('fuel=E10')).toEqual({ outcome: 'not-read' });
  await readHoursAgo(49);
  expect(await nearby('fuel=E10')).toEqual({ outcome: 'not-read' });
});

it('lists open stations with a recent price, each with its distance and when the price was reported', async () => {
  await readHoursAgo(1);
  const found = await nearby('fuel=E10');
  if (found.outcome !== 'found') throw new Error(found.outcome);
  expect(found.postcode).toBe('SW1A 2AA');
  expect(Date.now() - Date.parse(found.readAt)).toBeGreaterThan(3_500_000);
  expect(
    found.stations.map(({ id, pencePerLitreTenths, milesTenths }) => [id, pencePerLitreTenths, milesTenths]),
  ).toEqual([
    ['cheap', 1_299, 28],
    ['near', 1_399, 7],
  ]);
  expect(found.stations[0]).toMatchObject({ name: 'Station cheap', supermarket: true, closed: false });
  const ids = async (query: string) => {
    const answer = await nearby(query);
    return answer.outcome === 'found' ? answer.stations.map(({ id }) => id) : answer.outcome;
  };
  expect(await ids('fuel=E10&order=distance')).toEqual(['near', 'cheap']);
  expect(await ids('fuel=E10&miles=1')).toEqual(['near']);
  expect(await ids('fuel=E10&miles=25')).toEqual(['far', 'cheap', 'near']);
  expect(await ids('fuel=HVO')).toEqual([]);
});

it('requires a running membership', async () => {
  const lapsed = await createTestMember(app, {
    status: 'canceled',
    trialEndsAt: new Date(0),
    currentPeriodEnd: new Date(0),
  });
  expect((await ask('fuel=E10', lapsed.headers)).body).toEqual({ outcome: 'not-member' });
  expect((await ask('fuel=E10', {})).status).toBe(401);
});

it.each(['', 'fuel=LPG', 'fuel=E10&miles=0', 'fuel=E10&miles=26', 'fuel=E10&miles=1e9', 'fuel=E10&order=name'])(
  'refuses %p',
  async (query) => {
    expect((await ask(query)).status).toBe(400);
  },
);
