import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { testRows } from '@ve/data/testing/test-rows';
import { processSignUpPayment } from '@ve/app/membership/sign-up/complete-sign-up';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { openSignUpForm } from '@ve/workers/testing/sign-up-rows';
import { startStripeSandbox, type StripeSandbox } from '@ve/workers/testing/stripe-sandbox';
import { waitUntil } from '@ve/workers/testing/wait-until';

/* Stripe collects an invoice automatically while our own payment for it is being confirmed. */

let sandbox: StripeSandbox;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
});
afterAll(() => sandbox.close());

describe.each(queueBackendsForHandlers())('an invoice that is paid twice, with the queues on $name,', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(async () => {
    await harness.reset();
    await clearTables(harness.orm.em.fork(), 'users', 'sign_ups', 'mails');
  });
  afterAll(() => harness.close());

  const now = () => new Date();
  const em = () => harness.orm.em.fork();
  const rows = testRows(em);
  const payments = () => sandbox.payments;
  const isIdle = () => waitUntil('the queues are idle', harness.idle);
  const sync = async (subscriptionId: string) => {
    await enqueueTestJob(em(), 'subscriptions.sync', { subscriptionId, correlationId: 'c' }, { now: now() });
    await isIdle();
  };

  /** A member whose early upgrade waits for the bank's authentication: Stripe's payment and ours are both open. */
  const askedMember = async () => {
    const world = await sandbox.openTestEnvironment(now());
    const form = await openSignUpForm({ orm: harness.orm, sandbox, world }, { email: 'dana@example.com' });
    await world.confirm(form.payment, 'visa');
    await harness.startHere({
      'sign-ups.complete': processSignUpPayment({ payments: payments() }),
      'subscriptions.sync': ({ subscriptionId }, context) =>
        syncSubscription(payments(), { id: subscriptionId }, context),
    });
    await enqueueTestJob(em(), 'sign-ups.complete', { signUpId: form.signUpId, correlationId: 'c' }, { now: now() });
    await isIdle();
    const { id, stripeSubscriptionId: atStripe } = await rows.one('subscriptions');
    const { customerId } = form;
    const stripeId = String(atStripe);
    await world.setCard(customerId, stripeId, 'authenticationRequired');
    const { latestInvoiceId } = await payments().endTrialNow({ key: `upgrade.${id}`, id: stripeId });
    const invoice = await payments().readInvoice(latestInvoiceId ?? '');
    const attach = (key: string) =>
      payments().createInvoicePayment({ key, invoice, subscriptionId: id, description: 'Membership' });
    const own = await attach(`own.${id}`);
    // A payment as staff take it in Stripe's dashboard.
    const staff = await attach(`staff.${id}`);
    await world.attachCard(customerId);
    const confirm = async (paymentIntentId: string) => {
      const paymentMethodId = await payments().storedCard(customerId);
      if (paymentMethodId === null) throw new Error('no card is stored');
      await payments().confirmPayment({
        key: `pay.${paymentIntentId}`,
        id: paymentIntentId,
        card: { paymentMethodId },
      });
    };
    return {
      id,
      customerId,
      world,
      byStripe: () => sandbox.must('POST', `invoices/${invoice.id}/pay`, { payment_method: 'pm_card_visa' }),
      byUs: () => confirm(own.id),
      byStaff: () => confirm(staff.id),
    };
  };
  type Member = Awaited<ReturnType<typeof askedMember>>;
  const charged = async ({ customerId }: Member) =>
    (await sandbox.must('GET', 'charges', { customer: customerId })).data
      .filter(({ amount }) => amount === 890)
      .map((charge) => [String(charge['payment_intent']), charge['amount_refunded']] as const);
  const booked = async () =>
    (await rows.all('payments', { kind: 'membership' })).map((row) => [
      row.stripePaymentIntentId,
      row.amountPence,
      row.refundedPence,
    ]);

  it.each([
    ['Stripe first, synced between', 'byStripe', 'byUs', true],
    ['Stripe first, synced after both', 'byStripe', 'byUs', false],
    ['us first, synced between', 'byUs', 'byStaff', true],
    ['us first, synced after both', 'byUs', 'byStaff', false],
  ] as const)(
    'is recorded as one payment when paid by %s: the other is refunded in full once, with its credit',
    async (...given) => {
      const [, first, second, between] = given;
      const member = await askedMember();
      await member[first]();
      if (between) await sync(member.id);
      await member[second]();
      for (let times = 0; times < 3; times += 1) await sync(member.id);

      const [[kept], ...others] = (await booked()) as [[string, number, number]];
      expect(others).toEqual([]);
      expect(await booked()).toEqual([[kept, 890, 0]]);
      const charges = await charged(member);
      expect(charges).toHaveLength(2);
      for (const [id, refunded] of charges) expect([id, refunded]).toEqual([id, id === kept ? 0 : 890]);
      for (const [id] of charges.filter(([each]) => each !== kept)) {
        expect((await sandbox.must('GET', 'refunds', { payment_intent: id })).data).toHaveLength(1);
      }
      expect(await rows.one('subscriptions')).toMatchObject({ status: 'active', creditsUsed: 0 });

      // The next month is charged at the full price: no credit is left.
      expect(await sandbox.must('GET', `customers/${member.customerId}`)).toMatchObject({ balance: 0 });
      await member.world.advanceTo(new Date(Date.now() + 32 * 86_400_000));
      const [next] = (await sandbox.must('GET', 'invoices', { customer: member.customerId })).data;
      expect(next).toMatchObject({ billing_reason: 'subscription_cycle', amount_due: 890 });
    },
  );
});
