import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { listWatchEvents } from '@ve/data/alerts/watch-event.repository';
import { listWatchStates } from '@ve/data/alerts/watch-state.repository';
import { storePrices, storeStations } from '@ve/data/places/fuel-price.repository';
import { replaceCampaigns } from '@ve/data/places/recall-campaign.repository';
import { emptyTables } from '@ve/data/testing/empty-tables';
import { insertMember } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { changeWatch, ensureWatch } from '@ve/data/watch/watch.repository';
import type { Campaign } from '@ve/domain/recall/campaign';
import { recordOf } from '@ve/domain/testing/vehicle-records';
import { createPlacesLooks } from './alerts/look-places.ts';
import { createLookHandler } from './alerts/look.handler.ts';
import { contextFor } from './testing/context-for.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const registration = 'AB12CDE';
let now: Date;
let userId: string;
beforeEach(async () => {
  now = new Date('2026-11-22T10:00:00.000Z');
  await emptyTables(
    em(),
    'users',
    'vehicles',
    'mails',
    'texts',
    'outbox',
    'file_imports',
    'recall_campaigns',
    'fuel_stations',
  );
  ({ userId } = await insertMember(em(), now));
  await ensureWatch(em(), userId, now);
  const record = recordOf({
    registration,
    testing: { make: 'FORD', model: 'FOCUS', manufactureDate: '2012-04-03' },
    licensing: { fuelType: 'PETROL', yearOfManufacture: 2012 },
  });
  await em().execute('insert into vehicles (registration, record, fetched_at) values (?, ?::jsonb, ?)', [
    registration,
    JSON.stringify(record),
    now,
  ]);
});

const looks = createPlacesLooks();
/** A look two days later, when it is due at whatever hour, at lists that were read an hour before, or earlier. */
const look = async (aspect: 'recalls' | 'petrol', readHoursAgo = 1) => {
  now = new Date(now.getTime() + 2 * 86_400_000);
  const readAt = new Date(now.getTime() - readHoursAgo * 3_600_000);
  await em().execute(
    `insert into file_imports (name, read_at) values (?, ?) on conflict (name) do update set read_at = excluded.read_at`,
    [aspect === 'recalls' ? 'recalls' : 'fuel', readAt],
  );
  await createLookHandler(looks)({ userId, aspect, correlationId: 'c' }, contextFor({ orm: db.orm, now: () => now }));
  return (await listWatchStates(em(), userId, registration)).find((state) => state.aspect === aspect);
};
const events = async () => (await listWatchEvents(em(), userId, { before: null, limit: 20 })).map(({ facts }) => facts);

const campaign = (number: string, changes: Partial<Campaign> = {}): Campaign => ({
  ...{ number, make: 'FORD', model: 'FOCUS', launchedOn: '2019-01-01', concern: 'Latch', defect: 'It may open' },
  ...{ remedy: 'Replace', affected: 1, vins: [], builds: [{ from: '2012-01-01', until: '2012-12-31' }], ...changes },
});

it('a new campaign that may apply is told once, and no other', async () => {
  await replaceCampaigns(em(), [campaign('R/2019/001')]);
  await look('recalls');
  const others = [
    campaign('R/2026/002', { model: 'FIESTA' }),
    campaign('R/2026/003', { builds: [{ from: '2013-01-01', until: null }] }),
    campaign('RTW/2026/004', { model: 'ALL' }),
  ];
  await replaceCampaigns(em(), [campaign('R/2019/001'), campaign('R/2026/001'), ...others]);
  await look('recalls');
  await look('recalls');
  expect(await events()).toEqual([{ kind: 'recall', outstanding: 'may-apply', campaigns: ['R/2026/001'] }]);
});

it('a file that was last read long ago says nothing', async () => {
  await look('recalls');
  await replaceCampaigns(em(), [campaign('R/2026/001')]);
  expect(await look('recalls', 9 * 24)).toMatchObject({ failure: 'not-read', known: { numbers: [] } });
  expect(await events()).toEqual([]);
});

it('petrol is told when it has fallen by 3p near the postcode, and not without one', async () => {
  const pumps = async (tenths: number) => {
    const at = { latitude: 51.51, longitude: -0.12, postcode: 'SW1A 2AA', address: '1 Whitehall', brand: null };
    await storeStations(em(), [
      { id: 'near', name: 'KESTREL', motorway: false, supermarket: false, state: 'open', ...at },
      { id: 'far', name: 'FAR', motorway: false, supermarket: false, state: 'open', ...at, latitude: 51.7 },
    ]);
    const reportedAt = now.toISOString();
    await storePrices(em(), [
      { stationId: 'near', fuel: 'E10', tenths, reportedAt },
      { stationId: 'near', fuel: 'E5', tenths: 1_000, reportedAt },
      { stationId: 'far', fuel: 'E10', tenths: 1_000, reportedAt },
    ]);
  };
  await pumps(1_400);
  expect(await look('petrol')).toMatchObject({ failure: 'no-postcode', known: null });
  const place = { postcode: 'SW1A 2AA', latitude: 51.5035, longitude: -0.1277 };
  await changeWatch(em(), userId, { place }, now);
  await look('petrol');
  await pumps(1_369);
  await look('petrol');
  await look('petrol');
  expect(await events()).toEqual([
    { kind: 'petrol', fuel: 'E10', pencePerLitreTenths: 1_369, station: 'Kestrel', milesTenths: 6 },
  ]);
  await pumps(1_300);
  expect(await look('petrol', 49)).toMatchObject({ failure: 'not-read' });
  expect(await events()).toHaveLength(1);
});
