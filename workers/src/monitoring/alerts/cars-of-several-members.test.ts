import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listWatchEvents } from '@ve/data/monitoring/alerts/watch-event.repository';
import { listMonitorCheckStates } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { insertPaidTestMember } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { ensureWatch } from '@ve/app/monitoring/watch/ensure-watch';
import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { createPaidMonitorChecks } from '@ve/app/monitoring/alerts/paid-checks';
import { createRegisterMonitorChecks } from '@ve/app/monitoring/alerts/register-checks';
import { runMonitorCheck } from '@ve/app/monitoring/run-monitor-check';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { exampleValuation, clearVdiCheck, scriptedPaidSources } from '../../testing/scripted-registers.ts';
import { exampleLicensing, scriptedSources, exampleMotTesting } from '../../testing/scripted-sources.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
let now: Date;
let ann: string;
let bob: string;
const em = () => db.orm.em.fork();
const registration = 'AB12CDE';

/** Creates a member with this car; no membership ends during the tests. */
const join = async (): Promise<string> => {
  const { userId } = await insertPaidTestMember(em(), now);
  await db.data.set(
    'subscriptions',
    {
      registrationNumber: registration,
      currentPeriodEnd: new Date('2029-01-01'),
      creditedPeriodEnd: new Date('2029-01-01'),
    },
    { userId },
  );
  await ensureWatch(em(), userId, now);
  return userId;
};
beforeEach(async () => {
  now = new Date('2026-11-03T10:00:00.000Z');
  await clearTables(em(), 'users', 'vehicles', 'mails', 'texts', 'outbox', 'vendor_daily_usage');
  [ann, bob] = [await join(), await join()];
});

const later = (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000);
};
const kindsOf = async (userId: string) =>
  (await listWatchEvents(em(), userId, { before: null, limit: 20 })).map(({ facts }) => facts.kind);
const stateOf = async (userId: string, of: MonitorAspect) =>
  (await listMonitorCheckStates(em(), userId, registration)).find(({ aspect }) => aspect === of);
const alertsTo = async () =>
  Object.values(Object.groupBy(await db.data.all('mails', { template: 'alert' }), ({ recipient }) => recipient!)).map(
    (mails) => mails!.length,
  );
/** The look-ups that bought what another member's check had bought, and what they cost. */
const repeated = async () =>
  (await db.data.all('vendor_daily_usage', {}, 'vendor'))
    .filter(({ vendor }) => vendor.endsWith(', same car'))
    .map(({ vendor, calls, costPence, penceLimit }) => ({ vendor, calls, costPence, penceLimit }));

/** Sources that return something else in each call from the third on. */
const world = (finance: 'found' | 'not-held' = 'found') => {
  const { specification } = vehicleRecordFixture({ specification: {} });
  if (specification.state !== 'found') throw new Error('a record without a specification');
  const free = scriptedSources({
    licensing: (call) => ({
      state: 'found',
      data: { ...exampleLicensing('FORD'), taxStatus: call < 3 ? 'Taxed' : 'SORN' },
    }),
    testing: (call) => ({
      state: 'found',
      data: { ...exampleMotTesting('FORD'), hasOutstandingRecall: call < 3 ? 'No' : 'Yes' },
    }),
    specification: (call) => ({
      state: 'found',
      data: { ...specification.data, previousKeepers: call < 3 ? 1 : 2 },
    }),
  });
  const agreement = { agreementDate: null, type: 'HP', termMonths: 12, company: null, phone: null, description: null };
  const paid = scriptedPaidSources({
    registers: (call) =>
      finance === 'not-held'
        ? { state: 'not-held' }
        : {
            state: 'found',
            data: {
              ...clearVdiCheck,
              financeCount: call < 3 ? 0 : 1,
              finance: call < 3 ? [] : [{ ...agreement, number: 'A' }],
            },
          },
    valuations: (call) => ({
      state: 'found',
      data: { ...exampleValuation, privateAverage: call < 3 ? 900_000 : 890_000 },
    }),
  });
  const budget = { calls: null, pence: 10_000, pencePerCall: 300 };
  const checks = {
    ...createRegisterMonitorChecks(free.sources),
    ...createPaidMonitorChecks(
      { ...paid, sources: free.sources },
      {
        ...{ specificationDays: 30, valueDays: 30, financeDays: 91 },
        ...{ specificationBudget: budget, valueBudget: budget, financeBudget: budget },
      },
    ),
  };
  const run = (userId: string, aspect: MonitorAspect) =>
    runMonitorCheck(checks)(
      { userId, aspect, correlationId: 'c' },
      createTestJobContext({ orm: db.orm, now: () => now }),
    );
  /** Makes the members' paid checks due, after the first interval. */
  const begin = async (aspect: MonitorAspect, ...members: string[]) => {
    for (const userId of members) await run(userId, aspect);
    await db.data.set('monitor_check_states', { nextCheckAt: now }, { aspect });
  };
  const calls = (aspect: MonitorAspect) =>
    ({ ...free.calls, finance: paid.calls.registers, value: paid.calls.valuations })[
      aspect as 'licensing' | 'testing' | 'specification' | 'finance' | 'value'
    ];
  return { run, begin, calls };
};

describe('the check of a car that two members watch', () => {
  it.each([
    ['finance', 'finance', 92],
    ['value', 'value', 31],
    ['specification', 'keeper-change', 31],
    ['licensing', 'tax-status', 8],
    ['testing', 'recall', 29],
  ] as const)('calls %s for each member once in an interval, and notifies each once', async (aspect, kind, days) => {
    const { run, begin, calls } = world();
    if (aspect !== 'licensing' && aspect !== 'testing') await begin(aspect, ann, bob);
    for (const userId of [ann, bob, ann, bob]) await run(userId, aspect);
    expect(calls(aspect)).toBe(2);
    expect([await kindsOf(ann), await kindsOf(bob)]).toEqual([[], []]);
    later(days);
    for (const userId of [ann, bob, ann, bob]) await run(userId, aspect);
    expect(calls(aspect)).toBe(4);
    expect([await kindsOf(ann), await kindsOf(bob)]).toEqual([[kind], [kind]]);
    expect(await alertsTo()).toEqual([1, 1]);
  });

  it('notifies no member who watches another car by then or has left', async () => {
    const { run } = world();
    const cat = await join();
    for (const userId of [ann, bob, cat]) await run(userId, 'licensing');
    await db.data.set('subscriptions', { registrationNumber: 'FN15FNC' }, { userId: bob });
    await db.data.set('subscriptions', { status: 'canceled', endsAt: now }, { userId: cat });
    later(8);
    for (const userId of [ann, cat]) await run(userId, 'licensing');
    expect([await kindsOf(bob), await kindsOf(cat)]).toEqual([[], []]);
  });

  it('buys no specification that the check of the other has stored in the car’s record', async () => {
    const { run, begin, calls } = world();
    const record = {
      ...vehicleRecordFixture({ registration, specification: 'not-held' }),
      fetchedAt: now.toISOString(),
    };
    await em().transactional((transaction) => saveVehicleRecordIfNewer(transaction, record));
    await begin('specification', ann, bob);
    for (const userId of [ann, bob]) await run(userId, 'specification');
    expect(calls('specification')).toBe(1);
    expect(await stateOf(bob, 'specification')).toMatchObject({ failure: null, lastResult: { keepers: 1 } });
    expect(await repeated()).toEqual([]);
  });
});

describe('a look-up that another member’s check of the same car has bought', () => {
  it.each([
    ['finance', 'Watch finance, same car'],
    ['value', 'Watch value, same car'],
    ['specification', 'Watch specification, same car'],
  ] as const)('of %s is counted with its price, and not the first one', async (aspect, vendor) => {
    const { run, begin } = world();
    const cat = await join();
    await begin(aspect, ann, bob, cat);
    await run(ann, aspect);
    expect(await repeated()).toEqual([]);
    for (const userId of [bob, cat]) await run(userId, aspect);
    expect(await repeated()).toEqual([{ vendor, calls: 2, costPence: 600, penceLimit: null }]);
  });

  it('is not counted after the interval in which it was bought', async () => {
    const { run, begin } = world();
    await begin('finance', ann, bob);
    await run(ann, 'finance');
    later(92);
    await run(bob, 'finance');
    expect(await repeated()).toEqual([]);
  });

  it('is not counted for another car, or where the register has nothing', async () => {
    const { run, begin } = world();
    await db.data.set('subscriptions', { registrationNumber: 'FN15FNC' }, { userId: bob });
    await ensureWatch(em(), bob, now);
    await begin('finance', ann, bob);
    for (const userId of [ann, bob]) await run(userId, 'finance');
    const none = world('not-held');
    const cat = await join();
    await none.begin('finance', cat);
    await none.run(cat, 'finance');
    expect(await repeated()).toEqual([]);
  });
});
