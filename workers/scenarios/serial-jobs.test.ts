import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { testRows } from '@ve/data/testing/test-rows';
import { randomUUID } from 'node:crypto';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { processSignUpPayment } from '@ve/app/membership/sign-up/complete-sign-up';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { testableQueueBackends } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { openSignUpForm } from '@ve/workers/testing/sign-up-rows';
import { startStripeSandbox, type StripeSandbox } from '@ve/workers/testing/stripe-sandbox';
import { waitUntil } from '@ve/workers/testing/wait-until';

let sandbox: StripeSandbox;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
});
afterAll(() => sandbox.close());

describe.each(testableQueueBackends())('the syncs of a subscription, with the queues on $name,', (backend) => {
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
  const isIdle = () => waitUntil('the queues are idle', harness.idle);
  const order = (subscriptionId: string) =>
    enqueueTestJob(em(), 'subscriptions.sync', { subscriptionId, correlationId: 'c' }, { now: now() });

  /** Creates a member with a failed charge. */
  const join = async () => {
    const world = await sandbox.openTestEnvironment(now());
    const form = await openSignUpForm({ orm: harness.orm, sandbox, world }, { email: 'dana@example.com' });
    await world.confirm(form.payment, 'visa');
    await harness.startHere({ 'sign-ups.complete': processSignUpPayment({ payments: sandbox.payments }) });
    await enqueueTestJob(em(), 'sign-ups.complete', { signUpId: form.signUpId, correlationId: 'c' }, { now: now() });
    await isIdle();
    await harness.stopAll();
    const { id, stripeSubscriptionId: atStripe } = await rows.one('subscriptions');
    const stripeId = String(atStripe);
    const decline = async () => {
      await world.setCard(form.customerId, stripeId, 'chargeCustomerFail');
      await sandbox.must('POST', `subscriptions/${stripeId}`, { trial_end: 'now' });
    };
    return { id, decline };
  };
  const problem = async () => (await rows.one('subscriptions')).paymentProblem;

  it('run at most once at a time, with one waiting, for any number of requests', async () => {
    const id = randomUUID();
    let [runs, running, maxConcurrent] = [0, 0, 0];
    const gate = Promise.withResolvers<undefined>();
    for (let asked = 0; asked < 5; asked += 1) await order(id);
    expect(await harness.outboxRows()).toBe(1);
    await harness.startHere({
      'subscriptions.sync': async () => {
        [runs, running] = [runs + 1, running + 1];
        maxConcurrent = Math.max(maxConcurrent, running);
        await gate.promise;
        running -= 1;
      },
    });
    await waitUntil('one runs', () => runs === 1);
    for (let asked = 0; asked < 5; asked += 1) await order(id);
    expect(await harness.outboxRows()).toBe(2);
    await waitUntil('the next was put off', async () => (await harness.queues.counts()).payments.delayed === 1);
    gate.resolve(undefined);
    await isIdle();
    expect([runs, maxConcurrent]).toEqual([2, 1]);
  });

  it('are completed by the next request at once, when an earlier one failed and waits for its retry', async () => {
    const id = randomUUID();
    const runs: number[] = [];
    await harness.startHere({
      'subscriptions.sync': (_payload, { attempt }) => {
        runs.push(attempt);
        return runs.length < 3 ? Promise.reject(new Error('Stripe is down')) : Promise.resolve();
      },
    });
    await order(id);
    await waitUntil('it has failed twice', () => runs.length === 2);
    await waitUntil('it waits', async () => (await harness.queues.counts()).payments.delayed === 1);
    await order(id);
    await waitUntil('the next has run', async () => (await harness.outboxRows()) === 0);
    await isIdle();
    expect(runs).toEqual([1, 2, 1]);
  });

  it('include a change at Stripe that happens after one has read', async () => {
    const { id, decline } = await join();
    const [hasRead, goesOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const payments: PaymentDeps['payments'] = {
      ...sandbox.payments,
      listInvoices: async (query) => {
        const found = await sandbox.payments.listInvoices(query);
        hasRead.resolve(undefined);
        await goesOn.promise;
        return found;
      },
    };
    await harness.startHere({
      'subscriptions.sync': ({ subscriptionId }, context) =>
        syncSubscription(payments, { id: subscriptionId }, context),
    });
    await order(id);
    await hasRead.promise;
    await decline();
    await order(id);
    goesOn.resolve(undefined);
    await isIdle();
    expect(await problem()).toMatchObject({ kind: 'declined' });
  });

  it('lose nothing when a worker is killed (-9) after it has read', async () => {
    const { id, decline } = await join();
    const doomed = await harness.startChild({ lockMs: 1_000, stripeUrl: sandbox.url, stripeHangs: 'listInvoices' });
    await order(id);
    await waitUntil('it runs', async () => (await rows.all('outbox')).some((row) => row.lockedUntil !== null));
    await decline();
    await order(id);
    expect(await harness.outboxRows()).toBe(2);
    doomed.kill('SIGKILL');
    await doomed.exited;
    await harness.startChild({ lockMs: 1_000, stripeUrl: sandbox.url });
    await isIdle();
    expect(await problem()).toMatchObject({ kind: 'declined' });
  });
});
