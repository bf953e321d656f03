import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listWatchEvents } from '@ve/data/monitoring/alerts/watch-event.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { insertPaidTestMember } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { findOffRoadStatus } from '@ve/data/monitoring/watch/register-due-dates.repository';
import { ensureWatch } from '@ve/app/monitoring/watch/ensure-watch';
import type { SpecificationData } from '@ve/domain/vehicle/record/vehicle-record';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import fc from 'fast-check';
import { storeMonitorCheckResult } from '@ve/app/monitoring/run-monitor-check';
import { toSpecificationMonitorCheckAnswer } from '@ve/app/monitoring/alerts/paid-checks';
import { toLicensingMonitorCheckAnswer } from '@ve/app/monitoring/alerts/register-checks';
import { exampleLicensing } from '../../testing/scripted-sources.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const registration = 'AB12CDE';
const aDay = 86_400_000;

type Marked = boolean | null;
type Said =
  | { by: 'DVLA'; marked: Marked }
  | ({ by: 'UKVD' } & Pick<SpecificationData, 'scrapped' | 'exported' | 'dateScrapped' | 'certificateOfDestruction'>);

const inUse = { scrapped: false, exported: false, dateScrapped: null, certificateOfDestruction: null };
const nothing = { ...inUse, scrapped: null, exported: null };
const first: Said[] = [
  { by: 'DVLA', marked: false },
  { by: 'UKVD', ...inUse },
];

/** After each response, returns the last alert to the member and the state that reminders use. */
const afterEach = async (answers: readonly Said[], { isStored }: { isStored: boolean }) => {
  await clearTables(em(), 'users', 'vehicles', 'mails', 'texts', 'outbox');
  let now = new Date('2026-11-22T10:00:00.000Z');
  const { userId } = await insertPaidTestMember(em(), now);
  await db.data.set('subscriptions', {
    currentPeriodEnd: new Date('2029-01-01'),
    creditedPeriodEnd: new Date('2029-01-01'),
  });
  await ensureWatch(em(), userId, now);
  const record = vehicleRecordFixture({ specification: inUse });
  if (isStored) await saveVehicleRecordIfNewer(em(), { ...record, registration, fetchedAt: now.toISOString() });
  if (record.specification.state !== 'found') throw new Error('a record without a specification');
  const { data } = record.specification;
  const seen: { alert: string; reminders: string }[] = [];
  for (const said of [...first, ...answers]) {
    now = new Date(now.getTime() + aDay);
    const answer =
      said.by === 'DVLA'
        ? toLicensingMonitorCheckAnswer({ ...exampleLicensing('FORD'), markedForExport: said.marked }, now)
        : toSpecificationMonitorCheckAnswer({ ...data, ...said }, now, 30);
    const aspect = said.by === 'DVLA' ? 'licensing' : 'specification';
    const kept = { userId, aspect, registration, everyDays: 7 } as const;
    await em().transactional((tx) =>
      storeMonitorCheckResult(tx, { check: kept, result: { ok: true, answer } }, { now, correlationId: 'c' }),
    );
    const [last] = await listWatchEvents(em(), userId, { before: null, limit: 1 });
    const state = last?.facts.kind === 'scrapped-or-exported' ? last.facts.state : 'neither';
    const alert = state === 'marked-for-export' ? 'exported' : state;
    seen.push({ alert, reminders: (await findOffRoadStatus(em(), registration))?.why ?? 'neither' });
  }
  return seen.slice(first.length);
};

test.each<[string, Said[], string[]]>([
  [
    'UK Vehicle Data’s silence after scrapping',
    [
      { by: 'UKVD', ...inUse, scrapped: true },
      { by: 'UKVD', ...nothing },
      { by: 'DVLA', marked: false },
    ],
    ['scrapped', 'scrapped', 'scrapped'],
  ],
  [
    'DVLA’s silence after its marker',
    [
      { by: 'DVLA', marked: true },
      { by: 'DVLA', marked: null },
      { by: 'UKVD', ...inUse },
      { by: 'DVLA', marked: false },
    ],
    ['exported', 'exported', 'exported', 'neither'],
  ],
  [
    'an export that was behind a scrapping',
    [
      { by: 'UKVD', ...inUse, scrapped: true, exported: true },
      { by: 'UKVD', ...nothing, scrapped: false },
    ],
    ['scrapped', 'exported'],
  ],
])('%s: alerts and reminders agree', async (_, answers, expected) => {
  for (const isStored of [true, false]) {
    expect(await afterEach(answers, { isStored })).toEqual(
      expected.map((state) => ({ alert: state, reminders: state })),
    );
  }
});

test('for any order of register responses the reminders follow the last alert to the member', async () => {
  const flag = fc.constantFrom<Marked>(true, false, null);
  const dvla = fc.record({ by: fc.constant('DVLA' as const), marked: flag });
  const ukvd = fc.record({
    by: fc.constant('UKVD' as const),
    scrapped: flag,
    exported: flag,
    dateScrapped: fc.constantFrom('2026-11-01', null),
    certificateOfDestruction: flag,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(dvla, ukvd), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (answers, isStored) => {
        for (const { alert, reminders } of await afterEach(answers, { isStored })) expect(reminders).toBe(alert);
      },
    ),
    { numRuns: 20 },
  );
});
