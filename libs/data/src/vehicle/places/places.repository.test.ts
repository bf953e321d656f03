import type { FetchedFuelStation } from '@ve/domain/vehicle/petrol/fetched-prices';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import { randomUUID } from 'node:crypto';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import {
  claimFileImport,
  completeFileImport,
  failFileImport,
  findFileImport,
  lockFileImportClaim,
} from './file-import.repository.ts';
import {
  clearFuelStations,
  countFuelStations,
  findStationPricesWithinBox,
  storeFuelDailyPrices,
  storeFuelPrices,
  storeFuelStations,
} from './fuel-price.repository.ts';
import {
  countRecallCampaigns,
  findRecallCampaignsOfMake,
  replaceRecallCampaigns,
} from './recall-campaign.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let em: EntityManager;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => {
  em = db.orm.em.fork();
});

const start = Date.parse('2026-03-01T10:00:00.000Z');
const minute = (minutes: number) => new Date(start + minutes * 60_000);

describe('an import', () => {
  const [one, another] = [randomUUID(), randomUUID()];
  const claim = (by: string, minutes: number) =>
    claimFileImport(em, 'recalls', { claim: by, leaseMs: 15 * 60_000, now: minute(minutes) });

  it('is claimed by one process at a time, and by another once its lease has ended', async () => {
    expect(await findFileImport(em, 'recalls')).toBeNull();
    expect([await claim(one, 0), await claim(another, 14)]).toEqual([true, false]);
    expect(await claim(another, 15)).toBe(true);
    // The first process was only slow: the data that it read late is not written.
    const held = (by: string) => em.transactional((transaction) => lockFileImportClaim(transaction, 'recalls', by));
    expect([await held(one), await held(another)]).toEqual([false, true]);
    await failFileImport(em, { name: 'recalls', claim: one, failure: 'timeout' });
    expect(await findFileImport(em, 'recalls')).toMatchObject({ failure: null, attemptedAt: minute(15) });
  });

  it('keeps its age through a failure', async () => {
    await completeFileImport(em, 'recalls', {
      readAt: minute(16),
      sourceChangedAt: minute(16),
      etag: '"1"',
      rows: 7,
      skippedRows: 1,
    });
    expect(await claim(one, 20)).toBe(true);
    await failFileImport(em, { name: 'recalls', claim: one, failure: 'x'.repeat(400) });
    const fresh = { fetchedAt: minute(16), sourceChangedAt: minute(16), etag: '"1"', rows: 7, skippedRows: 1 };
    expect(await findFileImport(em, 'recalls')).toMatchObject({
      ...fresh,
      failure: 'x'.repeat(300),
      attemptedAt: minute(20),
    });
    expect(await claim(one, 21)).toBe(true);
    await completeFileImport(em, 'recalls', { readAt: minute(22) });
    expect(await findFileImport(em, 'recalls')).toMatchObject({ ...fresh, fetchedAt: minute(22), failure: null });
  });

  it('can be claimed after a clock was set back', async () => {
    expect(await claim(one, 5_000_000)).toBe(true);
    expect(await claim(another, 30)).toBe(true);
  });

  it('is claimed by one of ten concurrent processes', async () => {
    const taken = await Promise.all(
      Array.from({ length: 10 }, () =>
        claimFileImport(db.orm.em.fork(), 'fuel', { claim: randomUUID(), leaseMs: 60_000, now: minute(0) }),
      ),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});

it('the campaigns of a file replace all others, and are read by make, latest first', async () => {
  const campaign = (number: string, changes: Partial<RecallCampaign> = {}): RecallCampaign => ({
    ...{ number, make: 'FIAT', model: '500', launchedOn: '2019-06-01', concern: 'Airbag', defect: 'Loose' },
    ...{ remedy: 'Replace', affected: null, vins: [], builds: [{ from: '2018-01-01', until: null }], ...changes },
  });
  await em.transactional((transaction) => replaceRecallCampaigns(transaction, [campaign('R/2010/001')]));
  const latest = campaign('R/2021/007', { launchedOn: '2021-02-01', affected: 12 });
  const file = [campaign('R/2019/100'), latest, campaign('R/2019/101', { make: 'KIA' })];
  await em.transactional((transaction) => replaceRecallCampaigns(transaction, file));
  expect(await countRecallCampaigns(em)).toBe(3);
  expect(await findRecallCampaignsOfMake(em, 'FIAT')).toEqual([latest, campaign('R/2019/100')]);
});

describe('petrol prices', () => {
  const station = (id: string, changes: Partial<FetchedFuelStation> = {}): FetchedFuelStation => ({
    ...{ id, name: `Station ${id}`, brand: null, address: '1 Whitehall', postcode: 'SW1A 2AA' },
    ...{ latitude: 51.5, longitude: -0.12, motorway: false, supermarket: false, state: 'open', ...changes },
  });
  const price = (stationId: string, tenths: number, minutes: number) =>
    ({ stationId, fuel: 'E10', tenths, reportedAt: minute(minutes).toISOString() }) as const;
  const box = { south: 51, north: 52, west: -1, east: 0 };
  const found = async (since = minute(0)) =>
    (await findStationPricesWithinBox(em, { fuel: 'E10', box, since }))
      .map(({ id, tenths }) => [id, tenths])
      .toSorted();

  it('are those of open stations within the box, as last reported', async () => {
    await storeFuelStations(em, [
      station('a'),
      station('b'),
      station('far', { latitude: 53 }),
      station('shut', { state: 'closed' }),
    ]);
    await storeFuelPrices(em, [
      ...[price('a', 1_399, 10), price('a', 1_359, 20), price('a', 1_379, 15)],
      ...[price('b', 1_299, 1), price('far', 1_199, 20), price('shut', 1_099, 20), price('unknown', 999, 20)],
    ]);
    expect(await found()).toEqual([
      ['a', 1_359],
      ['b', 1_299],
    ]);
    expect(await found(minute(5))).toEqual([['a', 1_359]]);
  });

  it('change with an increment, but never to an earlier report', async () => {
    await storeFuelStations(em, [station('shut'), station('b', { state: 'gone' }), station('b', { state: 'gone' })]);
    await storeFuelPrices(em, [price('a', 1_111, 12), price('shut', 1_089, 30)]);
    expect(await found()).toEqual([
      ['a', 1_359],
      ['shut', 1_089],
    ]);
  });

  it('have a lowest and a median of each day', async () => {
    for (let again = 0; again < 2; again += 1) await storeFuelDailyPrices(em, '2026-03-01', minute(0));
    const e10 = {
      day: '2026-03-01',
      fuel: 'E10',
      lowestTenthsPerLitre: 1_089,
      medianTenthsPerLitre: 1_199,
      stationCount: 3,
    };
    expect(await db.data.all('fuel_days')).toEqual([e10]);
    await clearFuelStations(em);
    expect(await countFuelStations(em)).toBe(0);
  });
});
