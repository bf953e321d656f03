import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listWatchEvents } from '@ve/data/monitoring/alerts/watch-event.repository';
import { listMonitorCheckStates } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { storeFuelPrices, storeFuelStations } from '@ve/data/vehicle/places/fuel-price.repository';
import { replaceRecallCampaigns } from '@ve/data/vehicle/places/recall-campaign.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { insertPaidTestMember } from '@ve/data/testing/full-checks';
import { belowCondition, notEqualCondition } from '@ve/data/testing/test-rows';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import { ensureWatch } from '@ve/app/monitoring/watch/ensure-watch';
import { monitorCheckTimeOf } from '@ve/domain/monitoring/alerts/next-check';
import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { createImportedDataMonitorChecks } from '@ve/app/monitoring/alerts/places-checks';
import { runMonitorCheck } from '@ve/app/monitoring/run-monitor-check';
import { queueDueMonitorChecks } from '@ve/app/monitoring/checks/queue-due-monitor-checks';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { storeVehicleRecord } from '@ve/app/vehicle/store-vehicle-record';
import { importRecallCampaigns } from '@ve/app/vehicle/places/import-recall-campaigns';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { waitUntil } from '../../testing/wait-until.ts';

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
  await clearTables(
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
  ({ userId } = await insertPaidTestMember(em(), now));
  await ensureWatch(em(), userId, now);
  const record = vehicleRecordFixture({
    registration,
    testing: { make: 'FORD', model: 'FOCUS', manufactureDate: '2012-04-03' },
    licensing: { fuelType: 'PETROL', yearOfManufacture: 2012 },
  });
  await db.data.add('vehicles', { registration, record, fetchedAt: now });
});

const checks = createImportedDataMonitorChecks();
/** Runs a check two days later, when it is due at any hour, with lists that were read `readHoursAgo`. */
const check = async (aspect: 'recalls' | 'petrol', readHoursAgo = 1) => {
  now = new Date(now.getTime() + 2 * 86_400_000);
  const readAt = new Date(now.getTime() - readHoursAgo * 3_600_000);
  const name = aspect === 'recalls' ? 'recalls' : 'fuel';
  await db.data.remove('file_imports', { name });
  await db.data.add('file_imports', { name, fetchedAt: readAt });
  await runMonitorCheck(checks)(
    { userId, aspect, correlationId: 'c' },
    createTestJobContext({ orm: db.orm, now: () => now }),
  );
  return (await listMonitorCheckStates(em(), userId, registration)).find((state) => state.aspect === aspect);
};
const events = async () => (await listWatchEvents(em(), userId, { before: null, limit: 20 })).map(({ facts }) => facts);

const campaign = (number: string, changes: Partial<RecallCampaign> = {}): RecallCampaign => ({
  ...{ number, make: 'FORD', model: 'FOCUS', launchedOn: '2019-01-01', concern: 'Latch', defect: 'It may open' },
  ...{ remedy: 'Replace', affected: 1, vins: [], builds: [{ from: '2012-01-01', until: '2012-12-31' }], ...changes },
});

it('a new campaign that may apply is notified once, and no other', async () => {
  await replaceRecallCampaigns(em(), [campaign('R/2019/001')]);
  await check('recalls');
  const others = [
    campaign('R/2026/002', { model: 'FIESTA' }),
    campaign('R/2026/003', { builds: [{ from: '2013-01-01', until: null }] }),
    campaign('RTW/2026/004', { model: 'ALL' }),
  ];
  await replaceRecallCampaigns(em(), [campaign('R/2019/001'), campaign('R/2026/001'), ...others]);
  await check('recalls');
  await check('recalls');
  expect(await events()).toEqual([{ kind: 'recall', outstanding: 'may-apply', campaigns: ['R/2026/001'] }]);
});

describe('DVSA’s list', () => {
  let files = 0;
  const importList = async (...campaigns: RecallCampaign[]): Promise<void> => {
    files += 1;
    const found = {
      campaigns,
      rows: campaigns.length,
      skippedRows: 0,
      etag: null,
      hash: String(files).padStart(64, '0'),
    };
    const source = { read: () => Promise.resolve({ state: 'read' as const, ...found }) };
    await importRecallCampaigns(source, { fork: em, now: () => now, listener: crossContextListener });
  };
  const saveRecord = (record: VehicleRecord) => storeVehicleRecord(em(), record, crossContextListener);
  const drive = async (plate: string, model: string): Promise<void> => {
    const { userId: driver } = await insertPaidTestMember(em(), now);
    await db.data.set('subscriptions', { registrationNumber: plate }, { userId: driver });
    await ensureWatch(em(), driver, now);
    await saveRecord(carOf(plate, model));
  };
  const carOf = (plate: string, model: string, manufactureDate = '2012-04-03') => ({
    ...vehicleRecordFixture({
      registration: plate,
      testing: { make: 'FORD', model, manufactureDate },
      licensing: { fuelType: 'PETROL', yearOfManufacture: 2012 },
    }),
    fetchedAt: now.toISOString(),
  });
  /** Runs all due checks, and returns their registrations. */
  const runDue = async (): Promise<string[]> => {
    const next = belowCondition(new Date(now.getTime() + 1));
    const due = await db.data.all(
      'monitor_check_states',
      { aspect: 'recalls', nextCheckAt: next },
      'registrationNumber',
    );
    const handler = runMonitorCheck(checks);
    for (const row of due) {
      const payload = { userId: row.userId, aspect: 'recalls', correlationId: 'c' } as const;
      await handler(payload, createTestJobContext({ orm: db.orm, now: () => now }));
    }
    return due.map((row) => row.registrationNumber);
  };
  const aDayLater = (days = 1) => {
    now = new Date(now.getTime() + days * 86_400_000);
  };
  const notified = async () =>
    (await db.data.all('watch_events', {}, 'registrationNumber')).map(
      ({ registrationNumber: plate, facts }) => `${plate} ${facts.kind === 'recall' ? facts.campaigns.join(' ') : ''}`,
    );

  beforeEach(async () => {
    now = new Date('2026-11-22T18:59:59.000Z');
    await drive('FI12EST', 'FIESTA');
    await drive('FO12CUS', 'FOCUS ZETEC');
    await db.data.set('subscriptions', {
      currentPeriodEnd: new Date('2028-01-01'),
      creditedPeriodEnd: new Date('2028-01-01'),
    });
    await importList(campaign('R/2019/001'), campaign('R/2019/002', { model: 'FIESTA' }));
    expect(await runDue()).toEqual([registration, 'FI12EST', 'FO12CUS']);
  });

  it('causes no checks while it is unchanged, for any number of days', async () => {
    aDayLater();
    await importList(campaign('R/2019/001'), campaign('R/2019/002', { model: 'FIESTA' }));
    for (let day = 0; day < 100; day += 1) aDayLater();
    expect(await runDue()).toEqual([]);
    expect(await queueDueMonitorChecks(em, { checks: { recalls: checks.recalls } }, now)).toBe(0);
  });

  it.each([
    ['list', () => importList(campaign('R/2019/001'), campaign('R/2026/001'))],
    ['record', () => saveRecord(carOf(registration, 'FOCUS', '2013-04-03'))],
  ])(
    'wakes its members in a fixed order when it is changed by a new %s: two changes wait for each other, once',
    async (_, change) => {
      await drive(registration, 'FOCUS');
      await drive(registration, 'FOCUS');
      await db.data.set('subscriptions', {
        currentPeriodEnd: new Date('2028-01-01'),
        creditedPeriodEnd: new Date('2028-01-01'),
      });
      aDayLater(2);
      await runDue();
      const suspended = { aspect: 'recalls', registrationNumber: registration, nextCheckAt: null } as const;
      const ids = await db.data.values('monitor_check_states', 'userId', suspended, 'userId');
      expect(ids).toHaveLength(3);
      const holding = em();
      await holding.begin();
      const lock = (id: string | undefined, how = '') =>
        holding.execute(`select from monitor_check_states where aspect = 'recalls' and user_id = ? for update ${how}`, [
          id,
        ]);
      await lock(ids[0]);
      const changing = change();
      await waitUntil(
        'it waits',
        async () => (await em().execute('select from pg_locks where not granted')).length > 0,
      );
      await lock(ids[1], 'nowait');
      await lock(ids[2], 'nowait');
      await holding.commit();
      await changing;
      expect(await db.data.count('monitor_check_states', suspended)).toBe(0);
    },
  );

  it('causes checks of the cars with other campaigns when it changes, and notifies each member once', async () => {
    aDayLater();
    const reworded = campaign('R/2019/002', { model: 'FIESTA', remedy: 'Replace it' });
    await importList(campaign('R/2019/001'), campaign('R/2026/001'), reworded, campaign('R/2026/002', { make: 'KIA' }));
    expect(await runDue()).toEqual([registration, 'FO12CUS']);
    expect(await runDue()).toEqual([]);
    expect(await notified()).toEqual([`${registration} R/2026/001`, 'FO12CUS R/2026/001']);
    aDayLater();
    await importList(campaign('R/2026/001'), { ...reworded, builds: [] });
    expect(await runDue()).toEqual(['FI12EST']);
    expect(await notified()).toHaveLength(2);
  });

  it.each([
    ['2026-11-24T03:00:00.000Z', '2026-11-24T07:00:00.000Z', '2026-11-24T19:00:00.000Z'],
    ['2026-11-24T21:00:00.000Z', '2026-11-25T07:00:00.000Z', '2026-11-25T19:00:00.000Z'],
    ['2026-11-24T18:59:59.999Z', '2026-11-24T18:59:59.999Z', '2026-11-24T19:00:00.000Z'],
  ])('has cars checked by day when it is read at %s', async (at, from, until) => {
    now = new Date(at);
    await importList(campaign('R/2026/001'));
    const rows = await db.data.all('monitor_check_states', { nextCheckAt: notEqualCondition(null), aspect: 'recalls' });
    expect(rows).toHaveLength(2);
    for (const { nextCheckAt: next, userId: who } of rows) {
      const due = next!.toISOString();
      expect(due >= from && due <= until).toBe(true);
      const own = monitorCheckTimeOf(from.slice(0, 10), who).getTime();
      // SQL rounds to the millisecond, the domain down.
      if (from > at) expect(Math.abs(next!.getTime() - own)).toBeLessThanOrEqual(1);
    }
  });

  it('causes the check of a car whose record changed, and of no other', async () => {
    await saveRecord(carOf(registration, 'FOCUS'));
    expect(await runDue()).toEqual([]);
    aDayLater();
    await importList(campaign('R/2019/002', { model: 'FIESTA' }), campaign('R/2013/001', { builds: [] }));
    await runDue();
    aDayLater();
    now = new Date('2026-11-24T18:59:59.999Z');
    await saveRecord(carOf(registration, 'FOCUS', '2013-04-03'));
    expect(await runDue()).toEqual([registration]);
  });

  it('causes another check when it changes during a check', async () => {
    aDayLater();
    await db.data.set('monitor_check_states', { nextCheckAt: now }, { aspect: 'recalls', userId });
    const slow: typeof checks.recalls = {
      ...checks.recalls,
      fetch: async (car, context) => {
        const result = await checks.recalls.fetch(car, context);
        await importList(campaign('R/2019/001'), campaign('R/2026/001'));
        return result;
      },
    };
    const payload = { userId, aspect: 'recalls', correlationId: 'c' } as const;
    await runMonitorCheck({ recalls: slow })(payload, createTestJobContext({ orm: db.orm, now: () => now }));
    expect(await events()).toEqual([]);
    expect(await runDue()).toContain(registration);
    expect(await events()).toEqual([{ kind: 'recall', outstanding: 'may-apply', campaigns: ['R/2026/001'] }]);
  });
});

it('a file that was last read long ago gives no result', async () => {
  await check('recalls');
  await replaceRecallCampaigns(em(), [campaign('R/2026/001')]);
  expect(await check('recalls', 9 * 24)).toMatchObject({ failure: 'not-read', lastResult: { numbers: [] } });
  expect(await events()).toEqual([]);
});

it('a petrol price is notified when it fell by 3p near the postcode, and not without a postcode', async () => {
  const pumps = async (tenths: number) => {
    const at = { latitude: 51.51, longitude: -0.12, postcode: 'SW1A 2AA', address: '1 Whitehall', brand: null };
    await storeFuelStations(em(), [
      { id: 'near', name: 'KESTREL', motorway: false, supermarket: false, state: 'open', ...at },
      { id: 'far', name: 'FAR', motorway: false, supermarket: false, state: 'open', ...at, latitude: 51.7 },
    ]);
    const reportedAt = now.toISOString();
    await storeFuelPrices(em(), [
      { stationId: 'near', fuel: 'E10', tenths, reportedAt },
      { stationId: 'near', fuel: 'E5', tenths: 1_000, reportedAt },
      { stationId: 'far', fuel: 'E10', tenths: 1_000, reportedAt },
    ]);
  };
  await pumps(1_400);
  expect(await check('petrol')).toMatchObject({ failure: 'no-postcode', lastResult: null });
  const place = { postcode: 'SW1A 2AA', latitude: 51.5035, longitude: -0.1277 };
  await changeWatch(em(), { userId, changes: { place } }, now);
  await check('petrol');
  await pumps(1_369);
  await check('petrol');
  await check('petrol');
  expect(await events()).toEqual([
    { kind: 'petrol', fuel: 'E10', pencePerLitreTenths: 1_369, station: 'Kestrel', milesTenths: 6 },
  ]);
  await pumps(1_300);
  expect(await check('petrol', 49)).toMatchObject({ failure: 'not-read' });
  expect(await events()).toHaveLength(1);
});
