import { recordSubscriptionCard } from '@ve/data/membership/subscription/subscription-changes.repository';
import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { cancelMembership } from '@ve/app/membership/cancellation/cancel-membership';
import { withdrawCancellation } from '@ve/app/membership/cancellation/withdraw-cancellation';
import { addFullCheck } from '@ve/data/full-check/full-check.repository';
import { findCancellationMailData } from '@ve/app/membership/cancellation/cancellation-outcome';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findSubscription, consumeCredit } from '@ve/data/membership/subscription/subscription.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { likeCondition, notEqualCondition } from '@ve/data/testing/test-rows';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import { setImmediate } from 'node:timers/promises';
import { recordDisputeOfCharge, recordRefunds } from '@ve/app/membership/payments/refunds';
import { endFullCheckWithoutResult } from '@ve/app/full-check/end-check';
import { queueUnfinishedCancellations } from '@ve/app/membership/subscription/sweep-subscriptions';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { createTestJobContext } from '../testing/test-job-context.ts';
import { createPaymentJobRunner } from '../testing/payment-job-runner.ts';
import { openSignUpForm } from '../testing/sign-up-rows.ts';
import { deliverStripeEvent } from '../testing/deliver-stripe-event.ts';
import {
  startStripeSandbox,
  type StripeSandbox,
  type StripeTestEnvironment,
  type StripeTestCard,
} from '../testing/stripe-sandbox.ts';
import { cancelSubscriptionAtStripe } from '@ve/app/membership/cancellation/cancel-subscription-at-stripe';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
let world: StripeTestEnvironment;
let jobs: ReturnType<typeof createPaymentJobRunner>;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

const start = new Date('2027-03-01T10:00:00.000Z');
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const days = 24;
beforeEach(async () => {
  await clearTables(db.orm.em.fork(), 'users', 'sign_ups', 'mails', 'outbox', 'stripe_events');
  world = await sandbox.openTestEnvironment(start);
  jobs = createPaymentJobRunner({ orm: db.orm, payments: sandbox.payments, now: world.now });
});

const em = () => db.orm.em.fork();
const context = () => createTestJobContext({ orm: db.orm, now: world.now });
const queued = () => ({ now: world.now(), correlationId: 'c' });

/** Creates a member in their trial; only the fee was charged. */
const onTrial = async (trialCard: StripeTestCard = 'visa') => {
  const form = await openSignUpForm({ orm: db.orm, sandbox, world });
  await world.confirm(form.payment, trialCard);
  await em().transactional((transaction) =>
    addToOutbox(
      transaction,
      { jobName: 'sign-ups.complete', payload: { signUpId: form.signUpId, correlationId: 'c' } },
      { now: start },
    ),
  );
  await jobs.settle();
  const { id, stripeSubscriptionId: stripe } = await db.data.one('subscriptions');
  return { id, stripe: stripe!, customerId: form.customerId, trialCharge: form.payment.id, charge: form.payment.id };
};

/** Creates a member whose first month is paid for, with its check. */
const member = async (card: StripeTestCard = 'visa', trialCard: StripeTestCard = 'visa') => {
  const trial = await onTrial(trialCard);
  const { id, stripe } = trial;
  if (card !== trialCard) await world.setCard(trial.customerId, stripe, card);
  await world.advanceTo(after(26));
  await syncSubscription(sandbox.payments, { id }, context());
  await world.newEvents();
  const [invoice] = await sandbox.payments.listInvoices({ subscriptionId: stripe, limit: 1 });
  return { ...trial, charge: invoice?.paymentIntentId ?? '' };
};
type Member = Awaited<ReturnType<typeof member>>;

const cancel = ({ id: subscriptionId, stripe: stripeSubscriptionId }: Member) =>
  em().transactional((transaction) =>
    cancelMembership(transaction, { subscriptionId, stripeSubscriptionId, origin: 'page' }, queued()),
  );
const keep = ({ id: subscriptionId, stripe: stripeSubscriptionId }: Member) =>
  em().transactional((transaction) =>
    withdrawCancellation(
      transaction,
      { subscriptionId, stripeSubscriptionId },
      { ...queued(), listener: watchSubscriptionListener },
    ),
  );
const sync = ({ id }: Member) => syncSubscription(sandbox.payments, { id }, context());
/** Uses the check of the current period. */
const spendCheck = async ({ id, stripe: stripeSubscriptionId }: Member) =>
  em().transactional(async (transaction) => {
    const { userId, creditedPeriodEnd } = (await findSubscription(transaction, id))!;
    const periodEnd = creditedPeriodEnd!;
    expect(await consumeCredit(transaction, id, periodEnd)).toBe(true);
    const asked = { userId, subscriptionId: id, stripeSubscriptionId, periodEnd, registration: 'AB12CDE' };
    const check = await addFullCheck(transaction, { ...asked, correlationId: 'c' }, world.now());
    return { ...asked, id: check.id, correlationId: 'c' };
  });
/** Adds an earlier month: under a contract that has ended, or under the current one. */
const addEarlierCharge = async (stripeSubscriptionId = 'sub_before', paymentIntentId = 'pi_before') => {
  const { userId } = await db.data.one('subscriptions');
  const ids = { stripePaymentIntentId: paymentIntentId, stripeSubscriptionId };
  await db.data.add('payments', { userId, ...ids, periodEnd: after(-1) }, after(-31 * days));
};
const hear = async () => {
  for (const event of await world.newEvents()) await deliverStripeEvent(db.orm, event, world.now());
  await jobs.settle();
};
const memberships = async () =>
  (await db.data.all('payments', { kind: 'membership' }, 'periodEnd')).map((row) => [
    row.amountPence,
    row.refundedPence,
  ]);
const cancellation = () => db.data.one('cancellation_requests');
const subscription = () => db.data.one('subscriptions');
const mailed = (template: string) => db.data.count('mails', { template });
const atStripe = ({ stripe }: Member) => sandbox.payments.readSubscription(stripe);
const refundsOf = ({ charge }: Member) => sandbox.payments.listRefunds(charge);
/** Refunds like staff in Stripe's dashboard. */
const refundByHand = ({ charge }: Member, pence?: number) =>
  sandbox.must('POST', 'refunds', {
    payment_intent: charge,
    ...(pence === undefined ? {} : { amount: String(pence) }),
  });

/** Resolves once as many statements wait for locks. */
const waitingForLocks = async (count: number) => {
  const locked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await em().execute(locked)).length < count) await setImmediate();
};

/** A provider whose worker is killed before or after its `n`th call. */
const dyingAt = (n: number, when: 'before' | 'after'): PaymentDeps['payments'] => {
  let calls = 0;
  return new Proxy(sandbox.payments, {
    get: (target, name: keyof PaymentDeps['payments']) => async (given: unknown) => {
      calls += 1;
      const dies = calls === n;
      if (dies && when === 'before') throw new Error('killed');
      const answer = await (target[name] as (given: unknown) => Promise<unknown>)(given);
      if (dies) throw new Error('killed');
      return answer;
    },
  });
};

describe('a cancellation that promised a refund of the last charge', () => {
  it('ends the membership now, refunds the card and confirms it once', async () => {
    const owner = await member();
    expect(await cancel(owner)).toMatchObject({ outcome: 'cancelled', refund: { kind: 'full', pence: 890 } });
    expect(await cancel(owner)).toMatchObject({ outcome: 'already' });
    await jobs.settle();
    expect(await atStripe(owner)).toMatchObject({ status: 'canceled' });
    expect(await memberships()).toEqual([[890, 890]]);
    expect(await cancellation()).toMatchObject({
      stripeRefundId: (await refundsOf(owner))[0]?.id,
      refundCard: { brand: 'visa', last4: '4242' },
      finishedAt: expect.anything(),
    });
    await hear();
    expect(await mailed('membership-cancelled')).toBe(1);
    expect(await db.data.count('cancellation_requests')).toBe(1);
  });

  it.each(['before', 'after'] as const)('refunds once when killed %s each call to Stripe', async (when) => {
    const owner = await member();
    await cancel(owner);
    let died = 0;
    for (let alive = false; !alive && died < 50;) {
      const run = cancelSubscriptionAtStripe({ payments: dyingAt(died + 1, when) });
      alive = await run({ subscriptionId: owner.id, correlationId: 'c' }, context()).then(
        () => true,
        () => false,
      );
      if (!alive) died += 1;
    }
    expect(died).toBeGreaterThan(8);
    expect(await refundsOf(owner)).toMatchObject([{ amountPence: 890 }]);
    expect(await memberships()).toEqual([[890, 890]]);
    expect(await mailed('membership-cancelled')).toBe(1);
  });

  it('refunds once when two workers have its job', async () => {
    const owner = await member();
    await cancel(owner);
    const run = () =>
      cancelSubscriptionAtStripe({ payments: sandbox.payments })(
        { subscriptionId: owner.id, correlationId: 'c' },
        context(),
      );
    await Promise.allSettled([run(), run()]);
    await jobs.settle();
    expect(await refundsOf(owner)).toMatchObject([{ amountPence: 890 }]);
    expect(await mailed('membership-cancelled')).toBe(1);
  });

  it('is completed by the sweep when its job failed permanently', async () => {
    const owner = await member();
    await cancel(owner);
    await db.data.remove('outbox');
    expect(await queueUnfinishedCancellations(em(), world.now())).toBe(0);
    await world.advanceTo(after(27));
    expect(await queueUnfinishedCancellations(em(), world.now())).toBe(1);
    await jobs.settle();
    expect(await memberships()).toEqual([[890, 890]]);
    expect(await queueUnfinishedCancellations(em(), after(99))).toBe(0);
  });

  it.each([
    ['all', undefined, [890]],
    ['a part', 300, [590, 300]],
  ])('refunds no more than the charge when staff have refunded %s of it in the meantime', async (_, pence, made) => {
    const owner = await member();
    await cancel(owner);
    await refundByHand(owner, pence);
    await jobs.settle();
    expect((await refundsOf(owner)).map(({ amountPence }) => amountPence)).toEqual(made);
    expect(await memberships()).toEqual([[890, 890]]);
    expect(await cancellation()).toMatchObject({ finishedAt: expect.anything() });
  });

  it('reports to support once that Stripe refuses the refund, and completes it when Stripe accepts', async () => {
    const owner = await member();
    await cancel(owner);
    const refusing: PaymentDeps['payments'] = {
      ...sandbox.payments,
      refundPayment: () => Promise.reject(new PaymentsRefusedError('balance_insufficient', 'No money')),
    };
    const run = cancelSubscriptionAtStripe({ payments: refusing });
    for (let time = 0; time < 2; time += 1) {
      await expect(run({ subscriptionId: owner.id, correlationId: 'c' }, context())).rejects.toThrow('No money');
    }
    expect([await mailed('refund-refused-notice'), await mailed('membership-cancelled')]).toEqual([1, 0]);
    await jobs.settle();
    expect(await memberships()).toEqual([[890, 890]]);
    expect([await mailed('refund-refused-notice'), await mailed('membership-cancelled')]).toEqual([1, 1]);
  });

  it('asks support to refund when Stripe does not name the charge', async () => {
    const owner = await member();
    await db.data.set('payments', { stripePaymentIntentId: null }, { kind: 'membership' });
    await cancel(owner);
    await jobs.settle();
    expect(await cancellation()).toMatchObject({ stripeRefundId: null, finishedAt: expect.anything() });
    expect([await mailed('refund-refused-notice'), await mailed('membership-cancelled')]).toEqual([1, 1]);
  });

  it('refunds nothing of a disputed charge, and its mail explains why', async () => {
    const owner = await member('createDispute');
    expect(await cancel(owner)).toMatchObject({ refund: { pence: 890 } });
    await jobs.settle();
    expect(await refundsOf(owner)).toEqual([]);
    expect(await db.data.one('payments', { disputeState: notEqualCondition(null) })).toMatchObject({
      disputeState: 'open',
      refundedPence: 0,
    });
    expect(await cancellation()).toMatchObject({ stripeRefundId: null, finishedAt: expect.anything() });
    expect([await mailed('payment-disputed'), await mailed('membership-cancelled')]).toEqual([1, 1]);
  });
});

it('a rejoining member is charged on the card that they chose after the end', async () => {
  const owner = await member();
  await cancel(owner);
  await jobs.settle();
  const chosen = { brand: 'mastercard', last4: '4444', expiryMonth: 4, expiryYear: 2040 } as const;
  await em().transactional((transaction) =>
    recordSubscriptionCard(transaction, { id: owner.id, card: chosen }, world.now()),
  );
  await sync(owner);
  expect((await findSubscription(em(), owner.id))?.card).toMatchObject({ last4: '4444' });
});

it('a used month is not refunded to a member first charged in full under an earlier contract', async () => {
  const owner = await member();
  await addEarlierCharge();
  await spendCheck(owner);
  expect(await cancel(owner)).toMatchObject({ refund: { kind: 'none', reason: 'check-used' } });
});

it('a renewal that crossed with the cancellation is refunded, in the same mail', async () => {
  const owner = await member();
  await spendCheck(owner);
  await world.advanceTo(after(20 * days));
  expect(await cancel(owner)).toMatchObject({ refund: { kind: 'none' } });
  await world.advanceTo(after(34 * days));
  await jobs.settle();
  expect(await memberships()).toEqual([
    [890, 0],
    [890, 890],
  ]);
  expect(await mailed('membership-cancelled')).toBe(1);
  const mail = await db.data.one('mails', { template: 'membership-cancelled' });
  expect(mail.uniqueKey).toMatch(/\.890$/);
});

it('the first full charge that crossed with the cancellation of a trial is refunded, as the page promised', async () => {
  const owner = await onTrial();
  expect(await cancel(owner)).toMatchObject({ refund: { kind: 'none' }, endsAt: start });
  await sandbox.payments.endTrialNow({ key: 'upgrade-in-another-tab', id: owner.stripe });
  await jobs.settle();
  expect(await atStripe(owner)).toMatchObject({ status: 'canceled' });
  expect(await memberships()).toEqual([[890, 890]]);
  expect(await mailed('membership-cancelled')).toBe(1);
});

describe('a cancellation while the full check runs', () => {
  const cancelledWith = async () => {
    const owner = await member();
    const check = await spendCheck(owner);
    await world.advanceTo(after(30));
    const { refund } = (await cancel(owner)) as { refund: { kind: string; pence: number } };
    expect(refund).toMatchObject({ kind: 'pro-rata' });
    return { owner, check, promised: refund.pence };
  };
  const fail = (check: Awaited<ReturnType<typeof spendCheck>>) =>
    em().transactional((transaction) =>
      endFullCheckWithoutResult(
        transaction,
        { check, failure: 'timeout' },
        { now: world.now(), listener: crossContextListener },
      ),
    );

  it.each(['before', 'after'] as const)(
    'refunds the whole charge when the check fails %s the cancellation was carried out',
    async (when) => {
      const { owner, check, promised } = await cancelledWith();
      expect(promised).toBeLessThan(890);
      if (when === 'after') await jobs.settle();
      await fail(check);
      await jobs.settle();
      const made = (await refundsOf(owner)).map(({ amountPence }) => amountPence);
      expect(made).toEqual(when === 'before' ? [890] : [890 - promised, promised]);
      expect(await memberships()).toEqual([[890, 890]]);
      expect(await cancellation()).toMatchObject({ refundKind: 'full', refundPence: 890 });
      expect(await mailed('membership-cancelled')).toBe(when === 'before' ? 1 : 2);
      expect(await fail(check)).toBe(false);
    },
  );

  it('refunds the whole charge when the check fails while the first refund is being made', async () => {
    const { owner, check, promised } = await cancelledWith();
    const { payments } = sandbox;
    const failing = {
      ...payments,
      refundPayment: async (charge: Parameters<typeof payments.refundPayment>[0]) => {
        const back = await payments.refundPayment(charge);
        await fail(check);
        return back;
      },
    };
    await createPaymentJobRunner({ orm: db.orm, payments: failing, now: world.now }).settle();
    expect((await refundsOf(owner)).map(({ amountPence }) => amountPence)).toEqual([890 - promised, promised]);
    expect(await cancellation()).toMatchObject({ refundPence: 890, finishedAt: expect.anything() as unknown });
    expect(await mailed('membership-cancelled')).toBe(1);
  });

  it('refunds what was promised while the check has not failed', async () => {
    const { owner, promised } = await cancelledWith();
    await jobs.settle();
    expect(await refundsOf(owner)).toMatchObject([{ amountPence: promised }]);
  });
});

describe('a withdrawn cancellation', () => {
  const ending = async () => {
    const owner = await member();
    await spendCheck(owner);
    await world.advanceTo(after(20 * days));
    await cancel(owner);
    await jobs.settle();
    expect(await atStripe(owner)).toMatchObject({ cancelAtPeriodEnd: true });
    return owner;
  };

  it('lets the membership continue at Stripe, and confirms it once', async () => {
    const owner = await ending();
    expect(await keep(owner)).toBe(true);
    expect(await keep(owner)).toBe(true);
    // A sync runs first, while it is still cancelled at Stripe.
    await sync(owner);
    expect(await subscription()).toMatchObject({ endsAt: null, cancelRequestedAt: null });
    await jobs.settle();
    expect(await atStripe(owner)).toMatchObject({ cancelAtPeriodEnd: false, endsAt: null });
    await hear();
    expect(await subscription()).toMatchObject({ status: 'active', endsAt: null });
    expect(await db.data.count('cancellation_requests')).toBe(1);
    expect([await mailed('cancellation-withdrawn'), await mailed('membership-cancelled')]).toEqual([1, 1]);
  });

  it('is withdrawn again when its own job reached Stripe late', async () => {
    const owner = await ending();
    const { id } = (await cancellation()) as { id: string };
    await keep(owner);
    await jobs.settle();
    const late = { key: 'late', id: owner.stripe, when: 'period-end', cancellationId: id } as const;
    await sandbox.payments.cancelSubscription(late);
    await hear();
    expect(await atStripe(owner)).toMatchObject({ endsAt: null });
    expect(await subscription()).toMatchObject({ endsAt: null });
  });

  it('stays cancelled when it is cancelled again before Stripe was called', async () => {
    const owner = await ending();
    await keep(owner);
    expect(await cancel(owner)).toMatchObject({ outcome: 'cancelled' });
    await jobs.settle();
    expect(await atStripe(owner)).toMatchObject({ cancelAtPeriodEnd: true });
    expect(await mailed('membership-cancelled')).toBe(2);
    expect(await mailed('cancellation-withdrawn')).toBe(0);
  });

  it('is not recorded a second time by its job, which had read the membership a moment before', async () => {
    const owner = await member();
    await spendCheck(owner);
    await world.advanceTo(after(20 * days));
    await cancel(owner);
    const job = (await jobs.waiting()).find(({ name }) => name === 'subscriptions.cancel');
    const { cancelled } = await em().transactional(async (transaction) => {
      await lockSubscription(transaction, owner.id);
      await transaction.execute('lock table cancellation_requests in access exclusive mode');
      const running = jobs.run(job!);
      await waitingForLocks(1);
      const { id: subscriptionId, stripe: stripeSubscriptionId } = owner;
      const kept = { ...queued(), listener: watchSubscriptionListener };
      expect(await withdrawCancellation(transaction, { subscriptionId, stripeSubscriptionId }, kept)).toBe(true);
      return { cancelled: running };
    });
    expect(await cancelled).toBeNull();
    await jobs.settle();
    expect(await db.data.all('cancellation_requests')).toMatchObject([{ withdrawnAt: expect.anything() }]);
    expect([await mailed('membership-cancelled'), await mailed('cancellation-withdrawn')]).toEqual([0, 1]);
    expect(await atStripe(owner)).toMatchObject({ cancelAtPeriodEnd: false, endsAt: null });

    await world.advanceTo(after(33 * days));
    await sync(owner);
    expect(await cancel(owner)).toMatchObject({ outcome: 'cancelled', refund: { kind: 'full', pence: 890 } });
    await jobs.settle();
    const [, second] = await db.data.all('payments', { kind: 'membership' }, 'periodEnd');
    expect(await db.data.one('cancellation_requests', { withdrawnAt: null })).toMatchObject({
      paymentId: second?.id,
      paidUntil: second?.periodEnd,
    });
    expect(await memberships()).toEqual([
      [890, 0],
      [890, 890],
    ]);
  });

  it('is refused once money was refunded or the period is over', async () => {
    const owner = await member();
    await cancel(owner);
    expect(await keep(owner)).toBe(false);
  });
});

describe('changes made directly at Stripe', () => {
  it('a refund of the charge ends the membership now, and nothing more is refunded', async () => {
    const owner = await member();
    await refundByHand(owner, 300);
    await hear();
    expect(await atStripe(owner)).toMatchObject({ status: 'canceled' });
    expect(await memberships()).toEqual([[890, 300]]);
    expect(await cancellation()).toMatchObject({
      origin: 'stripe',
      refundKind: 'none',
      stripeRefundId: (await refundsOf(owner))[0]?.id,
      refundCard: { brand: 'visa', last4: '4242' },
    });
    const back = await db.data.one('payments', { kind: 'membership' });
    expect(back.refundedAt).toEqual(world.now());
    expect(await mailed('membership-cancelled')).toBe(1);
  });

  it('a refund of an earlier month does not end the paid membership, and support is notified once', async () => {
    const staying = await member();
    await world.advanceTo(after(34 * days));
    await sync(staying);
    expect(await memberships()).toHaveLength(2);
    await refundByHand(staying, 300);
    await hear();
    await refundByHand(staying);
    await hear();
    expect(await memberships()).toEqual([
      [890, 890],
      [890, 0],
    ]);
    expect(await subscription()).toMatchObject({ status: 'active', endsAt: null });
    expect(await db.data.all('cancellation_requests')).toEqual([]);
    expect(await mailed('earlier-refund-notice')).toBe(1);
  });

  it('a refund of the trial’s fee ends the trial, and nothing more is charged', async () => {
    const owner = await onTrial();
    await refundByHand(owner);
    await hear();
    expect(await atStripe(owner)).toMatchObject({ status: 'canceled' });
    expect([await memberships(), await mailed('membership-cancelled')]).toEqual([[], 1]);
  });

  it('a lost dispute of the trial’s fee cancels the membership by the rule, and nothing more is charged', async () => {
    const owner = await member('visa', 'createDispute');
    const { data } = await sandbox.must('GET', 'disputes', { payment_intent: owner.trialCharge });
    await sandbox.closeDispute(data[0]?.id ?? '', 'lost');
    await hear();
    expect(await db.data.one('payments', { disputeState: notEqualCondition(null) })).toMatchObject({
      kind: 'trial',
      disputeState: 'lost',
    });
    expect(await atStripe(owner)).toMatchObject({ status: 'canceled' });
    expect(await memberships()).toEqual([[890, 890]]);
    expect(await mailed('membership-cancelled')).toBe(1);
  });

  it('a refund of the charge also ends a membership that was to end with its period', async () => {
    const owner = await member();
    await spendCheck(owner);
    await world.advanceTo(after(20 * days));
    await cancel(owner);
    await jobs.settle();
    await refundByHand(owner);
    await hear();
    expect(await atStripe(owner)).toMatchObject({ status: 'canceled' });
    expect(await subscription()).toMatchObject({ status: 'canceled' });
    expect(await db.data.count('cancellation_requests')).toBe(1);
  });

  it('a cancellation in the dashboard is recorded, and withdrawn when it is undone there', async () => {
    const owner = await member();
    const path = `subscriptions/${owner.stripe}`;
    await sandbox.must('POST', path, { cancel_at_period_end: 'true' });
    await hear();
    expect(await cancellation()).toMatchObject({ origin: 'stripe', withdrawnAt: null, finishedAt: expect.anything() });
    expect(await mailed('membership-cancelled')).toBe(1);
    await sandbox.must('POST', path, { cancel_at_period_end: 'false' });
    await hear();
    expect(await subscription()).toMatchObject({ endsAt: null });
    expect(await cancellation()).toMatchObject({ withdrawnAt: expect.anything() });
  });

  describe('a cancellation in the dashboard while the first month was not yet paid, whose account is then deleted', () => {
    const cancelledBeforeCharge = async () => {
      const owner = await onTrial();
      await world.advanceTo(after(24.5));
      await sandbox.must('POST', `subscriptions/${owner.stripe}`, { cancel_at_period_end: 'true' });
      await hear();
      expect(await cancellation()).toMatchObject({ origin: 'stripe', paidUntil: null });
      await world.advanceTo(after(26));
      await hear();
      expect(await memberships()).toEqual([[890, 0]]);
      return owner;
    };
    const deleteAccountOf = ({ id: subscriptionId, stripe: stripeSubscriptionId }: Member) =>
      em().transactional((transaction) =>
        cancelMembership(transaction, { subscriptionId, stripeSubscriptionId, origin: 'deletion' }, queued()),
      );

    it('refunds the month by the rule, and names it', async () => {
      const owner = await cancelledBeforeCharge();
      expect(await deleteAccountOf(owner)).toMatchObject({ refund: { kind: 'full', pence: 890 } });
      await jobs.settle();
      const paid = await db.data.one('payments', { kind: 'membership' });
      expect(paid).toMatchObject({ refundedPence: 890 });
      expect(await cancellation()).toMatchObject({ paymentId: paid.id, paidUntil: paid.periodEnd, refundPence: 890 });
    });

    it('refunds nothing of a month whose check was used', async () => {
      const owner = await cancelledBeforeCharge();
      await spendCheck(owner);
      await world.advanceTo(after(20 * days));
      expect(await deleteAccountOf(owner)).toMatchObject({ refund: { kind: 'none', reason: 'check-used' } });
      await jobs.settle();
      expect(await memberships()).toEqual([[890, 0]]);
    });
  });

  it('a membership that is ended in the dashboard keeps its payment, and nothing is refunded automatically', async () => {
    const owner = await member();
    await sandbox.must('DELETE', `subscriptions/${owner.stripe}`);
    await hear();
    expect(await memberships()).toEqual([[890, 0]]);
    const paid = await db.data.one('payments', { kind: 'membership' });
    expect(await cancellation()).toMatchObject({ origin: 'stripe', paidUntil: paid.periodEnd, refundKind: 'none' });
    const { id } = (await cancellation()) as { id: string };
    expect(await findCancellationMailData(em(), id, world.now())).toMatchObject({
      ended: true,
      inTrial: false,
      last: { pence: 890, givenBack: null },
    });
  });

  it('a failed refund is no longer counted as refunded, and member and support are notified once', async () => {
    const owner = await member('refundFail');
    await cancel(owner);
    await jobs.settle();
    await hear();
    expect(await memberships()).toEqual([[890, 890]]);
    await world.advanceTo(after(28));
    await hear();
    expect(await memberships()).toEqual([[890, 0]]);
    expect(await db.data.one('payments', { kind: 'membership' })).toMatchObject({
      refundFailedAt: expect.anything(),
    });
    expect(
      await db.data.values('mails', 'recipient', { template: likeCondition('refund-failed%') }, 'template'),
    ).toEqual([expect.stringContaining('@'), null]);
    expect(await refundsOf(owner)).toMatchObject([{ status: 'failed' }]);
  });

  it.each([
    ['won', 'active', 0],
    ['lost', 'canceled', 1],
  ] as const)('a dispute that is %s leaves the membership %s', async (decided, status, cancellationMails) => {
    const owner = await member('createDispute');
    for (const event of await world.newEvents()) await deliverStripeEvent(db.orm, event, world.now());
    const { data } = await sandbox.must('GET', 'disputes', { payment_intent: owner.charge });
    await sandbox.closeDispute(data[0]?.id ?? '', decided);
    await hear();
    expect(await db.data.one('payments', { disputeState: notEqualCondition(null) })).toMatchObject({
      disputeState: decided,
      refundedPence: 0,
    });
    expect(await atStripe(owner)).toMatchObject({ status });
    expect(await mailed('membership-cancelled')).toBe(cancellationMails);
    if (cancellationMails > 0)
      expect(await cancellation()).toMatchObject({ origin: 'stripe', noRefundReason: 'disputed' });
    expect([await mailed('payment-disputed'), await mailed('payment-disputed-notice')]).toEqual([1, 1]);
    expect(await refundsOf(owner)).toEqual([]);
  });

  it.each([
    ['a refund', 'visa', recordRefunds],
    ['a lost dispute', 'createDispute', recordDisputeOfCharge],
  ] as const)(
    '%s that is recorded during a sync of the subscription waits for it, without a deadlock',
    async (of, card, book) => {
      const owner = await member(card);
      if (of === 'a refund') await refundByHand(owner);
      else {
        const { data } = await sandbox.must('GET', 'disputes', { payment_intent: owner.charge });
        await sandbox.closeDispute(data[0]?.id ?? '', 'lost');
      }
      const both = await em().transactional(async (transaction) => {
        await lockSubscription(transaction, owner.id);
        const synced = sync(owner);
        await waitingForLocks(1);
        const booked = book(sandbox.payments, owner.charge, context());
        await waitingForLocks(2);
        return { synced, booked };
      });
      expect(await Promise.allSettled([both.synced, both.booked])).toEqual([
        { status: 'fulfilled', value: undefined },
        { status: 'fulfilled', value: true },
      ]);
      expect(await cancellation()).toMatchObject({ origin: 'stripe', refundKind: 'none' });
    },
  );
});
