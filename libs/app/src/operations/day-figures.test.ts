import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DayFigureName, groupFiguresByDay, totalDayFigures } from '@ve/domain/operations/analytics/day-figures';
import { addDays, daysBetween, londonDate, startOfLondonDay } from '@ve/domain/kernel/time/london-date';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { eraseAccount } from '@ve/data/privacy/my-data/erase-account';
import { retainRecords } from '../privacy/retain-records.ts';
import { clearTables } from '@ve/data/testing/clear-tables';
import type { SubscriptionStatus } from '@ve/data/membership/subscription/subscription.entity';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { countDayFigures, countNewCustomers } from '@ve/data/operations/analytics/day-figures.repository';
import { countServiceTotals } from '@ve/data/operations/analytics/service-totals.repository';
import { countAndStoreDayFigures, readDayFigures } from './day-figures.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
const em = () => db.orm.em.fork();
const clear = () => clearTables(em(), 'users', 'cancellation_requests', 'retained_records', 'day_figures');
beforeEach(clear);

const before = (day: string) => new Date(startOfLondonDay(day).getTime() - 1);
const addUser = async (): Promise<string> => {
  const row = await db.data.add('users', {}, new Date('2020-01-01T00:00Z'));
  return row.id;
};

interface Charge {
  kind: 'trial' | 'membership';
  paidAt: Date;
  pence?: number;
  currency?: string;
  refundedPence?: number;
  refundedAt?: Date | null;
  dispute?: 'open' | 'won' | 'lost' | null;
  disputedAt?: Date | null;
}
const addCharge = (userId: string, charge: Charge) => {
  const trial = { stripeInvoiceId: null, amountPence: 50, periodStart: null, periodEnd: null };
  return db.data.add(
    'payments',
    {
      userId,
      kind: charge.kind,
      stripePaymentIntentId: `pi_${randomUUID()}`,
      ...(charge.kind === 'trial' ? trial : {}),
      ...(charge.pence === undefined ? {} : { amountPence: charge.pence }),
      currency: charge.currency ?? 'gbp',
      refundedPence: charge.refundedPence ?? 0,
      refundedAt: charge.refundedAt ?? null,
      disputeState: charge.dispute ?? null,
      disputedAt: charge.disputedAt ?? null,
    },
    charge.paidAt,
  );
};
const addCancellation = (userId: string, at: Date, withdrawnAt: Date | null = null) =>
  db.data.add('cancellation_requests', { userId, stripeSubscriptionId: `sub_${randomUUID()}`, withdrawnAt }, at);
/** Does what the deletion of an account does to its rows. */
const erase = (userId: string, at: Date) =>
  em().transactional(async (transaction) => {
    await retainRecords(transaction, userId, at);
    await eraseAccount(transaction, { userId, limitKeys: [] });
  });

const daysFrom = (first: string, last: string) =>
  Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
const read = async (first: string, last: string) =>
  groupFiguresByDay(daysFrom(first, last), await countDayFigures(em(), { first, last }));
/** One figure per day. */
const each = async (figure: DayFigureName, first: string, last: string) =>
  (await read(first, last)).map((day) => day[figure]);

describe('the events of a London day', () => {
  it.each([
    ['2026-03-29', 'of 23 hours'],
    ['2026-10-25', 'of 25 hours'],
    ['2026-07-15', 'of summer'],
    ['2026-01-01', 'of winter'],
  ])('%s, %s, starts and ends at midnight in London', async (day) => {
    const userId = await addUser();
    const next = addDays(day, 1);
    for (const at of [before(day), startOfLondonDay(day), before(next), startOfLondonDay(next)]) {
      await addCharge(userId, { kind: 'trial', paidAt: at });
      await addCharge(await addUser(), { kind: 'membership', paidAt: at, refundedPence: 90, refundedAt: at });
      await addCancellation(userId, at);
    }
    const [figures] = await read(day, day);
    expect(figures).toEqual({
      date: day,
      signUps: 2,
      newMembers: 2,
      cancellations: 2,
      refunds: 2,
      grossPence: 1_880,
      returnedPence: 180,
    });
    const around = await read(addDays(day, -1), next);
    expect(around.map(({ signUps }) => signUps)).toEqual([1, 2, 1]);
    expect(totalDayFigures(around)).toMatchObject({ refunds: 4, cancellations: 4, grossPence: 3_760 });
  });

  it('include a trial that becomes a membership once, on the day of the first full charge, also when that is before the range', async () => {
    const userId = await addUser();
    for (const day of ['2026-05-02', '2026-06-02', '2026-07-02']) {
      await addCharge(userId, { kind: 'membership', paidAt: startOfLondonDay(day) });
    }
    expect(await each('newMembers', '2026-05-01', '2026-05-03')).toEqual([0, 1, 0]);
    expect(totalDayFigures(await read('2026-05-01', '2026-07-31'))).toMatchObject({ newMembers: 1, grossPence: 2_670 });
    expect(totalDayFigures(await read('2026-06-01', '2026-07-31'))).toMatchObject({ newMembers: 0, grossPence: 1_780 });
  });

  it('include a refund on the day it was last increased, and a dispute once the bank has decided for the payer', async () => {
    const [userId, paidAt] = [await addUser(), startOfLondonDay('2026-05-01')];
    const disputedAt = startOfLondonDay('2026-05-03');
    await addCharge(userId, {
      kind: 'membership',
      paidAt,
      refundedPence: 400,
      refundedAt: startOfLondonDay('2026-05-02'),
      dispute: 'lost',
      disputedAt,
    });
    await addCharge(userId, { kind: 'membership', paidAt, dispute: 'open', disputedAt });
    await addCharge(userId, { kind: 'membership', paidAt, dispute: 'won', disputedAt });
    expect(await each('grossPence', '2026-05-01', '2026-05-03')).toEqual([2_670, 0, 0]);
    expect(await each('returnedPence', '2026-05-01', '2026-05-03')).toEqual([0, 400, 490]);
    expect(await each('refunds', '2026-05-01', '2026-05-03')).toEqual([0, 1, 0]);
  });

  it('exclude an undone cancellation, and money that is not sterling', async () => {
    const [userId, at] = [await addUser(), startOfLondonDay('2026-05-01')];
    await addCancellation(userId, at, at);
    await addCharge(userId, { kind: 'trial', paidAt: at, currency: 'usd', refundedPence: 50, refundedAt: at });
    expect(totalDayFigures(await read('2026-05-01', '2026-05-01'))).toMatchObject({
      cancellations: 0,
      grossPence: 0,
      returnedPence: 0,
    });
  });

  it('are unchanged after an account was deleted', async () => {
    const userId = await addUser();
    const at = (day: string) => startOfLondonDay(day);
    await addCharge(userId, { kind: 'trial', paidAt: at('2026-05-01') });
    await addCharge(userId, {
      kind: 'membership',
      paidAt: at('2026-05-02'),
      dispute: 'lost',
      disputedAt: at('2026-06-01'),
    });
    await addCharge(userId, {
      kind: 'membership',
      paidAt: at('2026-06-02'),
      refundedPence: 890,
      refundedAt: at('2026-06-03'),
    });
    await addCancellation(userId, at('2026-06-03'));
    await addCancellation(userId, at('2026-05-03'), at('2026-05-04'));
    const counted = await read('2026-05-01', '2026-06-30');
    expect(totalDayFigures(counted)).toEqual({
      signUps: 1,
      newMembers: 1,
      cancellations: 1,
      refunds: 1,
      grossPence: 1_830,
      returnedPence: 1_780,
    });
    await erase(userId, at('2026-06-10'));
    expect(await db.data.all('payments')).toEqual([]);
    expect(await read('2026-05-01', '2026-06-30')).toEqual(counted);
    expect(await each('signUps', '2026-05-01', '2026-05-01')).toEqual([1]);
  });

  it('agree with counting row by row for any history, with accounts deleted or not', async () => {
    const [first, last] = ['2026-03-27', '2026-04-02'];
    const instant = fc.date({
      min: new Date('2026-03-25T12:00:00Z'),
      max: new Date('2026-04-04T12:00:00Z'),
      noInvalidDate: true,
    });
    const maybe = fc.option(instant, { nil: null });
    const charge = fc.record({
      user: fc.integer({ min: 0, max: 2 }),
      kind: fc.constantFrom('trial' as const, 'membership' as const),
      paidAt: instant,
      pence: fc.integer({ min: 1, max: 9_999 }),
      refundedAt: maybe,
      lostAt: maybe,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(charge, { maxLength: 12, selector: ({ paidAt }) => paidAt.getTime() }),
        fc.array(fc.record({ user: fc.integer({ min: 0, max: 2 }), at: instant, withdrawnAt: maybe }), {
          maxLength: 6,
        }),
        fc.subarray([0, 1, 2]),
        async (charges, cancellations, deleted) => {
          await clear();
          const users = [await addUser(), await addUser(), await addUser()];
          for (const { user, refundedAt, lostAt, ...row } of charges) {
            const lost = { dispute: lostAt && ('lost' as const), disputedAt: lostAt };
            const refundedPence = refundedAt === null ? 0 : Math.ceil(row.pence / 2);
            await addCharge(users[user] ?? '', { ...row, ...lost, refundedAt, refundedPence });
          }
          for (const { user, at, withdrawnAt } of cancellations)
            await addCancellation(users[user] ?? '', at, withdrawnAt);
          for (const user of deleted) await erase(users[user] ?? '', new Date('2026-04-05T12:00:00Z'));

          const firstOf = (user: number) =>
            charges
              .filter((row) => row.user === user && row.kind === 'membership')
              .toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())[0];
          const expected = groupFiguresByDay(daysFrom(first, last), [
            ...charges.flatMap((row) => {
              const half = row.refundedAt === null ? 0 : Math.ceil(row.pence / 2);
              const paid = londonDate(row.paidAt);
              const isFirst = row === firstOf(row.user);
              return [
                { date: paid, figure: 'grossPence' as const, value: row.pence },
                { date: paid, figure: 'signUps' as const, value: row.kind === 'trial' ? 1 : 0 },
                { date: paid, figure: 'newMembers' as const, value: isFirst ? 1 : 0 },
                ...(row.refundedAt === null
                  ? []
                  : [
                      { date: londonDate(row.refundedAt), figure: 'refunds' as const, value: 1 },
                      { date: londonDate(row.refundedAt), figure: 'returnedPence' as const, value: half },
                    ]),
                ...(row.lostAt === null
                  ? []
                  : [{ date: londonDate(row.lostAt), figure: 'returnedPence' as const, value: row.pence - half }]),
              ];
            }),
            ...cancellations
              .filter(({ withdrawnAt }) => withdrawnAt === null)
              .map(({ at }) => ({ date: londonDate(at), figure: 'cancellations' as const, value: 1 })),
          ]);
          expect(await read(first, last)).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('the stored figures of days', () => {
  const now = new Date('2026-05-20T12:00:00Z');
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const store = (at = now) => em().transactional((transaction) => countAndStoreDayFigures(transaction, at));
  const storeAll = async (at = now) => {
    let all = 0;
    for (let count = await store(at); count > 0; count = await store(at)) all += count;
    return all;
  };
  const signUpsOf = async (range: number, at = now) => {
    const { days, countedAt } = await readDayFigures(em(), range, at);
    return {
      signUps: Object.fromEntries(days.filter((day) => day.signUps > 0).map((day) => [day.date, day.signUps])),
      countedAt,
    };
  };
  const addTrial = async (day: string) => addCharge(await addUser(), { kind: 'trial', paidAt: startOfLondonDay(day) });

  it('are equal to a direct count, stored or not', async () => {
    for (const day of ['2025-05-21', '2025-10-26', '2026-03-29', '2026-05-17', '2026-05-18', '2026-05-20']) {
      await addTrial(day);
    }
    const direct = await readDayFigures(em(), 365, now);
    expect([direct.days.length, direct.countedAt]).toEqual([365, null]);
    expect(totalDayFigures(direct.days).signUps).toBe(6);
    expect(await store()).toBe(28);
    expect(await readDayFigures(em(), 365, now)).toEqual(direct);
    expect(await storeAll()).toBe(362 - 28);
    expect(await readDayFigures(em(), 365, now)).toEqual({ days: direct.days, countedAt: now });
    expect(await store()).toBe(0);
  });

  it('are current for the last three days, and at most a day old for earlier ones', async () => {
    await storeAll();
    for (const day of ['2026-05-17', '2026-05-18', '2026-05-19', '2026-05-20']) await addTrial(day);
    const fresh = { '2026-05-18': 1, '2026-05-19': 1, '2026-05-20': 1 };
    expect(await signUpsOf(7)).toEqual({ signUps: fresh, countedAt: now });
    expect(await storeAll(later(23))).toBeGreaterThan(0);
    expect(await storeAll(later(25))).toBeGreaterThan(300);
    expect(await signUpsOf(7, later(25))).toEqual({ signUps: { ...fresh, '2026-05-17': 1 }, countedAt: later(23) });
  });

  it('are counted from the first missing day, so that a gap has no wrong figures', async () => {
    await storeAll();
    await addTrial('2026-05-10');
    await db.data.remove('day_figures', { day: '2026-05-08' });
    expect(await signUpsOf(30)).toEqual({ signUps: { '2026-05-10': 1 }, countedAt: now });
  });

  it('are counted by one process at a time, and no other waits for it', async () => {
    await em().transactional(async (first) => {
      expect(await countAndStoreDayFigures(first, now)).toBe(28);
      expect(await store()).toBe(0);
    });
  });
});

describe('new customers', () => {
  it('are those of each London day, in the requested order', async () => {
    for (const at of [before('2026-03-29'), startOfLondonDay('2026-03-29'), before('2026-03-30')]) {
      await db.data.add('customers', { userId: await addUser() }, at);
    }
    expect(await countNewCustomers(em(), ['2026-03-30', '2026-03-29', '2026-03-28'])).toEqual([0, 2, 1]);
    expect(await countNewCustomers(em(), ['2026-03-29', '2026-03-29'])).toEqual([2, 2]);
  });
});

describe('the totals', () => {
  it('count all existing rows, and as active only paid memberships that have not ended', async () => {
    const now = new Date('2026-05-01T12:00:00Z');
    const [past, future] = [new Date('2026-05-01T11:59:59Z'), new Date('2026-05-20T00:00:00Z')];
    const memberships: [status: SubscriptionStatus, paidUntil: Date | null, endsAt: Date | null, periodEnd?: Date][] = [
      // Started, and not charged yet.
      ['active', past, null, future],
      ['active', null, null, future],
      ['active', future, null],
      ['active', future, future],
      ['active', future, past],
      ['active', past, null],
      ['trialing', future, null],
      ['past_due', future, null],
      ['canceled', null, past],
    ];
    for (const [status, paidUntil, endsAt, periodEnd] of memberships) {
      const paid = { currentPeriodEnd: periodEnd ?? paidUntil, creditedPeriodEnd: paidUntil };
      await db.data.add('subscriptions', { userId: await addUser(), status, ...paid, endsAt }, past);
    }
    const customer = await db.data.add('customers', { userId: await addUser() }, past);
    for (const registration of ['AB12CDE', 'FN15FNC']) {
      await db.data.add('reports', { customerId: customer.id, registrationNumber: registration }, past);
    }
    expect(await countServiceTotals(em(), now)).toEqual({
      users: 10,
      reports: 2,
      customers: 1,
      activeSubscriptions: 2,
      countedAt: now,
    });
  });
});
