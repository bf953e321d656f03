import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { emptyTables } from '@ve/data/testing/empty-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-deps';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { createPaymentJobRunner } from '../../testing/payment-job-runner.ts';
import { openSignUpForm } from '../../testing/sign-up-rows.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestEnvironment } from '../../testing/stripe-sandbox.ts';
import { cancelAtStripe } from '@ve/app/membership/cancellation/cancel-at-stripe';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
let world: StripeTestEnvironment;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

const start = new Date('2027-03-01T10:00:00.000Z');
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const days = 24;
beforeEach(async () => {
  await emptyTables(db.orm.em.fork(), 'users', 'sign_ups', 'mails', 'outbox');
  world = await sandbox.openTestEnvironment(start);
});

/** Creates a member at the start of their trial. */
const trial = async () => {
  const { orm } = db;
  const form = await openSignUpForm({ orm, sandbox, world });
  await world.confirm(form.payment, 'visa');
  const jobs = createPaymentJobRunner({ orm, payments: sandbox.payments, now: world.now });
  await orm.em
    .fork()
    .transactional((em) =>
      addToOutbox(
        em,
        { jobName: 'sign-ups.complete', payload: { signUpId: form.signUpId, correlationId: 'c' } },
        { now: start },
      ),
    );
  await jobs.settle();
  const row = await db.data.one('subscriptions');
  return { id: row.id, stripe: row.stripeSubscriptionId!, customerId: form.customerId };
};
const read = async () => (await db.data.all('subscriptions'))[0];
const paymentsOf = async () =>
  (await db.data.all('payments', { kind: 'membership' }, 'paidAt')).map((row) => [row.amountPence, row.refundedPence]);
const openInvoices = async (subscription: string) =>
  (await sandbox.must('GET', 'invoices', { subscription, status: 'open' })).data.length;
const mailed = (template: string) => db.data.count('mails', { template });
const context = () => createTestJobContext({ orm: db.orm, now: world.now });
const sync = (subscriptionId: string, payments: PaymentDeps['payments'] = sandbox.payments) =>
  syncSubscription(payments, { id: subscriptionId }, context());
const cancel = (subscriptionId: string, of?: { stripeSubscriptionId: string; endsAt: string }) =>
  cancelAtStripe({ payments: sandbox.payments })(
    { subscriptionId, ...(of ? { of } : {}), correlationId: 'c' },
    context(),
  );
/** Records a cancellation without a refund, as at any time. */
const request = async (at: Date, endsAt: Date) => {
  const { userId, stripeSubscriptionId } = await db.data.one('subscriptions');
  await db.data.set('subscriptions', { cancelRequestedAt: at, endsAt });
  await db.data.add('cancellation_requests', { userId, stripeSubscriptionId, endsAt }, at);
};

describe('a subscription', () => {
  it('gets its credit when the membership is charged, not when the trial begins', async () => {
    const { id } = await trial();
    await world.advanceTo(after(24.5));
    await sync(id);
    expect(await read()).toMatchObject({ status: 'active', creditsUsed: 1 });
    expect(await paymentsOf()).toEqual([]);
    await world.advanceTo(after(26));
    await sync(id);
    await sync(id);
    expect(await read()).toMatchObject({ status: 'active', creditsUsed: 0, paymentProblem: null });
    expect(await paymentsOf()).toEqual([[890, 0]]);
    expect(await mailed('receipt')).toBe(2);
  });

  it('gets one credit a period from concurrent syncs', async () => {
    const { id } = await trial();
    await world.advanceTo(after(26));
    await Promise.all([1, 2, 3].map(() => sync(id)));
    await db.data.set('subscriptions', { creditsUsed: 1 });
    await Promise.all([1, 2].map(() => sync(id)));
    expect(await read()).toMatchObject({ creditsUsed: 1 });
    await world.advanceTo(after(40 * days));
    await sync(id);
    expect(await read()).toMatchObject({ creditsUsed: 0 });
    expect(await paymentsOf()).toEqual([
      [890, 0],
      [890, 0],
    ]);
  });

  it('catches up with every charge of months without events', async () => {
    const { id } = await trial();
    await world.advanceTo(after(100 * days));
    await sync(id);
    expect(await paymentsOf()).toHaveLength(4);
    expect(await mailed('receipt')).toBe(5);
    expect(await read()).toMatchObject({ status: 'active', creditsUsed: 0 });
  });

  it.each([
    ['chargeCustomerFail', 'declined'],
    ['authenticationRequired', 'authentication'],
  ] as const)(
    'stores and reports the payment problem of a card (%s) once, until the charge is paid',
    async (card, kind) => {
      const { id, stripe, customerId } = await trial();
      await world.setCard(customerId, stripe, card);
      await world.advanceTo(after(26));
      await sync(id);
      await sync(id);
      const row = await read();
      expect(row).toMatchObject({ status: 'past_due', creditsUsed: 1, paymentProblem: { kind, pence: 890 } });
      expect(await mailed('charge-failed')).toBe(1);
      await world.setCard(customerId, stripe, 'visa');
      const { invoiceId } = row?.paymentProblem as { invoiceId: string };
      await sandbox.payments.payInvoice({ key: `pay.${invoiceId}`, id: invoiceId });
      await sync(id);
      expect(await read()).toMatchObject({ status: 'active', creditsUsed: 0, paymentProblem: null });
    },
  );

  describe('whose last charge has failed', () => {
    const retries = (afterRetries: string) =>
      fetch(`${sandbox.url}/control/stripe/retries`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ afterRetries }),
      });
    afterEach(() => retries('cancel'));
    /** Stripe charges an hour after the trial, and again after three, five and seven days. */
    const lastAttempt = after(25 + 15 * days);
    const lastFailure = { kind: 'declined', pence: 890, failedAt: lastAttempt.toISOString(), nextAttemptAt: null };

    it.each([
      ['cancel', 'canceled'],
      ['unpaid', 'unpaid'],
    ])(
      'keeps for its member what failed, and when, after Stripe stopped retrying (%s)',
      async (afterRetries, status) => {
        await retries(afterRetries);
        const { id, stripe, customerId } = await trial();
        await world.setCard(customerId, stripe, 'chargeCustomerFail');
        await world.advanceTo(after(26));
        await sync(id);
        expect(await read()).toMatchObject({ paymentProblem: { failedAt: after(25).toISOString() } });
        await world.advanceTo(after(20 * days));
        await sync(id);
        expect(await read()).toMatchObject({ status, paymentProblem: lastFailure });
        await sync(id);
        expect(await read()).toMatchObject({ status, paymentProblem: lastFailure });
        expect(await mailed('charge-failed')).toBe(1);
      },
    );

    it('keeps nothing once the invoice is paid after all, or for a member who cancelled', async () => {
      const { id, stripe, customerId } = await trial();
      await world.setCard(customerId, stripe, 'chargeCustomerFail');
      await world.advanceTo(after(20 * days));
      await sync(id);
      const row = await read();
      expect(row).toMatchObject({ status: 'canceled', paymentProblem: lastFailure });
      const { id: method } = await sandbox.must('POST', 'payment_methods/pm_card_visa/attach', {
        customer: customerId,
      });
      await sandbox.must('POST', `invoices/${row?.paymentProblem?.invoiceId}/pay`, { payment_method: method });
      await sync(id);
      expect(await read()).toMatchObject({ status: 'canceled', paymentProblem: null });
    });
  });

  it('notifies once when Stripe ends it for non-payment', async () => {
    const { id, stripe, customerId } = await trial();
    await world.setCard(customerId, stripe, 'chargeCustomerFail');
    await world.advanceTo(after(45 * days));
    await sync(id);
    await sync(id);
    expect(await read()).toMatchObject({ status: 'canceled' });
    expect(await mailed('membership-cancelled')).toBe(1);
  });

  it('is never overwritten by a response that was read before a newer one was written', async () => {
    const { id } = await trial();
    let overtaken = false;
    const slow: PaymentDeps['payments'] = {
      ...sandbox.payments,
      listInvoices: async (query) => {
        const old = await sandbox.payments.listInvoices(query);
        if (!overtaken) {
          overtaken = true;
          await world.advanceTo(after(26));
          await sync(id);
        }
        return old;
      },
    };
    await sync(id, slow);
    expect(await read()).toMatchObject({ status: 'active', creditsUsed: 0 });
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('gets the credit of a month that goodwill has paid in full, once and without a receipt', async () => {
    const { id, customerId } = await trial();
    await world.advanceTo(after(26));
    await sync(id);
    const receipts = await mailed('receipt');
    await db.data.set('subscriptions', { creditsUsed: 1 });
    const goodwill = { amount: '-890', currency: 'gbp' };
    await sandbox.must('POST', `customers/${customerId}/balance_transactions`, goodwill);
    await world.advanceTo(after(33 * days));
    await sync(id);
    expect(await read()).toMatchObject({ status: 'active', creditsUsed: 0 });
    await db.data.set('subscriptions', { creditsUsed: 1 });
    await sync(id);
    expect(await read()).toMatchObject({ creditsUsed: 1 });
    expect(await paymentsOf()).toEqual([[890, 0]]);
    expect(await mailed('receipt')).toBe(receipts);
  });

  it('keeps an open invoice of its trial that is not of an early upgrade', async () => {
    const { id } = await trial();
    const voided: string[] = [];
    const withInvoiceOfStaff: PaymentDeps['payments'] = {
      ...sandbox.payments,
      listInvoices: async (query) => {
        const listed = await sandbox.payments.listInvoices(query);
        const [first] = listed;
        const made = { id: 'in_staff', status: 'open', billingReason: 'other', periodStart: after(-2) } as const;
        return first ? [{ ...first, ...made, amountPence: 500 }, ...listed] : listed;
      },
      voidInvoice: (invoiceId) => {
        voided.push(invoiceId);
        return sandbox.payments.voidInvoice(invoiceId);
      },
    };
    await sync(id, withInvoiceOfStaff);
    expect(voided).toEqual([]);
    expect(await read()).toMatchObject({ status: 'trialing' });
  });

  it('is replaced by the one that its member started after it ended', async () => {
    const { id, stripe, customerId } = await trial();
    await request(start, start);
    await cancel(id);
    const { paymentMethodId } = (await sandbox.payments.listPayments({ since: new Date(0), limit: 1 }))[0]!;
    const again = await sandbox.payments.createSubscription({
      key: `rejoin.${id}`,
      customerId,
      paymentMethodId: paymentMethodId!,
      trialEndsAt: null,
      signUpId: null,
    });
    await sync(id);
    expect(await read()).toMatchObject({
      stripeSubscriptionId: again.id,
      status: 'active',
      creditsUsed: 0,
      cancelRequestedAt: null,
      endsAt: null,
    });
    expect(again.id).not.toBe(stripe);
  });

  it('is unchanged when Stripe does not know it', async () => {
    const { id } = await trial();
    await db.data.set('subscriptions', { stripeSubscriptionId: 'sub_unknown' });
    await sync(id);
    await request(start, start);
    await cancel(id);
    expect(await read()).toMatchObject({ status: 'trialing', cancelRequestedAt: expect.anything() });
  });
});

describe('a cancellation', () => {
  it('ends a trial now, and charges nothing', async () => {
    const { id } = await trial();
    await request(start, start);
    await cancel(id);
    await cancel(id);
    expect(await read()).toMatchObject({ status: 'canceled', creditsUsed: 1 });
    await world.advanceTo(after(3 * days));
    await sync(id);
    expect(await paymentsOf()).toEqual([]);
    expect(await mailed('membership-cancelled')).toBe(1);
  });

  it('ends a paid membership with its period, and notifies once', async () => {
    const { id } = await trial();
    await world.advanceTo(after(26));
    await sync(id);
    await request(after(26), after(33 * days));
    await cancel(id);
    expect(await read()).toMatchObject({ status: 'active', creditsUsed: 0 });
    await world.advanceTo(after(40 * days));
    await sync(id);
    expect(await read()).toMatchObject({ status: 'canceled' });
    expect(await paymentsOf()).toHaveLength(1);
    expect(await mailed('membership-cancelled')).toBe(1);
  });

  it('ends a membership with a failed charge now', async () => {
    const { id, stripe, customerId } = await trial();
    await world.setCard(customerId, stripe, 'chargeCustomerFail');
    await world.advanceTo(after(26));
    await sync(id);
    await request(after(26), after(26));
    await cancel(id);
    await world.advanceTo(after(40 * days));
    await sync(id);
    expect(await read()).toMatchObject({ status: 'canceled', paymentProblem: null });
    expect(await paymentsOf()).toEqual([]);
  });

  it('refunds the charge of a trial that could not be cancelled before it', async () => {
    const { id } = await trial();
    await request(after(20), after(20));
    await world.advanceTo(after(26));
    await cancel(id);
    await cancel(id);
    expect(await read()).toMatchObject({ status: 'canceled' });
    expect(await paymentsOf()).toEqual([[890, 890]]);
  });

  it('refunds the payment of a trial that was paid a moment before, when the row did not know it yet', async () => {
    const { id, stripe } = await trial();
    await sandbox.payments.endTrialNow({ key: `upgrade.${id}`, id: stripe });
    await request(after(0.001), after(0.001));
    await sync(id);
    await cancel(id);
    expect(await read()).toMatchObject({ status: 'canceled' });
    expect(await paymentsOf()).toEqual([[890, 890]]);
  });

  it.each(['row', 'sync'] as const)(
    'refunds the payment of a trial that was paid at that moment, although its member rejoined (%s first)',
    async (first) => {
      const { id, stripe, customerId } = await trial();
      await sandbox.payments.endTrialNow({ key: `upgrade.${id}`, id: stripe });
      await request(after(0.001), after(0.001));
      const of = { stripeSubscriptionId: stripe, endsAt: after(0.001).toISOString() };
      // The member rejoins before the job of the cancellation has run.
      await sandbox.payments.cancelSubscription({ key: `cancel.${id}`, id: stripe, when: 'now' });
      const { paymentMethodId } = (await sandbox.payments.listPayments({ since: new Date(0), limit: 1 }))[0]!;
      const again = await sandbox.payments.createSubscription({
        key: `rejoin.${id}`,
        customerId,
        paymentMethodId: paymentMethodId!,
        trialEndsAt: null,
        signUpId: null,
      });
      if (first === 'row') {
        await db.data.set('subscriptions', {
          stripeSubscriptionId: again.id,
          cancelRequestedAt: null,
          endsAt: null,
        });
      } else {
        await sync(id);
        expect(await read()).toMatchObject({ stripeSubscriptionId: again.id });
      }
      await cancel(id, of);
      await cancel(id, of);
      await sync(id);
      expect((await paymentsOf()).toSorted((a, b) => a[1]! - b[1]!)).toEqual([
        [890, 0],
        [890, 890],
      ]);
      expect(await read()).toMatchObject({ status: 'active', stripeSubscriptionId: again.id, creditsUsed: 0 });
      expect(await sandbox.payments.readSubscription(stripe)).toMatchObject({ status: 'canceled' });
    },
  );

  it('refunds the charge of a trial when its job died after Stripe ended the subscription', async () => {
    const { id, stripe } = await trial();
    await request(after(20), after(20));
    await world.advanceTo(after(26));
    await sandbox.payments.cancelSubscription({ key: `cancel.${id}`, id: stripe, when: 'now' });
    await sync(id);
    await cancel(id);
    expect(await paymentsOf()).toEqual([[890, 890]]);
  });

  it('leaves nothing that the bank’s authentication could still pay', async () => {
    const { id, stripe, customerId } = await trial();
    await world.setCard(customerId, stripe, 'authenticationRequired');
    const { latestInvoiceId } = await sandbox.payments.endTrialNow({ key: `upgrade.${id}`, id: stripe });
    const { attempt } = await sandbox.payments.readInvoice(latestInvoiceId ?? '');
    expect(attempt).toMatchObject({ status: 'needs-authentication' });
    await request(start, start);
    await cancel(id);
    await world.confirm(attempt!, 'visa');
    await sync(id);
    expect(await paymentsOf()).toEqual([]);
    expect(await sandbox.payments.readInvoice(latestInvoiceId ?? '')).toMatchObject({ status: 'void' });
  });

  it.each(['chargeCustomerFail', 'authenticationRequired'] as const)(
    'continues a trial after an abandoned, unpaid early end (%s)',
    async (card) => {
      const { id, stripe, customerId } = await trial();
      await world.setCard(customerId, stripe, card);
      await sync(id);
      const before = await read();
      // Its process dies before it gets the response.
      await sandbox.payments.endTrialNow({ key: `upgrade.${id}`, id: stripe });
      if (card === 'authenticationRequired') {
        await sync(id);
        expect(await openInvoices(stripe)).toBe(1);
        await world.advanceTo(after(2));
      }
      await sync(id);
      expect(await openInvoices(stripe)).toBe(0);
      expect(await read()).toEqual({
        ...before,
        revision: expect.any(Number),
        updatedAt: expect.any(Date),
      });
      expect(await mailed('charge-failed')).toBe(0);
      await world.setCard(customerId, stripe, 'visa');
      await world.advanceTo(after(26));
      await sync(id);
      expect(await paymentsOf()).toEqual([[890, 0]]);
    },
  );

  it('refunds the next month when that was charged before the cancellation', async () => {
    const { id } = await trial();
    await world.advanceTo(after(26));
    await sync(id);
    await request(after(28 * days), after(32 * days));
    await world.advanceTo(after(34 * days));
    await cancel(id);
    expect(await read()).toMatchObject({ status: 'canceled' });
    expect(await paymentsOf()).toEqual([
      [890, 0],
      [890, 890],
    ]);
  });

  it('is carried out by the next sync when its job never ran', async () => {
    const { id } = await trial();
    await request(start, start);
    await sync(id);
    const jobs = createPaymentJobRunner({ orm: db.orm, payments: sandbox.payments, now: world.now });
    expect((await jobs.waiting()).map(({ name }) => name)).toContain('subscriptions.cancel');
    await jobs.settle();
    expect(await read()).toMatchObject({ status: 'canceled' });
  });
});
