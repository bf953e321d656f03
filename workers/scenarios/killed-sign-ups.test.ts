import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { openSignUpForm } from '@ve/workers/testing/sign-up-rows';
import { startStripeSandbox, type StripeSandbox } from '@ve/workers/testing/stripe-sandbox';
import { waitUntil } from '@ve/workers/testing/wait-until';

let sandbox: StripeSandbox;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
});
afterAll(() => sandbox.close());

describe.each(queueBackendsForHandlers())('a sign-up on $name, whose worker is killed (-9)', (backend) => {
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
  const pay = async (email: string) => {
    const world = await sandbox.openTestEnvironment(now());
    const form = await openSignUpForm({ orm: harness.orm, sandbox, world }, { email });
    await world.confirm(form.payment, 'visa');
    return form;
  };
  const order = (signUpId: string) =>
    enqueueTestJob(harness.orm.em.fork(), 'sign-ups.complete', { signUpId, correlationId: 'c' }, { now: now() });
  const statusOf = async (signUpId: string) => {
    const row = await harness.data.one('sign_ups', { id: signUpId });
    return row.status;
  };
  const child = (stripeHangs?: string) =>
    harness.startChild({ lockMs: 1_000, stripeUrl: sandbox.url, ...(stripeHangs ? { stripeHangs } : {}) });

  it('is completed once by the next worker when killed after Stripe made the subscription', async () => {
    const { signUpId, customerId } = await pay('dana@example.com');
    const doomed = await child('createSubscription');
    await order(signUpId);
    const made = () => sandbox.payments.listSubscriptions(customerId);
    await waitUntil('the subscription is made', async () => (await made()).length === 1);
    doomed.kill('SIGKILL');
    await doomed.exited;
    expect(await statusOf(signUpId)).toBe('open');
    await child();
    await waitUntil('it is completed', async () => (await statusOf(signUpId)) === 'completed');
    await waitUntil('the queues are idle', harness.idle);
    expect((await made()).map(({ status }) => status)).toEqual(['trialing']);
    expect(await harness.data.values('payments', 'amountPence')).toEqual([50]);
    expect(await harness.data.values('users', 'email')).toEqual(['dana@example.com']);
  });

  it('is returned once by the next worker when killed after Stripe made the refund', async () => {
    const [first, second] = [await pay('dana@example.com'), await pay('dana@example.com')];
    const doomed = await child('refundPayment');
    await order(first.signUpId);
    await waitUntil('the first is completed', async () => (await statusOf(first.signUpId)) === 'completed');
    await order(second.signUpId);
    const refunded = async () => (await sandbox.payments.readPayment(second.payment.id)).refundedPence;
    await waitUntil('the refund is made', async () => (await refunded()) === 50);
    doomed.kill('SIGKILL');
    await doomed.exited;
    await child();
    await waitUntil('it is returned', async () => (await statusOf(second.signUpId)) === 'returned');
    await waitUntil('the queues are idle', harness.idle);
    expect(await refunded()).toBe(50);
    expect(await sandbox.payments.listSubscriptions(second.customerId)).toEqual([]);
  });
});
