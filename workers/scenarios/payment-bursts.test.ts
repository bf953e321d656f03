import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { testRows } from '@ve/data/testing/test-rows';
import { randomUUID } from 'node:crypto';
import { processSignUpPayment } from '@ve/app/membership/sign-up/complete-sign-up';
import { processStripeEvent } from '@ve/app/membership/payments/process-stripe-event';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { testableQueueBackends } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { openSignUpForm } from '@ve/workers/testing/sign-up-rows';
import { deliverStripeEvent } from '@ve/workers/testing/deliver-stripe-event';
import { startStripeSandbox, type StripeSandbox } from '@ve/workers/testing/stripe-sandbox';
import { waitUntil } from '@ve/workers/testing/wait-until';

/** Latency of each call to Stripe. */
const stripeMs = 200;

let sandbox: StripeSandbox;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
});
afterAll(() => sandbox.close());

const stripeIs = (fault: { mode: 'slow'; delayMs: number } | { mode: 'ok' }) =>
  fetch(`${sandbox.url}/control/faults/stripe`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });

describe.each(testableQueueBackends())(
  '150 events of a member whose card is declined, with the queues on $name,',
  (backend) => {
    let harness: QueueHarness;
    beforeAll(async () => {
      harness = await openQueueHarness(backend);
    });
    afterEach(async () => {
      await stripeIs({ mode: 'ok' });
      await harness.reset();
      await clearTables(harness.orm.em.fork(), 'users', 'sign_ups', 'mails', 'stripe_events');
    });
    afterAll(() => harness.close());

    const now = () => new Date();
    const em = () => harness.orm.em.fork();
    const rows = testRows(em);
    const isIdle = () => waitUntil('the queues are idle', harness.idle);
    const complete = (signUpId: string) =>
      enqueueTestJob(em(), 'sign-ups.complete', { signUpId, correlationId: 'browser' }, { now: now() });
    const hear = (type: string, objectId: string) =>
      deliverStripeEvent(
        harness.orm,
        { id: `evt_${randomUUID()}`, type, objectId, createdAt: now(), livemode: false },
        now(),
      );

    it('cause few syncs, and a new member joins within ten seconds, by browser or webhook', async () => {
      const world = await sandbox.openTestEnvironment(now());
      const pay = async (email: string) => {
        const form = await openSignUpForm({ orm: harness.orm, sandbox, world }, { email });
        await world.confirm(form.payment, 'visa');
        return form;
      };
      let syncs = 0;
      const { payments } = sandbox;
      await harness.startHere({
        'sign-ups.complete': processSignUpPayment({ payments }),
        'stripe-events.process': processStripeEvent({ payments }),
        'subscriptions.sync': ({ subscriptionId }, context) => {
          syncs += 1;
          return syncSubscription(payments, { id: subscriptionId }, context);
        },
      });
      const member = await pay('declined@example.com');
      await complete(member.signUpId);
      await isIdle();
      const id = String((await rows.one('subscriptions')).stripeSubscriptionId);
      await world.setCard(member.customerId, id, 'chargeCustomerFail');
      await sandbox.must('POST', `subscriptions/${id}`, { trial_end: 'now' });
      const [invoice] = await payments.listInvoices({ subscriptionId: id, limit: 1 });
      const [browser, webhook] = [await pay('browser@example.com'), await pay('webhook@example.com')];

      await stripeIs({ mode: 'slow', delayMs: stripeMs });
      for (let decline = 0; decline < 75; decline += 1) {
        await hear('invoice.payment_failed', invoice?.id ?? '');
        await hear('customer.subscription.updated', id);
      }
      const paidAt = performance.now();
      await complete(browser.signUpId);
      await hear('payment_intent.succeeded', webhook.payment.id);
      for (const { signUpId } of [browser, webhook]) {
        const isDone = async () => (await rows.one('sign_ups', { id: signUpId })).status === 'completed';
        await waitUntil('they have joined', isDone);
        expect(performance.now() - paidAt).toBeLessThan(10_000);
      }
      await isIdle();
      expect(syncs).toBeLessThan(50);
      expect((await rows.one('subscriptions', { stripeSubscriptionId: id })).paymentProblem).toMatchObject({
        kind: 'declined',
      });
    });
  },
);
