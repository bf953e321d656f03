import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findFileImport } from '@ve/data/vehicle/places/file-import.repository';
import { findStationPricesWithinBox } from '@ve/data/vehicle/places/fuel-price.repository';
import { findRecallCampaignsOfMake } from '@ve/data/vehicle/places/recall-campaign.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import type { FetchedFuelPrice, FetchedFuelStation } from '@ve/domain/vehicle/petrol/fetched-prices';
import type { FuelPricesPort } from '@ve/providers/fuel/fuel-prices.port';
import type { RecallsAnswer, RecallsPort } from '@ve/providers/recalls/recalls.port';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { importPetrolPrices } from '@ve/app/vehicle/places/import-petrol-prices';
import { importRecallCampaigns } from '@ve/app/vehicle/places/import-recall-campaigns';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let time: number;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  time = Date.parse('2026-03-10T10:00:00.000Z');
  await clearTables(db.orm.em.fork(), 'file_imports', 'recall_campaigns', 'fuel_stations', 'fuel_days');
});

const fork = () => db.orm.em.fork();
const context = { fork, now: () => new Date(time), listener: crossContextListener };
const hours = (count: number) => {
  time += count * 3_600_000;
};

describe('the recalls file', () => {
  const campaign = (number: string): RecallCampaign => ({
    ...{ number, make: 'FORD', model: 'FOCUS', launchedOn: '2019-01-01', concern: 'Latch', defect: 'It may open' },
    ...{ remedy: 'Replace', affected: 1, vins: [], builds: [] },
  });
  const file = (etag: string, ...numbers: string[]): RecallsAnswer => ({
    state: 'read',
    campaigns: numbers.map(campaign),
    ...{ rows: numbers.length + 1, skippedRows: 1, etag, hash: etag.repeat(64) },
  });
  const source = (...answers: (RecallsAnswer | (() => Promise<RecallsAnswer>))[]) => {
    const asked: Parameters<RecallsPort['read']>[] = [];
    const read: RecallsPort['read'] = async (...args) => {
      asked.push(args);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (!answer) throw new Error('nothing is left to answer');
      return typeof answer === 'function' ? answer() : answer;
    };
    return { read, asked };
  };
  const stored = async () => (await findRecallCampaignsOfMake(fork(), 'FORD')).map(({ number }) => number);

  it('is read once a day, and only if it has changed', async () => {
    const recalls = source(file('a', 'R/2019/1'), { state: 'unchanged' }, file('b', 'R/2019/1', 'R/2019/2'));
    expect(await importRecallCampaigns(recalls, context)).toBe(true);
    hours(23);
    expect(await importRecallCampaigns(recalls, context)).toBe(false);
    hours(1);
    expect(await importRecallCampaigns(recalls, context)).toBe(true);
    expect(await stored()).toEqual(['R/2019/1']);
    const sourceChangedAt = new Date('2026-03-10T10:00:00.000Z');
    expect(await findFileImport(fork(), 'recalls')).toMatchObject({
      fetchedAt: new Date(time),
      sourceChangedAt,
      rows: 2,
      skippedRows: 1,
    });
    hours(24);
    await importRecallCampaigns(recalls, context);
    expect(await stored()).toEqual(['R/2019/1', 'R/2019/2']);
    expect(recalls.asked.map(([known, today]) => [known.etag, today])).toEqual([
      [null, '2026-03-10'],
      ['a', '2026-03-11'],
      ['a', '2026-03-12'],
    ]);
  });

  it('changes nothing when it cannot be read or lost most of its campaigns, and the age of the stored one stays visible', async () => {
    await importRecallCampaigns(source(file('a', 'R/2019/1', 'R/2019/2', 'R/2019/3')), context);
    const readAt = new Date(time);
    hours(24);
    const down = source({ state: 'unavailable', reason: 'timeout' });
    await expect(importRecallCampaigns(down, context)).rejects.toThrow('timeout');
    expect(await importRecallCampaigns(down, context)).toBe(false);
    expect(down.asked).toHaveLength(1);
    hours(1);
    await expect(importRecallCampaigns(source(file('b', 'R/2019/1')), context)).rejects.toThrow('less than half');
    expect(await stored()).toHaveLength(3);
    expect(await findFileImport(fork(), 'recalls')).toMatchObject({
      fetchedAt: readAt,
      failure: expect.stringContaining('half'),
    });
  });

  it('is read by one of several processes, and by another once one has died', async () => {
    const never = source(() => new Promise(() => undefined));
    // It never ends, as if the process were killed while reading.
    void importRecallCampaigns(never, context);
    while (never.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const recalls = source(file('a', 'R/2019/1'));
    hours(0.2);
    expect(await importRecallCampaigns(recalls, context)).toBe(false);
    hours(0.2);
    expect(await Promise.all([1, 2, 3].map(() => importRecallCampaigns(recalls, context)))).toContain(true);
    expect(await stored()).toEqual(['R/2019/1']);
  });

  it('does not overwrite what another process has read since, when it was read too slowly', async () => {
    const slow = Promise.withResolvers<RecallsAnswer>();
    const late = source(() => slow.promise);
    const first = importRecallCampaigns(late, context);
    while (late.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    hours(1);
    await importRecallCampaigns(source(file('b', 'R/2019/2')), context);
    slow.resolve(file('a', 'R/2019/1'));
    await first;
    expect(await stored()).toEqual(['R/2019/2']);
  });

  it('is read again after the clock was set back', async () => {
    await importRecallCampaigns(source(file('a', 'R/2019/1')), context);
    hours(-24 * 300);
    expect(await importRecallCampaigns(source(file('b', 'R/2019/2')), context)).toBe(true);
  });
});

describe('petrol prices', () => {
  const station = (id: string, changes: Partial<FetchedFuelStation> = {}): FetchedFuelStation => ({
    ...{ id, name: `Station ${id}`, brand: null, address: '1 Whitehall', postcode: 'SW1A 2AA', state: 'open' },
    ...{ latitude: 51.5, longitude: -0.12, motorway: false, supermarket: false, ...changes },
  });
  const price = (stationId: string, tenths: number, reportedAt = new Date(time)): FetchedFuelPrice => ({
    ...{ stationId, fuel: 'E10', tenths },
    reportedAt: reportedAt.toISOString(),
  });
  const finder = (stations: FetchedFuelStation[], prices: FetchedFuelPrice[]) => {
    const asked: (string | null)[] = [];
    const port: FuelPricesPort = {
      readStations: async (since) => {
        asked.push(since);
        return { state: 'read', items: stations, skippedRows: 0 };
      },
      readPrices: async () => ({ state: 'read', items: prices, skippedRows: 1 }),
    };
    return { ...port, asked };
  };
  const stored = async () => {
    const box = { south: 51, north: 52, west: -1, east: 0 };
    return (await findStationPricesWithinBox(fork(), { fuel: 'E10', box, since: new Date(0) }))
      .map(({ id, tenths }) => [id, tenths])
      .toSorted();
  };

  it('are read completely once a day, and their changes every half hour', async () => {
    const all = finder([station('a'), station('b')], [price('a', 1_359), price('b', 1_399)]);
    expect(await importPetrolPrices(all, context)).toBe(true);
    hours(0.4);
    expect(await importPetrolPrices(all, context)).toBe(false);
    hours(0.1);
    const changes = finder([], [price('b', 1_299)]);
    expect(await importPetrolPrices(changes, context)).toBe(true);
    expect(changes.asked).toEqual(['2026-03-09']);
    expect(await stored()).toEqual([
      ['a', 1_359],
      ['b', 1_299],
    ]);
    hours(24);
    const next = finder([station('b'), station('c')], [price('c', 1_111)]);
    await importPetrolPrices(next, context);
    expect(next.asked).toEqual([null]);
    expect(await stored()).toEqual([['c', 1_111]]);
    expect(await db.data.all('fuel_days', {}, 'day')).toMatchObject([
      { day: '2026-03-10', lowestTenthsPerLitre: 1_299 },
      { day: '2026-03-11', lowestTenthsPerLitre: 1_111 },
    ]);
  });

  it('are ignored if they are dated tomorrow', async () => {
    const ahead = [price('a', 1_359), price('b', 1_399, new Date(time + 86_400_000))];
    await importPetrolPrices(finder([station('a'), station('b')], ahead), context);
    expect(await stored()).toEqual([['a', 1_359]]);
    expect(await findFileImport(fork(), 'fuel')).toMatchObject({ rows: 2, skippedRows: 2 });
  });

  it('are unchanged while the service is down, or returns half of the country', async () => {
    const full = finder(
      ['a', 'b', 'c'].map((id) => station(id)),
      [price('a', 1_359)],
    );
    await importPetrolPrices(full, context);
    const readAt = new Date(time);
    hours(24);
    const down: FuelPricesPort = {
      ...full,
      readPrices: async () => ({ state: 'unavailable', reason: 'source-error' }),
    };
    await expect(importPetrolPrices(down, context)).rejects.toThrow('source-error');
    hours(0.2);
    await expect(importPetrolPrices(finder([station('a')], []), context)).rejects.toThrow('less than half');
    expect(await stored()).toEqual([['a', 1_359]]);
    expect(await findFileImport(fork(), 'fuel')).toMatchObject({ fetchedAt: readAt });
  });
});
