import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  beginFullCheck,
  findFullCheck,
  type FullCheckRow,
  storeFullCheckRegisterResponse,
  storeFullCheckValuation,
} from '@ve/data/full-check/full-check.repository';
import { deleteFromOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { findReportOfUser } from '@ve/data/report/report.repository';
import { grantPeriodCredit } from '@ve/data/membership/subscription/subscription.repository';
import {
  lockSubscription,
  replaceSubscription,
} from '@ve/data/membership/subscription/subscription-changes.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { remainingCreditOf, insertPaidTestMember, requestTestFullCheck } from '@ve/data/testing/full-checks';
import { testRows } from '@ve/data/testing/test-rows';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { finishTestVehicleFetch, requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { recordVehicleFetchAnswer, startVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { fullCheckTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import type { VdiCheckAnswer } from '@ve/providers/vdi-check/vdi-check.port';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { queueIncompleteFullCheckRetries, endStuckFullChecks } from '@ve/app/full-check/sweep-checks';
import { createTestJobContext } from '../testing/test-job-context.ts';
import { exampleValuation, clearVdiCheck, scriptedPaidSources } from '../testing/scripted-registers.ts';
import { exampleLicensing, scriptedSources, exampleMotTesting } from '../testing/scripted-sources.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { runFullCheck } from '@ve/app/full-check/run-full-check';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
let now: Date;
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00.000Z');
  await clearTables(db.orm.em.fork(), 'users', 'vehicles', 'vehicle_fetches', 'mails', 'outbox');
});

const em = () => db.orm.em.fork();
const pass = (milliseconds: number): void => {
  now = new Date(now.getTime() + milliseconds);
};
type Scripts = Parameters<typeof scriptedPaidSources>[0] & Parameters<typeof scriptedSources>[0];

type TestMember = Awaited<ReturnType<typeof insertPaidTestMember>>;

/** Creates a member's check and its job with scripted vendors; a test runs the job as often as it needs. */
const order = async (scripts: Scripts = {}, registration = 'AB12CDE', earlier?: TestMember) => {
  const member = earlier ?? (await insertPaidTestMember(em(), now));
  const check = await requestTestFullCheck(em(), member, { registration, now });
  if (!check) throw new Error('no credit');
  const { sources, calls: free } = scriptedSources({
    licensing: () => ({ state: 'found', data: exampleLicensing('FORD') }),
    testing: () => ({ state: 'found', data: exampleMotTesting('FORD') }),
    ...scripts,
  });
  const { registers, valuations, calls, miles } = scriptedPaidSources(scripts);
  const handler = runFullCheck({ sources, registers, valuations });
  const run = (changes: Parameters<typeof createTestJobContext>[1] = {}) =>
    handler(
      { checkId: check.id, correlationId: 'request-1' },
      createTestJobContext({ orm: db.orm, now: () => now }, { complete: endJob, ...changes }),
    );
  const endJob = async (transaction: Parameters<typeof deleteFromOutbox>[0]) => {
    const ids = await testRows(() => transaction).values('outbox', 'id', { jobName: 'full-checks.run' });
    return (await deleteFromOutbox(transaction, ids)) > 0;
  };
  return {
    member,
    run,
    calls,
    free,
    miles,
    read: async (): Promise<FullCheckRow> => (await findFullCheck(em(), check.id))!,
    credit: () => remainingCreditOf(em(), member.subscriptionId),
    report: () => findReportOfUser(em(), member.userId, registration),
    mails: () => db.data.all('mails'),
  };
};
type Ordered = Awaited<ReturnType<typeof order>>;

const down = (
  reason: Extract<VdiCheckAnswer, { state: 'unavailable' }>['reason'],
  charged: 'no' | 'unknown',
  retryAfterMs?: number,
): VdiCheckAnswer => ({
  state: 'unavailable',
  reason,
  charged,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const timedOut = { state: 'unavailable', reason: 'timeout' } as const;

/** Runs the job through its attempts like its queue; returns how many it took. */
const runAll = async ({ run }: Ordered, attempts = 5): Promise<number> => {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    try {
      await run({ attempt });
      return attempt;
    } catch {
      // The next attempt follows.
    }
  }
  await run({ attempt: attempts, lastAttempt: true });
  return attempts;
};
const failedOnce = async (check: Ordered, failure: string) => {
  expect(await check.read()).toMatchObject({ status: 'failed', failure, creditReturnedAt: now });
  expect(await check.credit()).toBe(1);
  expect(await check.mails()).toMatchObject([{ template: 'full-check-failed', recipient: check.member.email }]);
  expect((await check.report())?.fullCheck ?? null).toBeNull();
  expect(await db.data.all('outbox', { jobName: 'full-checks.run' })).toEqual([]);
};

describe('a full check', () => {
  it('calls every source once and saves the result in the report', async () => {
    const check = await order();
    await check.run();
    const row = await check.read();
    expect(row).toMatchObject({ status: 'done', finishedAt: now, vdiLookups: 1, retryAt: null });
    expect(row.vdi).toEqual({ state: 'found', source: 'UKVD', at: now.toISOString(), data: clearVdiCheck });
    expect(row.steps.map(({ state }) => state)).toEqual(Array(5).fill('answered'));
    expect(row.record).toMatchObject({ registration: 'AB12CDE', licensing: { data: { make: 'FORD' } } });
    expect([check.calls, check.free]).toEqual([
      { registers: 1, valuations: 1 },
      { licensing: 1, testing: 1, specification: 1 },
    ]);
    expect((await check.report())?.fullCheck).toEqual({
      checkedAt: now.toISOString(),
      vdi: row.vdi,
      valuation: row.valuation,
    });
    expect([await check.credit(), await check.mails()]).toEqual([0, []]);
    // The monitor checks take over its result.
    const monitorChecks = await db.data.values('outbox', 'payload');
    expect(monitorChecks.map(({ aspect }) => aspect).toSorted()).toEqual(['finance', 'specification', 'value']);
  });

  it('does nothing when it is delivered again', async () => {
    const check = await order();
    await check.run();
    const before = await check.read();
    pass(1_000);
    await check.run();
    expect(await check.read()).toEqual(before);
    expect(check.calls).toEqual({ registers: 1, valuations: 1 });
  });

  it('takes the free sources from a fresh record, the mileage from its last test, and requests only the rest', async () => {
    const record = { ...ordinaryVehicleRecord('2026-03-01'), registration: 'AB12CDE', fetchedAt: now.toISOString() };
    const at = now.toISOString();
    const lacking = { state: 'unavailable', source: 'DVLA', at, reason: 'timeout' } as const;
    await saveVehicleRecordIfNewer(em(), { ...record, licensing: lacking });
    const check = await order();
    await check.run();
    expect(check.free).toEqual({ licensing: 1, testing: 0, specification: 0 });
    expect((await check.read()).record).toMatchObject({ testing: record.testing, licensing: { state: 'found' } });
    const last = record.testing.state === 'found' ? record.testing.data.tests[0]?.odometer?.value : null;
    expect(check.miles).toEqual([last]);
  });

  it('is valued at the mileage that the page shows, without an implausible first reading', async () => {
    const { testing } = ordinaryVehicleRecord('2026-03-01');
    const example = testing.state === 'found' ? testing.data.tests[0]! : null;
    const test = (day: string, value: number) => ({
      ...example!,
      completedAt: `${day}T10:00:00.000Z`,
      odometer: { value, unit: 'MI' as const },
      odometerResult: 'READ' as const,
    });
    const tests = [test('2025-03-01', 12_000), test('2024-03-01', 110_000)];
    const data = { ...exampleMotTesting('FORD'), firstUsedDate: '2023-03-01', tests };
    const check = await order({ testing: () => ({ state: 'found', data }) });
    await check.run();
    expect(check.miles).toEqual([12_000]);
  });

  it('requests the valuation while the registers are answering, for a vehicle that a free source knows', async () => {
    const answer = Promise.withResolvers<VdiCheckAnswer>();
    const check = await order({ registers: () => answer.promise });
    const run = check.run();
    await waitUntil('there is a valuation', async () => (await check.read()).valuation !== null);
    expect(check.calls).toEqual({ registers: 1, valuations: 1 });
    answer.resolve({ state: 'found', data: clearVdiCheck });
    await run;
    expect(check.calls).toEqual({ registers: 1, valuations: 1 });
    expect(await check.read()).toMatchObject({ status: 'done', valuation: { state: 'found' } });
  });

  it('requests the valuation after the registers responded when no free source knows the vehicle', async () => {
    const answer = Promise.withResolvers<VdiCheckAnswer>();
    const check = await order({
      registers: () => answer.promise,
      licensing: () => timedOut,
      testing: () => timedOut,
      specification: () => timedOut,
    });
    const run = check.run();
    await waitUntil('the free sources responded', async () => (await check.read()).record !== null);
    expect(check.calls).toEqual({ registers: 1, valuations: 0 });
    answer.resolve({ state: 'found', data: clearVdiCheck });
    await run;
    expect(check.calls).toEqual({ registers: 1, valuations: 1 });
  });

  it('requests no valuation at a repeated attempt before the registers responded: one failed check wastes one', async () => {
    const answer = Promise.withResolvers<VdiCheckAnswer>();
    const check = await order({ registers: () => answer.promise });
    const run = check.run({ attempt: 2 });
    await waitUntil('the free sources responded', async () => (await check.read()).record !== null);
    answer.resolve({ state: 'not-held' });
    await run;
    expect(check.calls).toEqual({ registers: 1, valuations: 0 });
  });

  it('requests no valuation before the registers responded after a failed check of the account that day', async () => {
    const failed = await order({ registers: () => ({ state: 'not-held' }) }, 'WO16WOF');
    await failed.run();
    const answer = Promise.withResolvers<VdiCheckAnswer>();
    const check = await order({ registers: () => answer.promise }, 'AB12CDE', failed.member);
    const run = check.run();
    await waitUntil('the free sources responded', async () => (await check.read()).record !== null);
    answer.resolve({ state: 'not-held' });
    await run;
    expect(check.calls).toEqual({ registers: 1, valuations: 0 });
  });

  it('waits for a running look-up after another part failed, and stores its response', async () => {
    const answer = Promise.withResolvers<VdiCheckAnswer>();
    const check = await order({
      registers: () => answer.promise,
      testing: () => Promise.reject(new Error('the process is ending')),
    });
    const run = check.run();
    let ended = false;
    run.catch(() => undefined).finally(() => (ended = true));
    while ((await check.read()).steps.some(({ step, state }) => step === 'DVLA' && state !== 'answered'));
    expect(ended).toBe(false);
    answer.resolve({ state: 'found', data: clearVdiCheck });
    await expect(run).rejects.toThrow('the process is ending');
    expect(await check.read()).toMatchObject({ status: 'running', vdi: { state: 'found' }, vdiLookups: 1 });
  });

  it('makes no second look-up while another run has the response', async () => {
    const check = await order({ registers: () => ({ state: 'found', data: clearVdiCheck }) });
    await Promise.all([check.run(), check.run().catch(() => undefined)]);
    await check.run();
    expect(await check.read()).toMatchObject({ status: 'done' });
    expect(check.calls.registers).toBeLessThanOrEqual(2);
    expect(await check.credit()).toBe(0);
  });
});

describe('a full check fails, returns its credit once and notifies the member once', () => {
  it('when the registers hold no such vehicle', async () => {
    const check = await order({ registers: () => ({ state: 'not-held' }) });
    await check.run();
    await check.run();
    expect(check.calls.registers).toBe(1);
    await failedOnce(check, 'not-held');
  });

  it('when the registers’ response says nothing on theft, write-off and finance', async () => {
    const marks = ['stolen', 'insurerTheftCount', 'writtenOff', 'writeOffCount', 'financeCount'] as const;
    const open = Object.fromEntries(marks.map((mark) => [mark, null]));
    const check = await order({ registers: () => ({ state: 'found', data: { ...clearVdiCheck, ...open } }) });
    await check.run();
    expect(check.calls.registers).toBe(1);
    await failedOnce(check, 'silent');
  });

  it.each([
    ['is down', down('source-error', 'no'), 5, 5],
    ['limits our rate', down('rate-limited', 'no', 200), 5, 5],
    ['requires a long pause', down('rate-limited', 'no', 3_600_000), 1, 1],
    ['refuses our key', down('refused', 'no'), 1, 1],
    ['is over our budget', down('budget-spent', 'no'), 1, 1],
    ['does not answer', down('timeout', 'unknown'), 2, 2],
    ['answers rubbish', down('unreadable-answer', 'unknown'), 2, 2],
  ])('when the vendor %s', async (_, answer, attempts, lookups) => {
    const check = await order({ registers: () => answer });
    expect(await runAll(check)).toBe(attempts);
    await check.run();
    expect(check.calls.registers).toBe(lookups);
    // The first attempt may have requested one before the registers failed.
    expect(check.calls.valuations).toBeLessThanOrEqual(1);
    expect((await check.read()).vdiLookups).toBe(answer.state === 'unavailable' && answer.charged === 'no' ? 0 : 2);
    await failedOnce(check, answer.state === 'unavailable' ? answer.reason : '');
  });

  it('when no source knew the vehicle a moment ago, without a look-up; a source that did not respond does not count', async () => {
    const fetched = async (registration: string, unanswered?: 'DVSA') => {
      const fetch = await requestTestVehicleFetch(em(), { registration, now });
      await startVehicleFetch(em(), fetch.id);
      for (const source of ['DVLA', 'DVSA', 'UKVD'] as const) {
        const at = now.toISOString();
        const missing = { state: 'unavailable', source, at, reason: 'timeout' } as const;
        await recordVehicleFetchAnswer(
          em(),
          fetch.id,
          source === unanswered ? missing : { state: 'not-held', source, at },
        );
      }
      await finishTestVehicleFetch(em(), fetch.id, { outcome: 'not-found', now });
      await clearTables(em(), 'outbox');
    };
    await fetched('FN15FNC', 'DVSA');
    const asked = await order({}, 'FN15FNC');
    await asked.run();
    expect(asked.calls.registers).toBe(1);
    await fetched('AB12CDE');
    const check = await order();
    await check.run();
    expect([check.calls, check.free.licensing]).toEqual([{ registers: 0, valuations: 0 }, 0]);
    await failedOnce(check, 'unknown-vehicle');
  });

  it('when its run was killed during two look-ups', async () => {
    const check = await order();
    await db.data.set('full_checks', { status: 'running', vdiLookups: 2 });
    await check.run();
    expect(check.calls.registers).toBe(0);
    await failedOnce(check, 'interrupted');
  });

  it('when it is stuck, and a late response changes nothing', async () => {
    const answer = Promise.withResolvers<VdiCheckAnswer>();
    const check = await order({ registers: () => answer.promise });
    const run = check.run();
    while (check.calls.registers === 0) await check.read();
    pass(fullCheckTimeLimits.closedMs);
    expect(await endStuckFullChecks(em(), { now, listener: crossContextListener })).toEqual([]);
    pass(1);
    expect(await endStuckFullChecks(em(), { now, listener: crossContextListener })).toHaveLength(1);
    answer.resolve({ state: 'found', data: clearVdiCheck });
    await run;
    expect(await endStuckFullChecks(em(), { now, listener: crossContextListener })).toEqual([]);
    await failedOnce(check, 'interrupted');
  });

  it('unless its responses arrive after the sweep listed it: then it ends with them', async () => {
    const check = await order();
    const { id } = await check.read();
    await beginFullCheck(em(), id);
    pass(fullCheckTimeLimits.closedMs + 1);
    const released = Promise.withResolvers<null>();
    const held = Promise.withResolvers<null>();
    const holding = em().transactional(async (transaction) => {
      await lockSubscription(transaction, check.member.subscriptionId);
      held.resolve(null);
      await released.promise;
    });
    await Promise.race([held.promise, holding]);
    const sweep = endStuckFullChecks(em(), { now, listener: crossContextListener });
    await waitUntil('the sweep hangs', async () => {
      const [row] = await em().execute<{ count: number }[]>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return (row?.count ?? 0) > 0;
    });
    const at = now.toISOString();
    await storeFullCheckRegisterResponse(em(), id, { state: 'found', source: 'UKVD', at, data: clearVdiCheck });
    await storeFullCheckValuation(em(), id, { state: 'found', source: 'UKVD', at, data: exampleValuation });
    released.resolve(null);
    await holding;
    expect(await sweep).toEqual([id]);
    expect(await check.read()).toMatchObject({
      status: 'done',
      vdi: { state: 'found' },
      valuation: { data: exampleValuation },
    });
    expect([await check.credit(), await check.mails()]).toEqual([0, []]);
  });

  it('but succeeds when a vendor that was down responds to a retry', async () => {
    const check = await order({
      registers: (call) => (call < 3 ? down('source-error', 'no') : { state: 'found', data: clearVdiCheck }),
    });
    expect(await runAll(check)).toBe(3);
    expect(await check.read()).toMatchObject({ status: 'done', vdiLookups: 1 });
    expect(check.calls).toEqual({ registers: 3, valuations: 1 });
    expect(check.free).toEqual({ licensing: 1, testing: 1, specification: 1 });
  });
});

describe('the credit of a failed check', () => {
  const failing = { registers: (): VdiCheckAnswer => ({ state: 'not-held' }) };

  it('is not returned when the period rolled over: the next one has its own', async () => {
    const check = await order(failing);
    const next = new Date(check.member.periodEnd.getTime() + 30 * 86_400_000);
    await grantPeriodCredit(em(), check.member.subscriptionId, next);
    await check.run();
    expect(await check.read()).toMatchObject({ status: 'failed', creditReturnedAt: null });
    expect(await check.credit()).toBe(1);
    const again = await requestTestFullCheck(em(), check.member, { registration: 'AB12CDE', now });
    expect(again).toMatchObject({ periodEnd: next });
    expect(await requestTestFullCheck(em(), check.member, { registration: 'FN15FNC', now })).toBeNull();
  });

  it('is not returned to a new membership that has not been paid for yet', async () => {
    const check = await order(failing);
    const { subscriptionId, periodEnd } = check.member;
    const started = { stripeSubscriptionId: 'sub_again', status: 'incomplete', trialEndsAt: null } as const;
    const period = { periodStart: now, periodEnd, endsAt: null, card: null };
    await replaceSubscription(
      em(),
      { id: subscriptionId, started: { ...started, ...period } },
      { now, listener: watchSubscriptionListener },
    );
    await check.run();
    expect(await check.read()).toMatchObject({ status: 'failed', creditReturnedAt: null });
    expect(await check.credit()).toBe(0);
    expect(await check.mails()).toHaveLength(1);
  });

  it('is returned to a member who cancelled, until the period ends', async () => {
    const check = await order(failing);
    await db.data.set('subscriptions', { cancelRequestedAt: now, endsAt: check.member.periodEnd });
    await check.run();
    expect(await check.read()).toMatchObject({ status: 'failed', creditReturnedAt: now });
    expect(await check.credit()).toBe(1);
  });
});

describe('a missing part of a full check', () => {
  const askDue = async (check: Ordered) => {
    const added = await queueIncompleteFullCheckRetries(em(), now);
    if (added > 0) await check.run();
    return added;
  };

  it('does not delay the result, and is added when a retry gets it', async () => {
    const check = await order({
      valuations: (call) => (call < 3 ? timedOut : { state: 'not-held' }),
      testing: (call) => (call < 2 ? timedOut : { state: 'found', data: exampleMotTesting('FORD') }),
    });
    await check.run();
    const first = await check.read();
    expect(first).toMatchObject({ status: 'done', valuation: { state: 'unavailable' }, vdi: { state: 'found' } });
    expect(await check.credit()).toBe(0);
    expect(await askDue(check)).toBe(0);
    pass(2 * 60_000);
    expect(await queueIncompleteFullCheckRetries(em(), now)).toBe(1);
    const asked = () => db.data.values('outbox', 'payload', { jobName: 'full-checks.run' });
    expect(await asked()).toMatchObject([{ correlationId: 'request-1' }]);
    expect(await askDue(check)).toBe(1);
    expect(await asked()).toEqual([]);
    expect(await check.read()).toMatchObject({
      record: { testing: { state: 'found' } },
      valuation: { state: 'unavailable' },
      retryCount: 1,
    });
    pass(15 * 60_000);
    expect(await askDue(check)).toBe(1);
    expect(await check.read()).toMatchObject({ valuation: { state: 'not-held' }, retryAt: null, retryCount: 2 });
    expect((await check.report())?.fullCheck).toMatchObject({
      checkedAt: first.finishedAt?.toISOString(),
      valuation: { state: 'not-held' },
    });
    expect([check.calls, check.free]).toEqual([
      { registers: 1, valuations: 3 },
      { licensing: 1, testing: 2, specification: 1 },
    ]);
  });

  it('is requested three more times, then stays not available', async () => {
    const check = await order({ valuations: () => timedOut });
    await check.run();
    for (const minutes of [2, 15, 120]) {
      pass(minutes * 60_000);
      expect(await askDue(check)).toBe(1);
    }
    pass(24 * 3_600_000);
    expect(await askDue(check)).toBe(0);
    expect(check.calls).toEqual({ registers: 1, valuations: 4 });
    expect(await check.read()).toMatchObject({ status: 'done', retryAt: null, valuation: { reason: 'timeout' } });
  });

  it('is not waited for by a stuck check that has the registers’ response', async () => {
    const check = await order({ valuations: () => Promise.reject(new Error('killed')) });
    await expect(check.run()).rejects.toThrow('killed');
    pass(fullCheckTimeLimits.closedMs + 1);
    expect(await endStuckFullChecks(em(), { now, listener: crossContextListener })).toHaveLength(1);
    expect(await check.read()).toMatchObject({
      status: 'done',
      vdi: { state: 'found' },
      record: { registration: 'AB12CDE' },
    });
    expect([await check.credit(), await check.mails()]).toEqual([0, []]);
    expect((await check.report())?.fullCheck).toMatchObject({ vdi: { state: 'found' } });
  });
});
