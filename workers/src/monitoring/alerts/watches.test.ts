import { watchSubscriptionListener, ensureWatch } from '@ve/app/monitoring/watch/ensure-watch';
import type { AlertSwitch } from '@ve/domain/monitoring/alerts/alert';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { delayAlertText, listWatchEvents } from '@ve/data/monitoring/alerts/watch-event.repository';
import {
  listMonitorCheckStates,
  resumeWronglySuspendedChecks,
  resumeMonitorChecksOfMember,
} from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { listMonthlyValuations } from '@ve/data/monitoring/alerts/monthly-valuation.repository';
import { findFileImport } from '@ve/data/vehicle/places/file-import.repository';
import { replaceSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import {
  findSubscriptionOfUser,
  storeSubscriptionStateOfStripe,
} from '@ve/data/membership/subscription/subscription.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { findWatch } from '@ve/data/monitoring/watch/watch.repository';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import { insertPaidTestMember } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import type {
  DvlaTaxStatus,
  DvlaLicensingData,
  MotTest,
  SpecificationData,
  MotTestingData,
} from '@ve/domain/vehicle/record/vehicle-record';
import { vehicleRecordFixture, motTestFixture } from '@ve/domain/testing/vehicle-records';
import {
  type ChangedMotHistory,
  type ListedMotFile,
  type MotDeltasPort,
  MotFileContentError,
  MotFileError,
} from '@ve/providers/mot-history/mot-deltas.port';
import { importMotDeltaFiles } from '@ve/app/monitoring/alerts/import-mot-delta-files';
import { storeMonitorCheckResult, runMonitorCheck } from '@ve/app/monitoring/run-monitor-check';
import { createPaidMonitorChecks } from '@ve/app/monitoring/alerts/paid-checks';
import { createImportedDataMonitorChecks } from '@ve/app/monitoring/alerts/places-checks';
import { createRegisterMonitorChecks } from '@ve/app/monitoring/alerts/register-checks';
import type { MonitorChecksByAspect } from '@ve/app/monitoring/alerts/monitor-check';
import { queueDueMonitorChecks } from '@ve/app/monitoring/checks/queue-due-monitor-checks';
import { queueDelayedAlertTexts, notifyMember } from '@ve/app/monitoring/alerts/notify-member';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { exampleValuation, clearVdiCheck, scriptedPaidSources } from '../../testing/scripted-registers.ts';
import { exampleLicensing, scriptedSources, exampleMotTesting } from '../../testing/scripted-sources.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
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
    'vendor_daily_usage',
    'mot_deltas',
    'file_imports',
  );
  ({ userId } = await insertPaidTestMember(em(), now));
  await ensureWatch(em(), userId, now);
});

const em = () => db.orm.em.fork();
const registration = 'AB12CDE';
const later = (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000);
};
const events = async () => (await listWatchEvents(em(), userId, { before: null, limit: 20 })).map(({ facts }) => facts);
const stateOf = async (aspect: MonitorAspect) =>
  (await listMonitorCheckStates(em(), userId, registration)).find((state) => state.aspect === aspect);

const budget = { calls: null, pence: 1_000, pencePerCall: 300 };
type Scripts = Parameters<typeof scriptedSources>[0] & Parameters<typeof scriptedPaidSources>[0];
const checksWith = (scripts: Scripts) => {
  const free = scriptedSources(scripts);
  const paid = scriptedPaidSources(scripts);
  const checks: MonitorChecksByAspect = {
    ...createRegisterMonitorChecks(free.sources),
    ...createPaidMonitorChecks(
      { ...paid, sources: free.sources },
      {
        specificationDays: 30,
        valueDays: 30,
        financeDays: 91,
        specificationBudget: budget,
        valueBudget: budget,
        financeBudget: budget,
      },
    ),
  };
  const run = (aspect: MonitorAspect) =>
    runMonitorCheck(checks)(
      { userId, aspect, correlationId: 'c' },
      createTestJobContext({ orm: db.orm, now: () => now }),
    );
  /** Moves past the first interval of the membership. */
  const begin = async (aspect: MonitorAspect) => {
    await run(aspect);
    await db.data.set('monitor_check_states', { nextCheckAt: now }, { userId });
  };
  return { checks, run, begin, calls: { ...free.calls, ...paid.calls }, free: free.calls, paid: paid.calls };
};

/** DVLA's responses; the test sets the next one. */
const taxed = () => {
  const responses: { answer: Partial<DvlaLicensingData> | 'timeout' | 'not-held' } = { answer: { taxStatus: 'Taxed' } };
  const world = checksWith({
    licensing: () => {
      if (responses.answer === 'not-held') return { state: 'not-held' };
      if (responses.answer === 'timeout') return { state: 'unavailable', reason: 'timeout' };
      return { state: 'found', data: { ...exampleLicensing('FORD'), ...responses.answer } };
    },
  });
  return { ...world, responses };
};

describe('a monitor check', () => {
  it('notifies nothing at first, then each change once', async () => {
    const { run, responses, free } = taxed();
    await run('licensing');
    expect(await events()).toEqual([]);
    responses.answer = { taxStatus: 'SORN' };
    await run('licensing');
    expect(free.licensing).toBe(1);
    later(8);
    await run('licensing');
    later(8);
    await run('licensing');
    expect(free.licensing).toBe(3);
    expect(await events()).toEqual([{ kind: 'tax-status', from: 'Taxed', to: 'SORN', dueOn: null }]);
  });

  it('notifies once when two workers run it', async () => {
    const { run, responses } = taxed();
    await run('licensing');
    responses.answer = { taxStatus: 'SORN' };
    later(8);
    await Promise.all([run('licensing'), run('licensing'), run('licensing')]);
    expect(await events()).toHaveLength(1);
  });

  it.each(['timeout', 'not-held'] as const)(
    'changes nothing when the source responds %s, and is made again',
    async (answer) => {
      const { run, responses } = taxed();
      await run('licensing');
      responses.answer = answer;
      later(8);
      await run('licensing');
      expect(await stateOf('licensing')).toMatchObject({ failure: answer, lastResult: { taxStatus: 'Taxed' } });
      responses.answer = { taxStatus: 'Untaxed' };
      later(8);
      await run('licensing');
      expect(await stateOf('licensing')).toMatchObject({ failure: null });
      expect(await events()).toHaveLength(1);
    },
  );

  it('drops a response that is older than the known state', async () => {
    const { run, responses, checks } = taxed();
    await run('licensing');
    later(8);
    const slow = checks.licensing!.fetch(
      { userId, registration, sendable: (await findNotifiableMember(em(), userId, now))!, state: null },
      createTestJobContext({ orm: db.orm, now: () => now }),
    );
    await slow;
    responses.answer = { taxStatus: 'SORN' };
    now = new Date(now.getTime() + 1_000);
    await run('licensing');
    const kept = { userId, aspect: 'licensing', registration, everyDays: 7 } as const;
    const result = await slow;
    await em().transactional((transaction) =>
      storeMonitorCheckResult(transaction, { check: kept, result }, { now, correlationId: 'c' }),
    );
    expect(await events()).toHaveLength(1);
    expect(await stateOf('licensing')).toMatchObject({ lastResult: { taxStatus: 'SORN' } });
  });

  it('is not made for a former member, even if they leave during the check', async () => {
    const { run, responses, free } = taxed();
    await run('licensing');
    later(8);
    const cancel = () => db.data.set('subscriptions', { status: 'canceled', endsAt: now });
    responses.answer = { taxStatus: 'SORN' };
    const world = checksWith({
      licensing: async () => {
        await cancel();
        return { state: 'found', data: { ...exampleLicensing('FORD'), taxStatus: 'SORN' } };
      },
    });
    await world.run('licensing');
    expect(world.free.licensing).toBe(1);
    await run('licensing');
    expect(free.licensing).toBe(1);
    expect(await events()).toEqual([]);
    expect(await queueDueMonitorChecks(em, { checks: world.checks }, now)).toBe(0);
  });

  it('starts over for another car', async () => {
    const { run, responses } = taxed();
    await run('licensing');
    await db.data.set('subscriptions', { registrationNumber: 'FN15FNC' });
    responses.answer = { taxStatus: 'SORN' };
    await run('licensing');
    expect(await events()).toEqual([]);
    expect(await listMonitorCheckStates(em(), userId, 'FN15FNC')).toHaveLength(1);
  });
});

describe('scrapping and export', () => {
  const inUse = { scrapped: false, exported: false, certificateOfDestruction: false };
  /**
   * A car that both registers reported as in use last month, in a membership of years; the test sets the next
   * responses.
   */
  const world = async (first: { marked?: boolean } = {}) => {
    const { specification } = vehicleRecordFixture({ specification: {} });
    if (specification.state !== 'found') throw new Error('a record without a specification');
    const responses = {
      marked: first.marked ?? false,
      ukvd: inUse as Partial<SpecificationData>,
      tax: 'Taxed' as DvlaTaxStatus,
    };
    const { run, begin } = checksWith({
      licensing: () => ({
        state: 'found',
        data: { ...exampleLicensing('FORD'), taxStatus: responses.tax, markedForExport: responses.marked },
      }),
      specification: () => ({ state: 'found', data: { ...specification.data, ...responses.ukvd } }),
    });
    await db.data.set('subscriptions', {
      currentPeriodEnd: new Date('2029-01-01'),
      creditedPeriodEnd: new Date('2029-01-01'),
    });
    await begin('specification');
    await run('licensing');
    await run('specification');
    later(31);
    return { responses, run };
  };
  const states = async () =>
    (await events()).map((facts) => (facts.kind === 'scrapped-or-exported' ? facts.state : facts.kind)).toReversed();
  const mails = () => db.data.count('mails', { template: 'alert' });

  it('are notified once by either register, and withdrawn once neither reports them', async () => {
    const { responses, run } = await world();
    responses.marked = true;
    await run('licensing');
    later(31);
    responses.ukvd = { ...inUse, exported: true, dateExported: '2026-12-01' };
    for (const aspect of ['specification', 'licensing', 'specification'] as const) await run(aspect);
    expect(await states()).toEqual(['marked-for-export']);
    responses.marked = false;
    later(8);
    await run('licensing');
    expect(await states()).toEqual(['marked-for-export']);
    responses.ukvd = inUse;
    later(31);
    for (const aspect of ['specification', 'licensing'] as const) await run(aspect);
    expect(await states()).toEqual(['marked-for-export', 'neither']);
    responses.ukvd = { ...inUse, scrapped: true, dateScrapped: '2027-03-01', certificateOfDestruction: true };
    later(31);
    await run('specification');
    expect((await events())[0]).toEqual({
      kind: 'scrapped-or-exported',
      ...{ state: 'scrapped', on: '2027-03-01', destroyed: true, source: 'UKVD' },
    });
    expect(await mails()).toBe(3);
  });

  it('are notified once when both registers are checked at the same moment', async () => {
    const { responses, run } = await world();
    [responses.marked, responses.ukvd] = [true, { ...inUse, exported: true }];
    await Promise.all([run('licensing'), run('specification'), run('specification'), run('licensing')]);
    expect(await states()).toHaveLength(1);
    [responses.marked, responses.ukvd] = [false, inUse];
    later(31);
    await Promise.all([run('specification'), run('licensing')]);
    expect((await states()).slice(1)).toEqual(['neither']);
  });

  it('are notified, but not the car’s tax status, which no longer matters', async () => {
    const { responses, run } = await world();
    [responses.marked, responses.tax] = [true, 'Untaxed'];
    await run('licensing');
    expect(await states()).toEqual(['tax-status', 'marked-for-export']);
    const { subjectId: id } = await db.data.one('mails');
    expect(await db.data.values('watch_events', 'kind', { id: id! })).toEqual(['scrapped-or-exported']);
  });

  it('are no news if they were recorded before the watch', async () => {
    const { responses, run } = await world({ marked: true });
    responses.ukvd = { ...inUse, exported: true };
    await run('licensing');
    await run('specification');
    expect(await states()).toEqual([]);
  });
});

describe('the messages of an event', () => {
  const messages = async (changes: object, kind: 'tax-status' | 'value' | 'scrapped-or-exported' = 'tax-status') => {
    const sendable = (await findNotifiableMember(em(), userId, now))!;
    const id = '00000000-0000-4000-8000-00000000000a';
    const event = { id, userId, registrationNumber: registration, kind, uniqueKey: 'k', detectedAt: now };
    await db.data.add('watch_events', { ...event, facts: { kind } as never });
    const wanted = { ...sendable, phone: '+447700900123', watch: { ...sendable.watch, smsOn: true, ...changes } };
    await em().transactional((transaction) =>
      notifyMember(transaction, { sendable: wanted, id, kind }, { now, correlationId: 'c' }),
    );
    const mails = await db.data.all('mails', { template: 'alert', subjectId: id });
    return {
      mails,
      texts: await db.data.all('texts'),
      waits: (await db.data.one('watch_events')).textSendAfter,
    };
  };

  it.each([
    ['go out', {}, 1, 1],
    ['do not while paused', { paused: true }, 0, 0],
    ['do when the pause is over', { paused: true, pausedUntil: '2026-11-22' }, 1, 1],
    ['do not of an alert that is switched off', { disabledAlerts: ['tax-status'] }, 0, 0],
    ['are no texts with those switched off', { smsOn: false }, 0, 1],
    ['are no mails with those switched off', { emailOn: false }, 1, 0],
  ])('%s', async (_, changes, texts, mails) => {
    expect(await messages(changes)).toMatchObject({ texts: { length: texts }, mails: { length: mails }, waits: null });
  });

  it.each([
    ['not sent with the switch for keepers off', 'keeper-change', 0],
    ['sent with another switch off', 'tax-status', 1],
  ])('are %s, for scrapping and export', async (_, off, sent) => {
    expect(await messages({ disabledAlerts: [off] }, 'scrapped-or-exported')).toMatchObject({
      texts: { length: sent },
      mails: { length: sent },
    });
  });

  it('are not texts where they can wait', async () => {
    expect((await messages({}, 'value')).texts).toEqual([]);
  });

  it('wait as texts for the end of quiet hours', async () => {
    now = new Date('2026-11-22T22:00:00.000Z');
    const { texts, waits } = await messages({});
    expect(texts).toEqual([]);
    expect(new Date(waits ?? 0)).toEqual(new Date('2026-11-23T08:00:00.000Z'));
    expect(await queueDelayedAlertTexts(em(), now)).toBe(0);
    now = new Date('2026-11-23T08:00:01.000Z');
    expect(await queueDelayedAlertTexts(em(), now)).toBe(1);
    expect(await queueDelayedAlertTexts(em(), now)).toBe(0);
    await delayAlertText(em(), '00000000-0000-4000-8000-00000000000a', now);
    await db.data.set('subscriptions', { status: 'canceled' });
    expect(await queueDelayedAlertTexts(em(), now)).toBe(1);
  });

  it('wait as texts for a payment that is due, and are sent once', async () => {
    await db.data.add(
      'customers',
      {
        userId,
        name: 'Ann',
        email: 'ann@example.com',
        phoneNumber: '+447700900123',
        phoneConfirmedAt: now,
      },
      now,
    );
    await em().transactional((transaction) => changeWatch(transaction, { userId, changes: { smsOn: true } }, now));
    await db.data.set('subscriptions', { status: 'past_due' });
    const texts = () => db.data.count('texts');
    const anHourLater = async () => {
      now = new Date(now.getTime() + 3_600_000);
      await queueDelayedAlertTexts(em(), now);
      return texts();
    };
    const { mails, waits } = await messages({});
    expect([mails.length, await texts(), waits !== null]).toEqual([1, 0, true]);
    expect([await anHourLater(), await anHourLater()]).toEqual([0, 0]);
    await db.data.set('subscriptions', { status: 'active' });
    expect([await anHourLater(), await anHourLater()]).toEqual([1, 1]);
  });

  it('are not texts when the payment came too late for them', async () => {
    await db.data.set('subscriptions', { status: 'past_due' });
    await messages({});
    await db.data.set('subscriptions', { status: 'active' });
    later(3);
    expect(await queueDelayedAlertTexts(em(), now)).toBe(1);
    expect(await db.data.all('texts')).toEqual([]);
  });
});

describe('paid monitor checks', () => {
  const dear = ['finance', 'value', 'specification'] as const;
  const world = () => {
    const { run, begin, paid, free } = checksWith({});
    return { run, begin, asked: () => paid.registers + paid.valuations + free.specification };
  };

  it('are first made a whole interval after the membership or another car began', async () => {
    const { run, asked } = world();
    for (const aspect of dear) await run(aspect);
    await db.data.set('subscriptions', { registrationNumber: 'FN15FNC' });
    for (const aspect of dear) await run(aspect);
    later(28);
    for (const aspect of dear) await run(aspect);
    expect(asked()).toBe(0);
    await db.data.set('subscriptions', { creditedPeriodEnd: new Date('2027-12-01') });
    later(3);
    for (const aspect of dear) await run(aspect);
    expect(asked()).toBe(2);
    later(61);
    await run('finance');
    expect(asked()).toBe(3);
  });

  it('start over with another membership, without old news or late reminders', async () => {
    const { run, begin, asked } = world();
    for (const aspect of dear) await begin(aspect);
    await run('licensing');
    later(100);
    const [{ id } = { id: '' }] = await db.data.all('subscriptions');
    const started = { stripeSubscriptionId: 'sub_another', status: 'active', trialEndsAt: null, endsAt: null } as const;
    const period = { periodStart: now, periodEnd: new Date('2027-04-01T10:00:00.000Z'), card: null };
    await em().transactional((transaction) =>
      replaceSubscription(
        transaction,
        { id, started: { ...started, ...period } },
        { now, listener: watchSubscriptionListener },
      ),
    );
    expect(await stateOf('licensing')).toMatchObject({ lastResult: null, nextCheckAt: now });
    expect((await findWatch(em(), userId))!.preferencesChangedAt).toEqual(now);
    for (const aspect of dear) await run(aspect);
    expect(asked()).toBe(0);
  });

  const off: AlertSwitch[] = ['finance', 'value', 'keeper-change', 'plate-change'];
  it.each<[string, () => Promise<unknown>]>([
    ['in a trial', () => db.data.set('subscriptions', { status: 'trialing' })],
    ['while paused', () => db.data.set('watches', { paused: true })],
    ['of what is switched off', () => db.data.set('watches', { disabledAlerts: JSON.stringify(off) })],
  ])('are not made %s', async (_, change) => {
    const { run, begin, asked } = world();
    for (const aspect of dear) await begin(aspect);
    await change();
    for (const aspect of dear) await run(aspect);
    expect(asked()).toBe(0);
  });

  it('pause while a payment is due, and resume once it is paid', async () => {
    const { checks, run, begin, paid, free } = checksWith({});
    const asked = () => paid.registers + paid.valuations + free.specification;
    for (const aspect of dear) await begin(aspect);
    await db.data.set('subscriptions', { status: 'past_due' });
    await queueDueMonitorChecks(em, { checks }, now);
    for (const aspect of dear) await run(aspect);
    expect(asked()).toBe(0);
    expect(await stateOf('value')).toMatchObject({ nextCheckAt: null, failure: 'payment-due' });
    // Each sync from Stripe wakes them: they pause again.
    await em().transactional((transaction) => resumeMonitorChecksOfMember(transaction, userId, now));
    await queueDueMonitorChecks(em, { checks }, now);
    expect(await stateOf('value')).toMatchObject({ nextCheckAt: null, failure: 'payment-due' });
    await db.data.set('subscriptions', { status: 'active' });
    await em().transactional((transaction) => resumeMonitorChecksOfMember(transaction, userId, now));
    for (let times = 0; times < 2; times += 1) {
      await queueDueMonitorChecks(em, { checks }, now);
      for (const aspect of dear) await run(aspect);
    }
    expect(asked()).toBe(3);
  });

  it('are made at most once a day, even if their worker dies', async () => {
    const { run, begin, paid } = checksWith({
      registers: (call) => {
        if (call === 1) throw new Error('killed');
        return { state: 'found', data: clearVdiCheck };
      },
    });
    await begin('finance');
    await expect(run('finance')).rejects.toThrow('killed');
    await run('finance');
    expect(paid.registers).toBe(1);
    later(1);
    now = new Date(now.getTime() + 12 * 3_600_000);
    await run('finance');
    expect(paid.registers).toBe(2);
    later(30);
    await run('finance');
    expect(paid.registers).toBe(2);
  });

  it('stay within the daily budget of monitor checks', async () => {
    const { run, begin, paid } = checksWith({});
    for (let member = 0; member < 5; member += 1) {
      if (member > 0) ({ userId } = await insertPaidTestMember(em(), now));
      const plate = `AB1${member}CDE`;
      await db.data.set('subscriptions', { registrationNumber: plate }, { userId });
      await ensureWatch(em(), userId, now);
      await begin('finance');
      await run('finance');
    }
    expect(paid.registers).toBe(3);
    const last = await db.data.one('monitor_check_states', { userId, aspect: 'finance' });
    expect(last).toMatchObject({ failure: 'budget-spent', lastResult: null });
  });

  it('use the result of the member’s own full check immediately', async () => {
    const { run, paid } = checksWith({});
    for (const aspect of ['finance', 'value'] as const) await run(aspect);
    expect(await stateOf('finance')).toMatchObject({ lastResult: null, failure: 'not-yet' });
    later(5);
    const at = now.toISOString();
    const agreement = {
      agreementDate: null,
      type: 'HP',
      termMonths: 12,
      number: 'A',
      company: null,
      phone: null,
      description: null,
    };
    const found = { state: 'found', source: 'UKVD', at } as const;
    const vdi = { ...found, data: { ...clearVdiCheck, financeCount: 1, finance: [agreement] } };
    const done = { status: 'done', vdi, valuation: { ...found, data: exampleValuation }, finishedAt: now } as const;
    const { id } = await db.data.one('subscriptions');
    await db.data.add('full_checks', { userId, subscriptionId: id, ...done }, now);
    await run('finance');
    await run('value');
    expect(paid).toEqual({ registers: 0, valuations: 0 });
    expect(await stateOf('finance')).toMatchObject({ lastResult: { agreements: 1, listed: ['A'] } });
    expect(await listMonthlyValuations(em(), userId, registration)).toMatchObject([
      { month: '2026-11', valuePence: 850_000 },
    ]);
  });

  it('value the car once a month, and notify the member', async () => {
    const { run, begin, paid } = checksWith({
      valuations: (call) => ({
        state: 'found',
        data: { ...exampleValuation, privateAverage: 900_000 - call * 10_000 },
      }),
    });
    await begin('value');
    await run('value');
    later(10);
    await run('value');
    expect(paid.valuations).toBe(2);
    expect(await events()).toEqual([{ kind: 'value', month: '2026-12', pence: 880_000, beforePence: 890_000 }]);
    expect((await listMonthlyValuations(em(), userId, registration)).map(({ month }) => month)).toEqual([
      '2026-11',
      '2026-12',
    ]);
  });
});

describe('the schedule', () => {
  const ordered = async () =>
    (await db.data.values('outbox', 'payload', { jobName: 'monitor-checks.run' }))
      .map(({ aspect }) => aspect)
      .toSorted();
  const free = ['licensing', 'testing'];

  it('queues each due check once, and none that is off or paid during a trial', async () => {
    const { checks } = checksWith({});
    const own = { ...checks, finance: { ...checks.finance!, everyDays: 0 } };
    await Promise.all([
      queueDueMonitorChecks(em, { checks: own }, now),
      queueDueMonitorChecks(em, { checks: own }, now),
    ]);
    await clearTables(em(), 'outbox');
    expect(await queueDueMonitorChecks(em, { checks: own }, now)).toBe(0);
    // Their jobs ended without a result.
    later(0.1);
    await queueDueMonitorChecks(em, { checks: own }, now);
    expect(await ordered()).toEqual(['licensing', 'specification', 'testing', 'value']);
    await clearTables(em(), 'outbox');
    await db.data.set('subscriptions', { status: 'trialing', trialEndsAt: new Date('2028-01-01') });
    later(0.1);
    await queueDueMonitorChecks(em, { checks: own }, now);
    expect(await ordered()).toEqual(free);
  });

  it('suspends the checks of former members until their membership runs again', async () => {
    const { checks } = checksWith({});
    const row = (await findSubscriptionOfUser(em(), userId))!;
    await db.data.set('subscriptions', { status: 'unpaid' });
    expect(await queueDueMonitorChecks(em, { checks }, now)).toBe(0);
    expect(await stateOf('licensing')).toMatchObject({ nextCheckAt: null, failure: 'not-member' });
    const active = { ...row, stripeSubscriptionId: row.stripeSubscriptionId!, status: 'active' } as const;
    const paid = { ...active, currentPeriodStart: now, currentPeriodEnd: row.currentPeriodEnd! };
    expect(
      await em().transactional((transaction) =>
        storeSubscriptionStateOfStripe(transaction, { row, state: paid }, { now, listener: watchSubscriptionListener }),
      ),
    ).toBe(true);
    await queueDueMonitorChecks(em, { checks }, now);
    expect(await ordered()).toEqual(['licensing', 'specification', 'testing', 'value', 'finance'].toSorted());
  });

  describe('checks suspended by a fast clock', () => {
    const aside = async () =>
      (await db.data.all('monitor_check_states', { nextCheckAt: null }, 'aspect')).map(
        ({ aspect, failure }) => `${aspect} ${failure}`,
      );

    it('are due again within the current period, for members', async () => {
      const { checks } = checksWith({});
      // Past the period that is paid for, and back.
      later(40);
      expect(await queueDueMonitorChecks(em, { checks }, now)).toBe(0);
      later(-40);
      expect(await queueDueMonitorChecks(em, { checks }, now)).toBe(0);
      expect(await aside()).toEqual(
        ['finance', 'licensing', 'specification', 'testing', 'value'].map((of) => `${of} not-member`),
      );
      await Promise.all([resumeWronglySuspendedChecks(em(), now), resumeWronglySuspendedChecks(em(), now)]);
      expect(await aside()).toEqual([]);
      expect(await resumeWronglySuspendedChecks(em(), now)).toBe(0);
      await queueDueMonitorChecks(em, { checks }, now);
      expect(await ordered()).toHaveLength(5);
    });

    it('are not paid for again within the interval in which they were made', async () => {
      const { specification } = vehicleRecordFixture({ specification: {} });
      if (specification.state !== 'found') throw new Error('the record has no specification');
      const { checks, begin, run, calls, free, paid } = checksWith({
        specification: () => ({ state: 'found', data: specification.data }),
      });
      const dear = ['finance', 'value', 'specification'] as const;
      const runAll = async () => {
        for (const aspect of dear) await run(aspect);
      };
      for (const aspect of dear) await begin(aspect);
      await runAll();
      const asked = () => ({ ...free, ...paid });
      const once = { ...calls, specification: 1, registers: 1, valuations: 1 };
      expect(asked()).toEqual(once);
      later(100);
      await queueDueMonitorChecks(em, { checks }, now);
      later(-99);
      expect(await resumeWronglySuspendedChecks(em(), now)).toBe(5);
      await runAll();
      expect(asked()).toEqual(once);
      // The value is that of December; the others follow after 30 and 91 days.
      later(20);
      await runAll();
      expect(asked()).toEqual({ ...once, valuations: 2 });
      later(10);
      await db.data.set('subscriptions', { creditedPeriodEnd: new Date(now.getTime() + 86_400_000) });
      await runAll();
      expect(asked()).toEqual({ ...once, valuations: 2, specification: 2 });
    });

    it('are not paid for before the first interval of a membership is over', async () => {
      const { checks, run, calls, paid } = checksWith({});
      await run('finance');
      later(100);
      await queueDueMonitorChecks(em, { checks }, now);
      later(-99);
      await resumeWronglySuspendedChecks(em(), now);
      await run('finance');
      expect(paid).toEqual({ registers: calls.registers, valuations: calls.valuations });
      expect(await stateOf('finance')).toMatchObject({ failure: 'not-yet', lastResultRequestedAt: null });
    });

    it('stay suspended for ended memberships, other cars, and without a postcode', async () => {
      const { checks } = checksWith({});
      const all = { ...checks, ...createImportedDataMonitorChecks() };
      await db.data.set('monitor_check_states', { nextCheckAt: now });
      await queueDueMonitorChecks(em, { checks: { petrol: all.petrol! } }, now);
      expect(await aside()).toEqual(['petrol no-postcode']);
      await db.data.set('subscriptions', { status: 'canceled', endsAt: now });
      await queueDueMonitorChecks(em, { checks }, now);
      expect(await resumeWronglySuspendedChecks(em(), now)).toBe(0);
      await db.data.set('subscriptions', { status: 'active', endsAt: null, registrationNumber: 'FN15FNC' });
      expect(await resumeWronglySuspendedChecks(em(), now)).toBe(0);
      await db.data.set('subscriptions', { registrationNumber: 'AB12CDE' });
      expect(await resumeWronglySuspendedChecks(em(), now)).toBe(5);
      expect(await aside()).toEqual(['petrol no-postcode']);
    });

    it('are due once the membership is paid for, if suspended during a trial', async () => {
      const { checks } = checksWith({});
      await db.data.set('subscriptions', { status: 'trialing', trialEndsAt: new Date('2028-01-01') });
      await queueDueMonitorChecks(em, { checks }, now);
      expect(await aside()).toEqual(['finance', 'specification', 'value'].map((of) => `${of} in-trial`));
      expect(await resumeWronglySuspendedChecks(em(), now)).toBe(0);
      await db.data.set('subscriptions', { status: 'active' });
      expect(await resumeWronglySuspendedChecks(em(), now)).toBe(3);
    });
  });

  it('checks petrol once there is a postcode', async () => {
    const checks = createImportedDataMonitorChecks();
    await queueDueMonitorChecks(em, { checks }, now);
    expect(await ordered()).toEqual(['recalls']);
    const place = { postcode: 'SW1A 2AA', latitude: 51.5, longitude: -0.12 };
    await em().transactional((transaction) => changeWatch(transaction, { userId, changes: { place } }, now));
    await queueDueMonitorChecks(em, { checks }, now);
    expect(await ordered()).toEqual(['petrol', 'recalls']);
  });

  it('continues when a fast clock has scheduled checks years ahead', async () => {
    const { checks } = checksWith({});
    await db.data.set('monitor_check_states', { nextCheckAt: new Date('2029-01-01T10:00:00.000Z') });
    await queueDueMonitorChecks(em, { checks }, now);
    expect(await ordered()).toEqual(free);
    expect((await stateOf('finance'))!.nextCheckAt).toEqual(new Date('2027-02-21T10:00:00.000Z'));
  });

  it('queues all due checks, up to the maximum that may wait', async () => {
    const { checks } = checksWith({});
    const maxWaiting = 600;
    const ids = Array.from({ length: maxWaiting }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    const users = ids.map((id) => ({ id }));
    await db.data.addAll('users', users, now);
    const subscriptions = ids.map((id) => ({ userId: id }));
    await db.data.addAll('subscriptions', subscriptions, now);
    const states = ids.map((id) => ({ userId: id, aspect: 'licensing', registrationNumber: registration }) as const);
    await db.data.addAll(
      'monitor_check_states',
      states.map((state) => ({ ...state, nextCheckAt: now })),
    );
    const order = () => queueDueMonitorChecks(em, { checks: { licensing: checks.licensing! }, most: maxWaiting }, now);
    expect(await order()).toBe(maxWaiting);
    expect(await order()).toBe(0);
    await db.data.set(
      'monitor_check_states',
      { queuedAt: null, nextCheckAt: new Date(now.getTime() + 86_400_000) },
      { queuedAt: notEqualCondition(null) },
    );
    expect(await order()).toBe(1);
  });
});

describe('DVSA’s files of changes', () => {
  const historyOf = (tests: MotTest[]): MotTestingData => ({
    ...exampleMotTesting('FORD'),
    hasOutstandingRecall: 'Unavailable',
    tests,
  });
  const fileOn = (day: string): ListedMotFile => ({
    filename: `delta-${day}.zip`,
    downloadUrl: 'http://files',
    madeAt: new Date(`${day}T08:00:00.000Z`),
  });
  /**
   * Files of many cars, the member's at `at`. Reading fails after `dies` records, and for files in `unreadable`; `kept`
   * are not offered by DVSA.
   */
  const filesOf = (
    files: Record<string, MotTest[]>,
    {
      size = 1_200,
      at = 700,
      dies = Infinity,
      killed = (): void => undefined,
      unreadable = [] as string[],
      kept = [] as string[],
    } = {},
  ) => {
    const read: string[] = [];
    return {
      read,
      list: () => Promise.resolve({ state: 'listed' as const, files: Object.keys(files).map(fileOn) }),
      async *read_(file: ListedMotFile): AsyncGenerator<ChangedMotHistory> {
        read.push(file.filename);
        const day = file.filename.slice(6, 16);
        const tests = files[day] ?? [];
        if (unreadable.includes(day)) throw new MotFileContentError('unpacks to too much');
        if (kept.includes(day)) throw new MotFileError('answered 503');
        for (let index = 0; index < size; index += 1) {
          if (index >= dies) {
            killed();
            throw new Error('killed');
          }
          yield index === at
            ? { registration, read: () => historyOf(tests) }
            : { registration: `X${index}`, read: () => null };
        }
      },
    };
  };
  const importFrom = (
    { list, read_ }: Pick<ReturnType<typeof filesOf>, 'read_'> & Pick<MotDeltasPort, 'list'>,
    signal?: AbortSignal,
  ) =>
    importMotDeltaFiles({
      fork: em,
      deltas: { list, read: read_ },
      now: () => (now = new Date(now.getTime() + 10)),
      ...(signal && { signal }),
    });
  const known = motTestFixture('2025-11-20', 40_000, { testNumber: '1', expiryDate: '2026-11-25' });
  const first = motTestFixture('2026-11-22', 45_000, { testNumber: '2', result: 'FAILED' });
  const second = motTestFixture('2026-11-23', 45_001, { testNumber: '3', expiryDate: '2027-11-25' });
  const alerts = async () =>
    (await events()).map((facts) => facts.kind === 'mot-result' && facts.testNumber).toReversed();

  beforeEach(async () => {
    const { run } = checksWith({ testing: () => ({ state: 'found', data: historyOf([known]) }) });
    await run('testing');
    later(2);
  });

  it('notify of new tests once, oldest first, also after a missed day', async () => {
    const files = filesOf({ '2026-11-24': [second, first, known], '2026-11-23': [first, known] });
    expect(await importFrom(files)).toBe(2);
    expect(files.read).toEqual(['delta-2026-11-23.zip', 'delta-2026-11-24.zip']);
    expect(await alerts()).toEqual(['2', '3']);
    expect(await importFrom(files)).toBe(0);
    await clearTables(em(), 'mot_deltas');
    await importFrom(files);
    expect(await alerts()).toEqual(['2', '3']);
  });

  it.each([600, 1_100])('continue where a worker was killed, after %d records', async (dies) => {
    const files = { '2026-11-23': [first, known] };
    const ending = new AbortController();
    const killed = () => ending.abort(new Error('killed'));
    await expect(importFrom(filesOf(files, { dies, killed }), ending.signal)).rejects.toThrow('killed');
    expect(await db.data.all('mot_deltas')).toMatchObject([
      { processedRecords: Math.floor(dies / 500) * 500, failureCount: 0, finishedAt: null },
    ]);
    await importFrom(filesOf(files));
    expect(await alerts()).toEqual(['2']);
    expect(await db.data.values('mot_deltas', 'processedRecords', { finishedAt: notEqualCondition(null) })).toEqual([
      1_200,
    ]);
  });

  it('are read even if more members watch a car than a file has records', async () => {
    const other = await insertPaidTestMember(em(), now);
    await ensureWatch(em(), other.userId, now);
    expect(await importFrom(filesOf({ '2026-11-24': [first, known] }, { size: 1, at: 0 }))).toBe(1);
    expect(await alerts()).toEqual(['2']);
  });

  it('are read by one of two processes', async () => {
    const files = { '2026-11-23': [first, known], '2026-11-24': [second, first, known] };
    const found = await Promise.all([importFrom(filesOf(files)), importFrom(filesOf(files))]);
    expect(found.toSorted()).toEqual([2, null]);
    expect(await alerts()).toEqual(['2', '3']);
  });

  it('are skipped when they cannot be read, retried hourly, and fail permanently after a day', async () => {
    const files = { '2026-11-23': [first, known], '2026-11-24': [second, first, known] };
    const broken = filesOf(files, { unreadable: ['2026-11-23'] });
    const failure = 'delta-2026-11-23.zip cannot be read: unpacks to too much';
    await expect(importFrom(broken)).rejects.toThrow(failure);
    expect(await alerts()).toEqual(['2', '3']);
    for (let hour = 0; hour < 30; hour += 1) {
      // Two runs an hour, of which the first is too early; staff still see the failure.
      await expect(importFrom(broken)).rejects.toThrow('delta-2026-11-23.zip');
      later(1 / 23);
    }
    expect(broken.read.filter((name) => name === 'delta-2026-11-23.zip')).toHaveLength(24);
    await expect(importFrom(broken)).rejects.toThrow('delta-2026-11-23.zip was given up: unpacks to too much');
    expect(await findFileImport(em(), 'mot')).toMatchObject({ failure: expect.stringContaining('was given up') });
  });

  it('are read later when they cannot be downloaded for two days', async () => {
    const files = { '2026-11-23': [first, known] };
    const broken = filesOf(files, { kept: ['2026-11-23'] });
    for (let hour = 0; hour < 48; hour += 1) {
      await expect(importFrom(broken)).rejects.toThrow('delta-2026-11-23.zip cannot be read: answered 503');
      later(1 / 23);
    }
    expect(broken.read).toHaveLength(48);
    expect(await importFrom(filesOf(files))).toBe(1);
    expect(await alerts()).toEqual(['2']);
  });

  it('are not read while DVSA does not list them', async () => {
    const list = () => Promise.resolve({ state: 'unavailable' as const, reason: 'timeout' as const });
    await expect(importFrom({ ...filesOf({}), list })).rejects.toThrow('timeout');
  });
});
