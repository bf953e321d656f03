import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { replaceSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import {
  grantPeriodCredit,
  findSubscriptionOfUser,
  type SubscriptionRow,
  storeSubscriptionStateOfStripe,
} from '@ve/data/membership/subscription/subscription.repository';
import { tables } from '@ve/data/entities';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { replaceMembershipCar } from '@ve/app/monitoring/watch/change-car';
import { claimStaleDueDates } from '@ve/data/monitoring/watch/register-due-dates.repository';
import {
  excludeFromReminderScan,
  readReminderScanBatch,
  includeInReminderScan,
} from '@ve/data/monitoring/watch/reminder.repository';
import { setMemberDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import {
  openReminderEnvironment,
  type ReminderEnvironment,
  testCarTaxedUntil,
  testCarWithMotUntil,
} from '../../testing/reminder-environment.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import { dueDateRefresh } from '@ve/domain/monitoring/reminders/register-due-dates';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let world: ReminderEnvironment;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
const em = () => db.orm.em.fork();
beforeEach(async () => {
  await clearTables(em(), 'users', 'customers', 'subscriptions', 'mails', 'outbox');
  world = openReminderEnvironment(db.orm, new Date('2027-01-01T12:00:00Z'));
});

const zeroId = '00000000-0000-0000-0000-000000000000';
const planned = async () => {
  const reminders = await tables(em())
    .selectFrom('reminders')
    .innerJoin('users', 'users.id', 'userId')
    .select(['plannedAt', 'email', 'leadDays as lead', 'late'])
    .orderBy('plannedAt')
    .orderBy('email')
    .orderBy('lead', 'desc')
    .execute();
  return reminders.map(({ plannedAt: at, email, lead, late }) => {
    const when = at.toISOString().slice(5, 16).replace('T', ' ');
    return `${when} ${email.split('@')[0]} ${lead}${late ? ' late' : ''}`;
  });
};
/** Creates a member whose insurance is due on that day. */
const insured = async (name: string, registration: string, on: string): Promise<string> => {
  const userId = await world.join(name, registration, {});
  await setMemberDueDate(em(), { userId, kind: 'insurance', on }, world.now());
  return userId;
};
const scanAt = async (...times: string[]): Promise<void> => {
  for (const time of times) {
    world.travelTo(time);
    await world.scan();
  }
};

it('a scan plans each reminder once, with its job, for any number of processes and repetitions', async () => {
  for (const [name, registration] of [
    ['ann', 'AN11ANN'],
    ['bob', 'BO22BOB'],
    ['cat', 'CA33CAT'],
  ] as const) {
    await insured(name, registration, '2027-03-15');
  }
  world.travelTo('2027-03-01T09:00:00Z');
  const scanned = await Promise.all(Array.from({ length: 6 }, () => world.scan()));
  expect(scanned.reduce((sum, each) => sum + each.planned, 0)).toBe(3);
  await world.scan();
  expect(await planned()).toEqual(['03-01 09:00 ann 14', '03-01 09:00 bob 14', '03-01 09:00 cat 14']);
  const jobs = await db.data.values('outbox', 'payload', { jobName: 'reminders.send' });
  const ids = await db.data.values('reminders', 'id');
  expect(jobs.map(({ reminderId }) => reminderId).toSorted()).toEqual(ids.toSorted());
});

it('a scan covers every date for any batch size', async () => {
  const members = ['ann', 'bob', 'cat', 'dee', 'eve'].map((name, n) => [name, `AB1${n}CDE`] as const);
  for (const [name, registration] of members) await insured(name, registration, '2027-03-15');
  await insured('far', 'AB19CDE', '2027-06-15');
  world.travelTo('2027-03-01T09:00:00Z');
  const looking = { fork: em, now: world.now, isClosed: () => false };
  expect(await scanReminders({ ...looking, batch: 2 })).toMatchObject({ planned: 5, ordered: 0 });
});

it('a scan catches up what was missed while it is useful, only the nearest, and marks it late', async () => {
  await insured('ann', 'AN11ANN', '2027-03-15');
  await scanAt('2027-03-04T09:00:00Z', '2027-03-10T09:00:00Z', '2027-03-10T10:00:00Z', '2027-03-14T09:00:00Z');
  expect(await planned()).toEqual(['03-04 09:00 ann 14 late', '03-10 09:00 ann 7 late', '03-14 09:00 ann 1']);
  await scanAt('2027-03-30T09:00:00Z');
  expect(await planned()).toHaveLength(3);
});

it('a scan does not catch up what was due before the date was known, the lead chosen, or a pause over', async () => {
  world.travelTo('2027-03-02T10:00:00Z');
  await insured('ann', 'AN11ANN', '2027-03-15');
  world.travelTo('2027-01-01T10:00:00Z');
  const bob = await insured('bob', 'BO22BOB', '2027-03-15');
  const cat = await insured('cat', 'CA33CAT', '2027-03-15');
  world.travelTo('2027-02-14T10:00:00Z');
  await changeWatch(em(), { userId: cat, changes: { pause: { until: '2027-03-03' } } }, world.now());
  world.travelTo('2027-03-03T09:00:00Z');
  await changeWatch(em(), { userId: bob, changes: { smsOn: true } }, world.now());
  await scanAt('2027-03-03T10:00:00Z');
  expect(await planned()).toEqual([]);
  await scanAt('2027-03-08T10:00:00Z');
  expect(await planned()).toEqual(['03-08 10:00 ann 7', '03-08 10:00 bob 7', '03-08 10:00 bob 7', '03-08 10:00 cat 7']);
});

it('a scan plans nothing twice when the clock is set back, and continues when it is set forward', async () => {
  await insured('ann', 'AN11ANN', '2027-03-15');
  await scanAt('2027-03-01T09:00:00Z', '2027-02-26T09:00:00Z', '2027-03-01T09:05:00Z', '2027-03-08T09:00:00Z');
  expect((await planned()).toSorted()).toEqual(['02-26 09:00 ann 28 late', '03-01 09:00 ann 14', '03-08 09:00 ann 7']);
});

it('a scan plans nothing in quiet hours or for former members, also in the nights of a clock change', async () => {
  await insured('ann', 'AN11ANN', '2027-03-29');
  const bob = await insured('bob', 'BO22BOB', '2027-03-29');
  await db.data.set('subscriptions', { status: 'unpaid' }, { userId: bob });
  await scanAt('2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z', '2027-03-28T06:59:00Z');
  expect(await planned()).toEqual([]);
  await scanAt('2027-03-28T07:00:00Z', '2027-03-28T20:00:00Z', '2027-03-29T07:00:00Z');
  expect(await planned()).toEqual(['03-28 07:00 ann 1']);
});

describe('due dates of ended memberships', () => {
  const first = '2027-03-01';
  const readBatch = (today = first) =>
    readReminderScanBatch(
      em(),
      { today, after: null, limit: 10, skippedSince: world.now(), finalReasons: [] },
      world.now(),
    );
  const end = (...names: string[]) =>
    db.data.set(
      'subscriptions',
      { status: 'canceled', endsAt: world.now() },
      { stripeSubscriptionId: names.map((name) => `sub_${name}`) },
    );
  const nameOf = (n: number) => `m${String(n).padStart(2, '0')}`;

  it('are scanned once, and cost later scans nothing', async () => {
    for (let n = 0; n < 30; n += 1) await insured(nameOf(n), `AB${10 + n}CDE`, '2027-03-15');
    await end(...Array.from({ length: 26 }, (_, n) => nameOf(n)));
    world.travelTo(`${first}T09:00:00Z`);
    expect(await readBatch()).toMatchObject({ idle: { length: expect.any(Number) }, next: expect.anything() });
    expect(await world.scan()).toMatchObject({ planned: 4 });
    expect(await readBatch()).toMatchObject({ dueDates: { length: 4 }, idle: [], next: null });
  });

  it('are not in the index of the scan', async () => {
    await em().transactional(async (own) => {
      await own.execute(
        'set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
      );
      const plan = await own.execute<{ 'QUERY PLAN': string }[]>(`
        explain select user_id from watch_due_dates
        where in_reminder_scan and due_on <= '2027-03-29' and (due_on, user_id, kind) > ('2027-02-20', '${zeroId}', '')
        order by due_on, user_id, kind limit 10
      `);
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toContain('using watch_due_dates_scan_index');
      expect(text).not.toMatch(/Sort|Filter/);
    });
    const [index] = await em().execute<{ text: string }[]>(
      `select indexdef as text from pg_indexes where indexname = 'watch_due_dates_scan_index'`,
    );
    expect(index?.text).toContain('WHERE in_reminder_scan');
  });

  const wakes: [what: string, begin: (row: SubscriptionRow) => Promise<unknown>][] = [
    [
      'goes on by Stripe’s word',
      (row) =>
        em().transactional((own) =>
          storeSubscriptionStateOfStripe(
            own,
            { row, state: { ...running(row), stripeSubscriptionId: 'sub_ann' } },
            { now: world.now(), listener: watchSubscriptionListener },
          ),
        ),
    ],
    [
      'begins again by Stripe’s word',
      (row) =>
        em().transactional(async (own) => {
          await storeSubscriptionStateOfStripe(
            own,
            { row, state: { ...running(row), stripeSubscriptionId: 'sub_new' } },
            { now: world.now(), listener: watchSubscriptionListener },
          );
          await grantPeriodCredit(own, row.id, running(row).currentPeriodEnd);
        }),
    ],
    [
      'is begun again by its member',
      (row) =>
        em().transactional((own) =>
          replaceSubscription(
            own,
            {
              id: row.id,
              started: {
                ...{ stripeSubscriptionId: 'sub_new', status: 'active', trialEndsAt: null, endsAt: null, card: null },
                ...{ periodStart: world.now(), periodEnd: new Date('2028-01-01T00:00:00Z') },
              },
            },
            { now: world.now(), listener: watchSubscriptionListener },
          ),
        ),
    ],
    [
      'is begun again with another car',
      async (row) => {
        await db.data.set('subscriptions', { status: 'active', endsAt: null });
        const change = {
          userId: row.userId,
          subscriptionId: row.id,
          registration: 'FN15FNC',
          periodStart: world.now(),
        };
        await em().transactional((own) => replaceMembershipCar(own, change, world.now()));
      },
    ],
  ];
  const running = (row: SubscriptionRow) => ({
    ...{ status: 'active' as const, trialEndsAt: null, endsAt: null, card: null, paymentProblem: null },
    ...{ currentPeriodStart: row.currentPeriodStart!, currentPeriodEnd: new Date('2028-01-01T00:00:00Z') },
  });
  it.each(wakes)('are scanned again once it %s', async (what, begin) => {
    const ann = await insured('ann', 'AN11ANN', '2027-03-15');
    await end('ann');
    await scanAt('2027-03-02T09:00:00Z', '2027-03-03T09:00:00Z');
    expect(await db.data.values('watch_due_dates', 'kind', { inReminderScan: false })).toEqual(['insurance']);
    await begin((await findSubscriptionOfUser(em(), ann))!);
    // The other car has a due date of its own.
    if (what.endsWith('car'))
      await setMemberDueDate(em(), { userId: ann, kind: 'insurance', on: '2027-03-15' }, world.now());
    expect(await db.data.all('watch_due_dates', { inReminderScan: false })).toEqual([]);
    await scanAt('2027-03-08T09:00:00Z');
    expect(await planned()).toEqual(['03-08 09:00 ann 7']);
  });

  it('are included again where an earlier release resumed the membership, and no others', async () => {
    await insured('ann', 'AN11ANN', '2027-03-15');
    await insured('bob', 'BO22BOB', '2027-03-15');
    await end('ann', 'bob');
    await scanAt('2027-03-02T09:00:00Z', '2027-03-03T09:00:00Z');
    await db.data.set('subscriptions', { status: 'active', endsAt: null }, { stripeSubscriptionId: 'sub_ann' });
    expect(await includeInReminderScan(em(), world.now())).toBe(1);
    expect(await includeInReminderScan(em(), world.now())).toBe(0);
    await scanAt('2027-03-08T09:00:00Z');
    expect(await planned()).toEqual(['03-08 09:00 ann 7']);
  });

  it('are not excluded by a scan that read them before the membership resumed', async () => {
    const ann = await insured('ann', 'AN11ANN', '2027-03-15');
    await end('ann');
    world.travelTo('2027-03-02T09:00:00Z');
    const { idle } = await readBatch('2027-03-02');
    expect(idle).toMatchObject([{ userId: ann, kind: 'insurance' }]);
    const row = (await findSubscriptionOfUser(em(), ann))!;
    const renewing = em();
    await renewing.begin();
    await storeSubscriptionStateOfStripe(
      renewing,
      { row, state: { ...running(row), stripeSubscriptionId: 'sub_ann' } },
      { now: world.now(), listener: watchSubscriptionListener },
    );
    const excluding = em().transactional((own) => excludeFromReminderScan(own, idle, world.now()));
    await waitUntil('it waits', async () => (await em().execute('select from pg_locks where not granted')).length > 0);
    await renewing.commit();
    await excluding;
    expect(await db.data.all('watch_due_dates', { inReminderScan: false })).toEqual([]);
  });
});

it('a car is claimed with all its dates: a concurrent claim gets none of them', async () => {
  await world.join('ann', 'AN11ANN', {});
  await world.join('bob', 'BO22BOB', {});
  await world.join('cat', 'AN11ANN', {});
  const first = em();
  await first.begin();
  const [car] = await claimStaleDueDates(first, { ...dueDateRefresh, limit: 1 }, world.now());
  const claim = () =>
    em().transactional((own) => claimStaleDueDates(own, { ...dueDateRefresh, limit: 8 }, world.now()));
  const second = claim();
  await waitUntil('it waits', async () => (await em().execute('select from pg_locks where not granted')).length > 0);
  await first.commit();
  expect(await second).toEqual([car === 'AN11ANN' ? 'BO22BOB' : 'AN11ANN']);
  expect(await claim()).toEqual([]);
});

it('a refresh reads dates that were never read, or that no check has read, each once', async () => {
  const ann = await world.join('ann', 'AN11ANN', testCarTaxedUntil('2027-03-15'));
  await world.join('bob', 'BO22BOB', testCarTaxedUntil('2027-03-15'));
  world.travelTo('2027-01-01T12:05:00Z');
  expect((await Promise.all([world.refresh(), world.refresh()])).reduce((sum, cars) => sum + cars, 0)).toBe(2);
  expect(world.calls.licensing).toBe(2);
  expect(await world.refresh()).toBe(0);
  world.travelTo('2027-01-08T12:00:00Z');
  expect(await world.refresh()).toBe(0);
  await world.look(ann, 'licensing');
  expect(world.calls.licensing).toBe(3);
  world.travelTo('2027-01-09T13:00:00Z');
  expect(await world.refresh()).toBe(1);
  expect(world.calls.licensing).toBe(4);
});

it('a refresh uses the date that a check read, and does not read it again', async () => {
  const ann = await world.join('ann', 'AN11ANN', {
    ...testCarTaxedUntil('2027-03-15'),
    ...testCarWithMotUntil('2027-04-15'),
  });
  await world.look(ann, 'licensing');
  await world.look(ann, 'testing');
  expect(await db.data.all('watch_due_dates', {}, 'kind')).toMatchObject([
    { kind: 'mot', dueOn: '2027-04-15', source: 'DVSA' },
    { kind: 'tax', dueOn: '2027-03-15', source: 'DVLA' },
  ]);
  expect(await world.refresh()).toBe(0);
  expect(world.calls).toEqual({ licensing: 1, testing: 1 });
});

it('a date that moved earlier is notified once, by the check that it brings forward', async () => {
  const ann = await world.join('ann', 'AN11ANN', testCarTaxedUntil('2027-03-15'));
  await world.look(ann, 'licensing');
  world.setCar('AN11ANN', testCarTaxedUntil('2027-02-01'));
  await db.data.set('watch_due_dates', { fetchedAt: new Date('2026-12-01'), attemptedAt: new Date('2026-12-01') });
  world.travelTo('2027-01-01T14:00:00Z');
  await world.refresh();
  expect(await db.data.all('watch_events')).toEqual([]);
  await world.look(ann, 'licensing');
  await world.look(ann, 'licensing');
  expect(await db.data.values('watch_events', 'facts')).toEqual([
    { kind: 'date-moved', of: 'tax', from: '2027-03-15', to: '2027-02-01' },
  ]);
  expect(await db.data.values('mails', 'template')).toEqual(['alert']);
});

it('a refresh retries within hours what a source did not return, and keeps the known date', async () => {
  await world.join('ann', 'AN11ANN', { tax: { state: 'unavailable', reason: 'budget-spent' } });
  expect(await world.refresh()).toBe(1);
  expect(await db.data.values('watch_due_dates', 'noDateReason', { kind: 'tax' })).toEqual(['budget-spent']);
  expect(await world.refresh()).toBe(0);
  world.setCar('AN11ANN', testCarTaxedUntil('2027-03-15'));
  world.travelTo('2027-01-01T13:30:00Z');
  expect(await world.refresh()).toBe(1);
  world.setCar('AN11ANN', { tax: { state: 'unavailable', reason: 'timeout' } });
  world.travelTo('2027-01-10T13:30:00Z');
  await world.refresh();
  expect(await db.data.one('watch_due_dates', { kind: 'tax' })).toMatchObject({
    dueOn: '2027-03-15',
    noDateReason: null,
  });
});
