import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { likeCondition } from '@ve/data/testing/test-rows';
import type { ProviderEvent } from '@ve/providers/payments/payments.port';
import { createPaymentJobRunner } from '../testing/payment-job-runner.ts';
import { openSignUpForm } from '../testing/sign-up-rows.ts';
import { deliverStripeEvent } from '../testing/deliver-stripe-event.ts';
import {
  startStripeSandbox,
  type StripeSandbox,
  type StripeTestEnvironment,
  type StripeTestCard,
} from '../testing/stripe-sandbox.ts';

/* Stripe collects an invoice while our own payment for it is being confirmed: both succeed. */

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
beforeEach(async () => {
  await clearTables(db.orm.em.fork(), 'users', 'sign_ups', 'mails', 'outbox', 'stripe_events');
  world = await sandbox.openTestEnvironment(start);
  jobs = createPaymentJobRunner({ orm: db.orm, payments: sandbox.payments, now: world.now });
});

const send = async (events: readonly ProviderEvent[]) => {
  for (const event of events) await deliverStripeEvent(db.orm, event, world.now());
};

/** Runs every job that waits, and those that they add: each ends in its first run. Returns the failures. */
const runOnce = async (): Promise<unknown[]> => {
  const failures: unknown[] = [];
  for (let waiting = await jobs.waiting(); waiting.length > 0; waiting = await jobs.waiting()) {
    for (const job of waiting) {
      const failure = await jobs.run(job);
      if (failure === null) continue;
      failures.push(failure);
      await jobs.settle();
    }
  }
  return failures;
};

/** Delivers the events of Stripe until there are no more; returns them. No job fails. */
const hear = async (): Promise<ProviderEvent[]> => {
  const received: ProviderEvent[] = [];
  for (let events = await world.newEvents(); events.length > 0; events = await world.newEvents()) {
    await send(events);
    expect(await runOnce()).toEqual([]);
    received.push(...events);
  }
  return received;
};

const sync = async (subscriptionId: string) => {
  await db.orm.em
    .fork()
    .transactional((em) =>
      addToOutbox(
        em,
        { jobName: 'subscriptions.sync', payload: { subscriptionId, correlationId: 'c' } },
        { now: world.now() },
      ),
    );
  await jobs.settle();
};

/** A member whose first month was paid by Stripe and recorded, and then paid by our own payment with this card. */
const paidTwice = async (card: StripeTestCard = 'visa') => {
  const { payments } = sandbox;
  const { payment, customerId } = await openSignUpForm({ orm: db.orm, sandbox, world });
  await world.confirm(payment, 'visa');
  await send(await world.newEvents());
  await jobs.settle();
  const { id, stripeSubscriptionId } = await db.data.one('subscriptions');
  await world.setCard(customerId, String(stripeSubscriptionId), 'authenticationRequired');
  const upgrade = { key: `upgrade.${id}`, id: String(stripeSubscriptionId) };
  const { latestInvoiceId } = await payments.endTrialNow(upgrade);
  const invoice = await payments.readInvoice(latestInvoiceId ?? '');
  const own = await payments.createInvoicePayment({
    key: `own.${id}`,
    invoice,
    subscriptionId: id,
    description: 'Membership',
  });
  await sandbox.must('POST', `invoices/${invoice.id}/pay`, { payment_method: 'pm_card_visa' });
  await send(await world.newEvents());
  await jobs.settle();
  const method = await sandbox.must('POST', `payment_methods/pm_card_${card}/attach`, { customer: customerId });
  await payments.confirmPayment({ key: `pay.${own.id}`, id: own.id, card: { paymentMethodId: method.id } });
  return { id, customerId, second: own.id };
};

const refundsOf = async (paymentIntentId: string) =>
  (await sandbox.must('GET', 'refunds', { payment_intent: paymentIntentId })).data.map(({ amount, status }) => [
    amount,
    status,
  ]);
const balanceOf = async (customerId: string) => (await sandbox.must('GET', `customers/${customerId}`))['balance'];
const giveCredit = (customerId: string, pence: number) =>
  sandbox.must('POST', `customers/${customerId}/balance_transactions`, { amount: String(-pence), currency: 'gbp' });
const mails = () =>
  db.data
    .all('mails', { template: likeCondition('second-charge%') }, 'template')
    .then((rows) => rows.map(({ template, recipient, subjectId }) => [template, recipient, subjectId]));
const kept = () => db.data.one('payments', { kind: 'membership' });

describe('a second charge of an invoice', () => {
  it('is refunded by events that settle in their first run, and its member is notified once', async () => {
    const { customerId, second } = await paidTwice();
    const events = await hear();
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['refund.created', 'charge.refunded']));
    await send(events.map((event) => ({ ...event, id: `${event.id}_again` })));
    expect(await runOnce()).toEqual([]);
    expect(await refundsOf(second)).toEqual([[890, 'succeeded']]);
    expect(await balanceOf(customerId)).toBe(0);
    const { id, refundedPence } = await kept();
    expect(refundedPence).toBe(0);
    expect(await mails()).toEqual([['second-charge-returned', 'dana@example.com', id]]);
    expect(await db.data.count('stripe_events', { processedAt: null })).toBe(0);
  });

  it('is refunded by staff in the dashboard, and its member is notified once', async () => {
    const { second } = await paidTwice();
    await sandbox.payments.refundPayment({ key: 'by-hand', paymentIntentId: second });
    await hear();
    expect(await refundsOf(second)).toEqual([[890, 'succeeded']]);
    expect(await mails()).toEqual([['second-charge-returned', 'dana@example.com', (await kept()).id]]);
  });

  it('whose refund fails at the bank is reported to member and support once, and not refunded again', async () => {
    const { id, second } = await paidTwice('refundFail');
    await hear();
    await world.advanceTo(after(2));
    const failed = await hear();
    expect(failed.map(({ type }) => type)).toContain('refund.failed');
    await send(failed.map((event) => ({ ...event, id: `${event.id}_again` })));
    expect(await runOnce()).toEqual([]);
    await sync(id);
    const { id: subjectId, refundedPence, refundFailedAt } = await kept();
    expect([refundedPence, refundFailedAt]).toEqual([0, expect.any(Date)]);
    expect(await mails()).toEqual([
      ['second-charge-refund-failed', 'dana@example.com', subjectId],
      ['second-charge-refund-failed-notice', null, subjectId],
      ['second-charge-returned', 'dana@example.com', subjectId],
    ]);
    expect(await refundsOf(second)).toEqual([[890, 'failed']]);
  });

  it.each([
    ['lost', [], []],
    ['won', [[890, 'succeeded']], ['second-charge-returned']],
  ] as const)(
    'that is disputed at the bank keeps no credit; %s, its refunds are %j',
    async (decided, refunds, notified) => {
      const { id, customerId, second } = await paidTwice('createDispute');
      await hear();
      expect(await balanceOf(customerId)).toBe(0);
      expect([await refundsOf(second), await mails()]).toEqual([[], []]);
      const { data } = await sandbox.must('GET', 'disputes', { payment_intent: second });
      await sandbox.closeDispute(data[0]!.id, decided);
      await hear();
      await sync(id);
      expect(await refundsOf(second)).toEqual(refunds);
      expect((await mails()).map(([template]) => template)).toEqual(notified);
      expect(await balanceOf(customerId)).toBe(0);
      expect(await db.data.one('subscriptions')).toMatchObject({ status: 'active', creditsUsed: 0, endsAt: null });
    },
  );

  it('whose credit has paid the next month leaves the credit that staff gave since, and that month has its check', async () => {
    const { id, customerId, second } = await paidTwice();
    await db.data.set('subscriptions', { creditsUsed: 1 });
    // No event arrives for a month.
    await world.advanceTo(after(32 * 24));
    const [next] = (await sandbox.must('GET', 'invoices', { customer: customerId })).data;
    expect(next).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid', amount_due: 0, total: 890 });
    await giveCredit(customerId, 500);
    await sync(id);
    await sync(id);
    expect(await refundsOf(second)).toEqual([[890, 'succeeded']]);
    expect(await balanceOf(customerId)).toBe(-500);
    expect(await db.data.one('subscriptions')).toMatchObject({ status: 'active', creditsUsed: 0 });
    expect(await db.data.count('payments', { kind: 'membership' })).toBe(1);
    await db.data.set('subscriptions', { creditsUsed: 1 });
    await sync(id);
    expect(await db.data.one('subscriptions')).toMatchObject({ creditsUsed: 1 });
  });
});
