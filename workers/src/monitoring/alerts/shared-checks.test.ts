import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listWatchEvents } from '@ve/data/monitoring/alerts/watch-event.repository';
import { listMonitorCheckStates } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { emptyTables } from '@ve/data/testing/empty-tables';
import { insertMember } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { ensureWatch } from '@ve/data/monitoring/watch/watch.repository';
import type { WatchAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import { checkTime } from '@ve/domain/monitoring/alerts/next-check';
import { recordOf } from '@ve/domain/testing/vehicle-records';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import { createUkvdAdapter } from '@ve/providers/specification/ukvd.adapter';
import { startSandbox } from '@ve/providers/sandbox-process.fixture';
import { createUkvdValuationAdapter } from '@ve/providers/valuation/ukvd-valuation.adapter';
import { createUkvdVdiAdapter } from '@ve/providers/vdi-check/ukvd-vdi.adapter';
import { createPaidChecks } from '@ve/app/monitoring/alerts/paid-checks';
import { createRegisterChecks } from '@ve/app/monitoring/alerts/register-checks';
import { runMonitorCheck } from '@ve/app/monitoring/alerts/run-monitor-check';
import type { MonitorChecks } from '@ve/app/monitoring/alerts/monitor-checks';
import { queueDueChecks } from '@ve/app/monitoring/alerts/queue-due-checks';
import { contextFor } from '../../testing/context-for.ts';
import { aValuation, clearCheck, scriptedRegisters } from '../../testing/scripted-registers.ts';
import { licensingOf, scriptedSources, testingOf } from '../../testing/scripted-sources.ts';
import { unlimited } from '../../testing/twilio-sandbox.ts';

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
  const { userId } = await insertMember(em(), now);
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
  await emptyTables(em(), 'users', 'vehicles', 'mails', 'texts', 'outbox', 'vendor_daily_usage', 'shared_answers');
  [ann, bob] = [await join(), await join()];
});

const later = (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000);
};
const budget = { calls: null, pence: 10_000, pencePerCall: 1 };
const paidChecks = (needs: Parameters<typeof createPaidChecks>[0]) =>
  createPaidChecks(needs, {
    ...{ specificationDays: 30, valueDays: 30, financeDays: 91 },
    ...{ specificationBudget: budget, valueBudget: budget, financeBudget: budget },
  });
const runOf = (checks: MonitorChecks) => (userId: string, aspect: WatchAspect) =>
  runMonitorCheck(checks)({ userId, aspect, correlationId: 'c' }, contextFor({ orm: db.orm, now: () => now }));
/** Makes both members' checks due, after the first interval. */
const dueOf = async (run: ReturnType<typeof runOf>, aspect: WatchAspect) => {
  if (aspect === 'licensing' || aspect === 'testing') return;
  for (const userId of [ann, bob]) await run(userId, aspect);
  await db.data.set('monitor_check_states', { nextCheckAt: now }, { aspect });
};
const kindsOf = async (userId: string) =>
  (await listWatchEvents(em(), userId, { before: null, limit: 20 })).map(({ facts }) => facts.kind);
const stateOf = async (userId: string, of: WatchAspect) =>
  (await listMonitorCheckStates(em(), userId, registration)).find(({ aspect }) => aspect === of);
const alertsTo = async () =>
  Object.values(Object.groupBy(await db.data.all('mails', { template: 'alert' }), ({ recipient }) => recipient!)).map(
    (mails) => mails!.length,
  );

/** Sources that return something else in each call. */
const world = () => {
  const { specification } = recordOf({ specification: {} });
  if (specification.state !== 'found') throw new Error('a record without a specification');
  const free = scriptedSources({
    licensing: (call) => ({
      state: 'found',
      data: { ...licensingOf('FORD'), taxStatus: call === 1 ? 'Taxed' : 'SORN' },
    }),
    testing: (call) => ({
      state: 'found',
      data: { ...testingOf('FORD'), hasOutstandingRecall: call === 1 ? 'No' : 'Yes' },
    }),
    specification: (call) => ({ state: 'found', data: { ...specification.data, previousKeepers: call } }),
  });
  const agreement = (number: string) => ({
    ...{ number, agreementDate: null, type: 'HP', termMonths: 12, company: null, phone: null, description: null },
  });
  const paid = scriptedRegisters({
    registers: (call) => ({
      state: 'found',
      data: { ...clearCheck, financeCount: call - 1, finance: call === 1 ? [] : [agreement('A')] },
    }),
    valuations: (call) => ({ state: 'found', data: { ...aValuation, privateAverage: 900_000 - call } }),
  });
  const checks: MonitorChecks = {
    ...createRegisterChecks(free.sources),
    ...paidChecks({ ...paid, sources: free.sources }),
  };
  const calls = (aspect: WatchAspect) =>
    ({ ...free.calls, finance: paid.calls.registers, value: paid.calls.valuations })[
      aspect as 'licensing' | 'testing' | 'specification' | 'finance' | 'value'
    ];
  return { checks, run: runOf(checks), calls };
};

describe('the check of a car that two members watch', () => {
  it.each([
    ['finance', 'finance', 92],
    ['value', 'value', 31],
    ['specification', 'keeper-change', 31],
    ['licensing', 'tax-status', 8],
    ['testing', 'recall', 29],
  ] as const)('calls %s once in its interval, and notifies each member once', async (aspect, kind, days) => {
    const { checks, run, calls } = world();
    await dueOf(run, aspect);
    for (const userId of [ann, bob, ann, bob]) await run(userId, aspect);
    expect(calls(aspect)).toBe(1);
    expect([await kindsOf(ann), await kindsOf(bob)]).toEqual([[], []]);
    later(days);
    await run(ann, aspect);
    // The other check is due now, and uses the shared response.
    await emptyTables(em(), 'outbox');
    await db.data.set('monitor_check_states', { orderedAt: null });
    await queueDueChecks(em, { [aspect]: checks[aspect]! }, now);
    expect(await db.data.values('outbox', 'payload', { jobName: 'monitor-checks.run' })).toMatchObject([
      { userId: bob },
    ]);
    for (const userId of [bob, ann, bob]) await run(userId, aspect);
    expect(calls(aspect)).toBe(2);
    expect([await kindsOf(ann), await kindsOf(bob)]).toEqual([[kind], [kind]]);
    expect(await alertsTo()).toEqual([1, 1]);
  });

  it('notifies each member of the scrapping found by one response', async () => {
    const { specification } = recordOf({ specification: {} });
    if (specification.state !== 'found') throw new Error('a record without a specification');
    const { sources, calls } = scriptedSources({
      specification: (call) => ({ state: 'found', data: { ...specification.data, scrapped: call > 1 } }),
    });
    const run = runOf(paidChecks({ ...scriptedRegisters({}), sources }));
    await dueOf(run, 'specification');
    for (const userId of [ann, bob]) await run(userId, 'specification');
    later(31);
    for (const userId of [ann, bob, ann]) await run(userId, 'specification');
    expect(calls.specification).toBe(2);
    expect([await kindsOf(ann), await kindsOf(bob)]).toEqual([['scrapped-or-exported'], ['scrapped-or-exported']]);
  });

  it.each(['finance', 'value', 'specification'] as const)(
    'calls %s once for two checks at the same moment',
    async (aspect) => {
      const { run, calls } = world();
      await dueOf(run, aspect);
      await Promise.all([run(ann, aspect), run(bob, aspect), run(bob, aspect), run(ann, aspect)]);
      expect(calls(aspect)).toBe(1);
      for (const userId of [ann, bob]) {
        await run(userId, aspect);
        expect(await stateOf(userId, aspect)).toMatchObject({ failure: null, known: expect.anything() });
      }
      expect(calls(aspect)).toBe(1);
    },
  );

  it.each([
    ['finance', 90, 91],
    ['specification', 29, 30],
  ] as const)(
    'calls %s an interval after its last call, not after another member used the response',
    async (aspect, days, everyDays) => {
      const { run, calls } = world();
      await dueOf(run, aspect);
      const checkedOn = londonDate(now);
      await run(ann, aspect);
      later(days);
      const cat = await join();
      await run(cat, aspect);
      for (const userId of [bob, cat]) {
        await run(userId, aspect);
        const { nextCheckAt } = (await stateOf(userId, aspect))!;
        expect(nextCheckAt).toEqual(checkTime(addDays(checkedOn, everyDays), userId));
      }
      expect(calls(aspect)).toBe(1);
    },
  );

  it.each([
    ['licensing', { taxStatus: 'SORN' }, 6],
    ['testing', { recall: 'Yes' }, 27],
  ] as const)(
    'calls %s, which is free, again for a member who joins later, and notifies the others too',
    async (aspect, known, days) => {
      const { run, calls } = world();
      for (const userId of [ann, bob]) await run(userId, aspect);
      expect(calls(aspect)).toBe(1);
      later(days);
      const cat = await join();
      await run(cat, aspect);
      expect(calls(aspect)).toBe(2);
      expect(await stateOf(cat, aspect)).toMatchObject({ known, readAt: now });
      for (const userId of [ann, bob]) {
        expect(await stateOf(userId, aspect)).toMatchObject({ nextCheckAt: now });
        await run(userId, aspect);
        expect(await stateOf(userId, aspect)).toMatchObject({ known, readAt: now });
      }
      expect(calls(aspect)).toBe(2);
    },
  );

  it.each([
    ['not-held', { state: 'not-held' }],
    ['not-held', { state: 'invalid' }],
    ['restricted', { state: 'unavailable', reason: 'restricted', charged: 'no' }],
  ] as const)('does not repeat a refusal, %s, for any member until the interval ends', async (failure, answer) => {
    const { checks } = world();
    let calls = 0;
    const registers = () => {
      calls += 1;
      return calls === 1 ? answer : ({ state: 'found', data: clearCheck } as const);
    };
    const { finance } = paidChecks({ sources: scriptedSources({}).sources, ...scriptedRegisters({ registers }) });
    const run = runOf({ ...checks, finance });
    await dueOf(run, 'finance');
    const againOn = addDays(londonDate(now), 91);
    const given = (userId: string) => ({ known: null, failure, nextCheckAt: checkTime(againOn, userId) });
    await run(ann, 'finance');
    await run(bob, 'finance');
    for (const userId of [ann, bob]) expect(await stateOf(userId, 'finance')).toMatchObject(given(userId));
    later(40);
    const cat = await join();
    for (const userId of [cat, bob, ann, cat]) await run(userId, 'finance');
    for (const userId of [ann, bob, cat]) expect(await stateOf(userId, 'finance')).toMatchObject(given(userId));
    expect(calls).toBe(1);
    later(51.5);
    for (const userId of [bob, ann, cat]) await run(userId, 'finance');
    for (const userId of [ann, bob, cat])
      expect(await stateOf(userId, 'finance')).toMatchObject({ known: expect.anything(), failure: null });
    expect(calls).toBe(2);
  });

  it('adopts the refusal, and is due now, after giving way to a check that the vendor refuses', async () => {
    const { checks } = world();
    const asked = Promise.withResolvers<null>();
    const answered = Promise.withResolvers<null>();
    const { sources } = scriptedSources({});
    const registers = async () => {
      asked.resolve(null);
      await answered.promise;
      return { state: 'not-held' } as const;
    };
    const { finance } = paidChecks({ sources, ...scriptedRegisters({ registers }) });
    const run = runOf({ ...checks, finance });
    await dueOf(run, 'finance');
    const first = run(ann, 'finance');
    await asked.promise;
    await run(bob, 'finance');
    expect(await stateOf(bob, 'finance')).toMatchObject({ failure: 'asked-for-another' });
    answered.resolve(null);
    await first;
    expect(await stateOf(bob, 'finance')).toMatchObject({ nextCheckAt: now });
    await run(bob, 'finance');
    expect(await stateOf(bob, 'finance')).toMatchObject({ failure: 'not-held' });
  });

  it('does not call the vendor again on the day a worker died during one member’s check', async () => {
    const { checks } = world();
    let calls = 0;
    const dying = paidChecks({
      sources: scriptedSources({}).sources,
      ...scriptedRegisters({
        registers: () => {
          calls += 1;
          throw new Error('killed');
        },
      }),
    });
    const run = runOf({ ...checks, finance: dying.finance });
    await dueOf(run, 'finance');
    await expect(run(ann, 'finance')).rejects.toThrow('killed');
    await run(bob, 'finance');
    await run(bob, 'finance');
    expect(calls).toBe(1);
    expect(await stateOf(bob, 'finance')).toMatchObject({ failure: 'asked-for-another', known: null });
    later(1.5);
    await runOf(checks)(bob, 'finance');
    await runOf(checks)(ann, 'finance');
    for (const userId of [ann, bob])
      expect(await stateOf(userId, 'finance')).toMatchObject({ known: expect.anything() });
  });

  it('notifies no member who watches another car by then or has left', async () => {
    const { run, calls } = world();
    const cat = await join();
    await dueOf(run, 'licensing');
    for (const userId of [ann, bob, cat]) await run(userId, 'licensing');
    await db.data.set('subscriptions', { registrationNumber: 'FN15FNC' }, { userId: bob });
    await db.data.set('subscriptions', { status: 'canceled', endsAt: now }, { userId: cat });
    later(8);
    for (const userId of [ann, cat]) await run(userId, 'licensing');
    expect(calls('licensing')).toBe(2);
    expect([await kindsOf(ann), await kindsOf(bob), await kindsOf(cat)]).toEqual([['tax-status'], [], []]);
  });

  it('stores no shared response for a car with one watching member', async () => {
    const { run } = world();
    await db.data.set('subscriptions', { registrationNumber: 'FN15FNC' }, { userId: bob });
    for (const aspect of ['finance', 'value', 'specification', 'licensing', 'testing'] as const) {
      await run(ann, aspect);
      await db.data.set('monitor_check_states', { nextCheckAt: now });
      await run(ann, aspect);
    }
    expect(await db.data.all('shared_answers')).toEqual([]);
  });
});

it('the vendor charges one look-up of each package for two members of the same car', async () => {
  const { url, close } = await startSandbox();
  const options = { url: `${url}/ukvd`, apiKey: 'sandbox-ukvd-key', limitVendor: unlimited };
  const adapters = [
    createUkvdAdapter(options),
    createUkvdVdiAdapter(options),
    createUkvdValuationAdapter(options),
  ] as const;
  const [specification, registers, valuations] = adapters;
  const billed = async () => {
    const answer = await fetch(`${url}/control/bills?registration=${registration}`);
    const { ukvd } = (await answer.json()) as { ukvd: { package: string; count: number }[] };
    return ukvd.map(({ count }) => count);
  };
  try {
    const run = runOf(paidChecks({ sources: { specification }, registers, valuations }));
    const dear = ['finance', 'value', 'specification'] as const;
    for (const aspect of dear) {
      await dueOf(run, aspect);
      await Promise.all([run(ann, aspect), run(bob, aspect)]);
      for (const userId of [ann, bob]) await run(userId, aspect);
    }
    expect((await billed()).filter((count) => count > 0)).toEqual([1, 1, 1]);
    for (const userId of [ann, bob]) {
      for (const aspect of dear) expect(await stateOf(userId, aspect)).toMatchObject({ failure: null });
    }
  } finally {
    await Promise.all([close(), ...adapters.map((adapter) => adapter.close())]);
  }
});
