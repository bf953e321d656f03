import { watchRowsListener } from '../../testing/watch-rows-listener.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { saveCustomer } from '../customer/customer.repository.ts';
import { tables } from '../../entities.ts';
import { addMail } from '../../messaging/mails/mail.repository.ts';
import {
  addMembershipPayment,
  addTrialPayment,
  lockRecordedCharge,
  recordChargeRefunded,
} from '../payment/payment.repository.ts';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { createUser } from '../../identity/user/user.repository.ts';
import {
  addSubscription,
  grantPeriodCredit,
  findPreChargeNotices,
  findSixMonthlyNotices,
  findStaleSubscriptions,
  findSubscription,
  findSubscriptionByStripeId,
  findSubscriptionByStripeCustomerId,
  findSubscriptionOfUser,
  type StripeSubscriptionState,
  storeSubscriptionStateOfStripe,
} from './subscription.repository.ts';
import { sixMonthlyNotice, staleSubscription } from '@ve/domain/membership/sweep-intervals';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'users', 'mails'));

const now = new Date('2026-03-01T10:00:00.000Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const days = (count: number) => hours(24 * count);
const card = { brand: 'visa', last4: '4242', expiryMonth: 1, expiryYear: 2030 };

let numbers = 0;
const trial = async (at = now) => {
  numbers += 1;
  const em = db.orm.em.fork();
  const email = `member-${numbers}@example.com`;
  const userId = (await createUser(em, email, at)) ?? '';
  const stripe = { stripeCustomerId: `cus_${numbers}`, stripeSubscriptionId: `sub_${numbers}` };
  const address = { address: '1 High Street', postcode: 'LS1 1AA' };
  await saveCustomer(em, { userId, name: 'Dana Driver', email, ...address, ...stripe }, at);
  const trialEndsAt = new Date(at.getTime() + 86_400_000);
  const period = { currentPeriodStart: at, currentPeriodEnd: trialEndsAt };
  // With a fingerprint, as a provider returns it.
  const providerCard = { ...card, fingerprint: 'Xt5EWLLDS7FJjR1c' };
  const first = {
    userId,
    status: 'trialing' as const,
    registration: 'AB12CDE',
    trialEndsAt,
    ...period,
    card: providerCard,
  };
  const id = await addSubscription(
    em,
    { ...first, stripeSubscriptionId: stripe.stripeSubscriptionId },
    { now: at, listener: watchRowsListener },
  );
  const again = await addSubscription(
    em,
    { ...first, stripeSubscriptionId: `sub_${numbers}b` },
    { now: at, listener: watchRowsListener },
  );
  return { id: id ?? '', again, userId, email, ...stripe };
};
const state = (
  stripeSubscriptionId: string,
  changes: Partial<StripeSubscriptionState> = {},
): StripeSubscriptionState => ({
  stripeSubscriptionId,
  status: 'active',
  trialEndsAt: days(1),
  currentPeriodStart: days(1),
  currentPeriodEnd: days(31),
  endsAt: null,
  card,
  paymentProblem: null,
  ...changes,
});
const set = (id: string, columns: Record<string, unknown>) =>
  tables(db.orm.em.fork()).updateTable('subscriptions').set(columns).where('id', '=', id).execute();

it('is a user’s only one, starts without a credit, and is found by user, Stripe id and customer', async () => {
  const em = db.orm.em.fork();
  const { id, again, userId, email, stripeCustomerId, stripeSubscriptionId } = await trial();
  expect(again).toBeNull();
  const row = await findSubscription(em, id);
  expect(row).toEqual({
    id,
    userId,
    email,
    status: 'trialing',
    creditsUsed: 1,
    registration: 'AB12CDE',
    stripeSubscriptionId,
    monthlyPence: 890,
    undecidedFrom: null,
    agreedPrice: null,
    stripeCustomerId,
    revision: 0,
    trialEndsAt: days(1),
    currentPeriodStart: now,
    currentPeriodEnd: days(1),
    creditedPeriodEnd: null,
    cancelRequestedAt: null,
    endsAt: null,
    card,
    paymentProblem: null,
    tier: 'Premium',
  });
  expect(await findSubscriptionOfUser(em, userId)).toEqual(row);
  expect(await findSubscriptionByStripeId(em, stripeSubscriptionId)).toEqual(row);
  expect(await findSubscriptionByStripeCustomerId(em, stripeCustomerId)).toEqual(row);
  expect(await findSubscriptionByStripeId(em, 'sub_other')).toBeNull();
});

describe('the state read from Stripe', () => {
  it('is written once per revision: an older read is discarded', async () => {
    const em = db.orm.em.fork();
    const { id, stripeSubscriptionId } = await trial();
    const problem = { kind: 'declined' as const, pence: 890, failedAt: null, nextAttemptAt: null, invoiceId: 'in_1' };
    const read = { id, revision: 0, stripeSubscriptionId };
    expect(
      await storeSubscriptionStateOfStripe(
        em,
        { row: read, state: state(stripeSubscriptionId, { paymentProblem: problem }) },
        {
          now,
          listener: watchRowsListener,
        },
      ),
    ).toBe(true);
    expect(
      await storeSubscriptionStateOfStripe(
        em,
        { row: read, state: state(stripeSubscriptionId, { status: 'canceled' }) },
        {
          now,
          listener: watchRowsListener,
        },
      ),
    ).toBe(false);
    expect(await findSubscription(em, id)).toMatchObject({ status: 'active', revision: 1, paymentProblem: problem });
  });

  it('keeps a cancellation that Stripe does not know yet, but not for a new subscription', async () => {
    const em = db.orm.em.fork();
    const { id, stripeSubscriptionId } = await trial();
    await set(id, { cancelRequestedAt: now, endsAt: days(31) });
    await storeSubscriptionStateOfStripe(
      em,
      { row: { id, revision: 0, stripeSubscriptionId }, state: state(stripeSubscriptionId) },
      {
        now,
        listener: watchRowsListener,
      },
    );
    expect(await findSubscription(em, id)).toMatchObject({ cancelRequestedAt: now, endsAt: days(31) });
    const later = state(stripeSubscriptionId, { endsAt: days(32) });
    await storeSubscriptionStateOfStripe(
      em,
      { row: { id, revision: 1, stripeSubscriptionId }, state: later },
      {
        now,
        listener: watchRowsListener,
      },
    );
    expect(await findSubscription(em, id)).toMatchObject({ cancelRequestedAt: now, endsAt: days(31) });
    await storeSubscriptionStateOfStripe(
      em,
      { row: { id, revision: 2, stripeSubscriptionId }, state: state('sub_new') },
      {
        now,
        listener: watchRowsListener,
      },
    );
    const begun = { cancelRequestedAt: null, endsAt: null, stripeSubscriptionId: 'sub_new' };
    expect(await findSubscription(em, id)).toMatchObject(begun);
    const old = { id, revision: 3, stripeSubscriptionId };
    expect(
      await storeSubscriptionStateOfStripe(
        em,
        { row: old, state: state(stripeSubscriptionId, { status: 'canceled' }) },
        {
          now,
          listener: watchRowsListener,
        },
      ),
    ).toBe(false);
    expect(await findSubscription(em, id)).toMatchObject(begun);
  });
});

it('grants each paid period its credit once, in any order', async () => {
  const em = db.orm.em.fork();
  const { id, userId } = await trial();
  const spend = () => set(id, { creditsUsed: 1 });
  const at = {
    amountPence: 890,
    currency: 'gbp',
    paidAt: now,
    receiptUrl: null,
    stripeSubscriptionId: null,
    paymentIntentId: null,
  };
  const add = (invoiceId: string, end: number) =>
    addMembershipPayment(em, { userId, invoiceId, ...at, periodStart: days(end - 30), periodEnd: days(end) }, now);
  expect(await add('in_1', 31)).not.toBeNull();
  expect(await add('in_1', 31)).toBeNull();
  const granted = await Promise.all([1, 2].map(() => grantPeriodCredit(db.orm.em.fork(), id, days(31))));
  expect(granted.toSorted()).toEqual([false, true]);
  await spend();
  expect(await grantPeriodCredit(em, id, days(1))).toBe(false);
  expect(await findSubscription(em, id)).toMatchObject({ creditsUsed: 1, creditedPeriodEnd: days(31) });
  expect(await grantPeriodCredit(em, id, days(61))).toBe(true);
  expect(await findSubscription(em, id)).toMatchObject({ creditsUsed: 0 });
});

it('writes the refunded amount, also when it decreases', async () => {
  const em = db.orm.em.fork();
  const { userId } = await trial();
  const payment = { userId, paymentIntentId: 'pi_1', amountPence: 50, currency: 'gbp', paidAt: now, receiptUrl: null };
  await addTrialPayment(em, payment, now);
  const charge = await lockRecordedCharge(em, 'pi_1');
  expect(charge).toMatchObject({ userId, kind: 'trial', refundedPence: 0, dispute: null });
  const wentBack = async (pence: number, at: Date) => {
    await recordChargeRefunded(em, { id: charge!.id, pence }, at);
    const [row] = await em.execute<{ at: string | null }[]>('select refunded_at as at from payments');
    return row?.at ? new Date(row.at) : null;
  };
  expect(await wentBack(50, days(1))).toEqual(days(1));
  expect(await wentBack(0, days(2))).toBeNull();
  expect(await wentBack(30, days(3))).toEqual(days(3));
  expect(await wentBack(20, days(4))).toEqual(days(3));
  expect(await lockRecordedCharge(em, 'pi_1')).toMatchObject({ refundedPence: 20 });
  expect(await lockRecordedCharge(em, 'pi_2')).toBeNull();
});

describe('a stale subscription', () => {
  it.each([
    ['read within the hour', { trialEndsAt: days(-1) }, 0.5, false],
    ['in its trial, read today', { trialEndsAt: days(9) }, 12, false],
    ['whose trial ended an hour ago', { trialEndsAt: hours(1) }, 2.1, true],
    ['not read for a day', { trialEndsAt: days(9) }, 25, true],
    ['whose period ended an hour ago', { status: 'active', currentPeriodEnd: hours(1) }, 2.1, true],
    ['whose charge is known', { status: 'active', currentPeriodEnd: days(9), creditedPeriodEnd: days(9) }, 2, false],
    ['whose charge is not known', { status: 'active', currentPeriodEnd: days(9) }, 2, true],
    ['that has ended', { status: 'canceled' }, 90, false],
    ['whose cancellation was not carried out', { cancelRequestedAt: now, trialEndsAt: days(9) }, 2, true],
  ])('%s', async (_what, columns, after, stale) => {
    const { id } = await trial();
    await set(id, columns);
    const found = await findStaleSubscriptions(db.orm.em.fork(), { ...staleSubscription, limit: 10 }, hours(after));
    expect(found).toEqual(stale ? [id] : []);
  });
});

describe('the notice before the first charge', () => {
  const due = (at: Date) =>
    findPreChargeNotices(db.orm.em.fork(), { now: at, until: new Date(at.getTime() + 12 * 3_600_000), limit: 10 });

  it('is due in the twelve hours before the charge, and once', async () => {
    const { id, email, stripeSubscriptionId } = await trial();
    expect(await due(hours(11.9))).toEqual([]);
    expect(await due(hours(12))).toEqual([{ id, email, occasion: stripeSubscriptionId }]);
    expect(await due(hours(23.9))).toHaveLength(1);
    expect(await due(hours(24))).toEqual([]);
    const mail = { template: 'pre-charge', recipient: email, subjectId: id } as const;
    await addMail(db.orm.em.fork(), { ...mail, uniqueKey: `pre-charge.${stripeSubscriptionId}` }, hours(12));
    expect(await due(hours(13))).toEqual([]);
  });

  it('is not due for a trial that was cancelled', async () => {
    const { id } = await trial();
    await set(id, { cancelRequestedAt: now });
    expect(await due(hours(13))).toEqual([]);
  });
});

describe('the six-monthly reminder', () => {
  const due = async (at: string) =>
    (await findSixMonthlyNotices(db.orm.em.fork(), { ...sixMonthlyNotice, limit: 10 }, new Date(at))).map(
      ({ occasion }) => occasion,
    );

  it('is due each half year after the trial, for two weeks', async () => {
    const { id, email, stripeSubscriptionId } = await trial();
    await set(id, { status: 'active' });
    const key = (count: number) => `${stripeSubscriptionId}.${count}`;
    expect(await due('2026-09-02T09:00:00Z')).toEqual([]);
    expect(await due('2026-09-02T11:00:00Z')).toEqual([key(1)]);
    expect(await due('2026-09-15T11:00:00Z')).toEqual([key(1)]);
    expect(await due('2026-09-17T11:00:00Z')).toEqual([]);
    expect(await due('2027-03-03T10:00:00Z')).toEqual([key(2)]);
    expect(await due('2028-09-05T10:00:00Z')).toEqual([key(5)]);
    const mail = { template: 'six-monthly', recipient: email, subjectId: id } as const;
    await addMail(db.orm.em.fork(), { ...mail, uniqueKey: `six-monthly.${key(1)}` }, now);
    expect(await due('2026-09-03T11:00:00Z')).toEqual([]);
  });

  it('is not due for a membership that ends', async () => {
    const { id } = await trial();
    await set(id, { status: 'active', endsAt: days(400) });
    expect(await due('2026-09-03T11:00:00Z')).toEqual([]);
  });
});
