import { crossContextListener } from '@ve/app/cross-context-listener';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cancelMembership } from '@ve/app/membership/cancellation/cancel-membership';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { testRows } from '@ve/data/testing/test-rows';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findSignUp } from '@ve/data/membership/sign-up/sign-up.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { setImmediate } from 'node:timers/promises';
import { JobLockedError } from '@ve/contracts/job-errors';
import { executeAccountDeletion } from '@ve/app/privacy/delete-account';
import { createTrialSubscription } from '@ve/app/membership/sign-up/complete-sign-up';
import { openAccount } from '@ve/app/membership/sign-up/open-account';
import { emailHashOf } from '@ve/app/membership/person-hashes';
import { createTestJobContext } from '@ve/workers/testing/test-job-context';
import { requestAndConfirmDeletion, type DeletedPerson, readPersonRows } from '@ve/workers/testing/deleted-person';
import { createPaymentJobRunner } from '@ve/workers/testing/payment-job-runner';
import { openSignUpForm } from '@ve/workers/testing/sign-up-rows';
import { startStripeSandbox, type StripeSandbox, type StripeTestEnvironment } from '@ve/workers/testing/stripe-sandbox';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
let world: StripeTestEnvironment;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

const start = new Date('2027-03-01T10:00:00.000Z');
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const email = 'dana@example.com';
beforeEach(async () => {
  await clearTables(db.orm.em.fork(), 'users', 'sign_ups', 'mails', 'outbox', 'retained_records', 'former_members');
  world = await sandbox.openTestEnvironment(start);
});

const rows = <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  db.orm.em.fork().execute<T[]>(sql, values);
const jobs = () => createPaymentJobRunner({ orm: db.orm, payments: sandbox.payments, now: world.now });

/** Creates a member who paid for the first month. */
const join = async (): Promise<DeletedPerson> => {
  const form = await openSignUpForm({ orm: db.orm, sandbox, world }, { email });
  await world.confirm(form.payment, 'visa');
  const payload = { signUpId: form.signUpId, correlationId: 'c' };
  await db.orm.em
    .fork()
    .transactional((em) => addToOutbox(em, { jobName: 'sign-ups.complete', payload }, { now: world.now() }));
  await jobs().settle();
  await world.advanceTo(after(26));
  await db.orm.em.fork().transactional(async (em) => {
    const { subscriptionId } = await readPersonRows(db.orm, email);
    await addToOutbox(
      em,
      { jobName: 'subscriptions.sync', payload: { subscriptionId, correlationId: 'c' } },
      { now: world.now() },
    );
  });
  await jobs().settle();
  return readPersonRows(db.orm, email);
};

const run = (deletionId: string, payments: PaymentDeps['payments'] = sandbox.payments) =>
  executeAccountDeletion({ payments, queues: { forget: () => Promise.resolve(0) } })(
    { deletionId, correlationId: 'c' },
    createTestJobContext({ orm: db.orm, now: world.now }),
  );
const isDeleted = async () => (await db.data.count('users')) === 0;

describe('the deletion of an account', () => {
  it('waits up to an hour for the mail about the refund while the mail server is down', async () => {
    const person = await join();
    const deletionId = await requestAndConfirmDeletion(db.orm, person, world.now());
    const { waiting, run: carryOut } = jobs();
    for (const job of await waiting()) if (job.name === 'subscriptions.cancel') await carryOut(job);
    const sentTimes = () => db.data.values('mails', 'sentAt', { template: 'membership-cancelled' });
    expect(await sentTimes()).toEqual([null]);
    await expect(run(deletionId)).rejects.toThrow(JobLockedError);
    await world.advanceTo(after(26.9));
    await expect(run(deletionId)).rejects.toThrow(JobLockedError);
    expect(await sentTimes()).toHaveLength(1);
    await world.advanceTo(after(27));
    await run(deletionId);
    expect(await isDeleted()).toBe(true);
  });

  it('waits for a concurrent cancellation, without a deadlock', async () => {
    const { userId, subscriptionId, stripeSubscriptionId } = await join();
    const deletion = await db.data.add('account_deletions', {
      userId,
      requestedAt: after(26),
      confirmedAt: after(26),
    });
    const deleting = await db.orm.em.fork().transactional(async (em) => {
      await lockSubscription(em, subscriptionId);
      const running = run(deletion.id).catch((error: unknown) => error);
      while ((await rows('select 1 from pg_locks where not granted')).length === 0) await setImmediate();
      const cancel = { subscriptionId, stripeSubscriptionId, origin: 'page' } as const;
      await cancelMembership(em, cancel, { now: world.now(), correlationId: 'c' });
      return { running };
    });
    expect(await deleting.running).toBeInstanceOf(JobLockedError);
    expect(await db.data.count('cancellation_requests')).toBe(1);
  });

  it('starts over when the membership was restarted while its Stripe customer was being deleted', async () => {
    const person = await join();
    const deletionId = await requestAndConfirmDeletion(db.orm, person, world.now());
    const { waiting, run: carryOut } = jobs();
    for (const name of ['subscriptions.cancel', 'mails.send']) {
      for (const job of await waiting()) if (job.name === name) await carryOut(job);
    }
    const deleteCustomer = () =>
      db.data.set('subscriptions', {
        stripeSubscriptionId: 'sub_again',
        status: 'active',
        cancelRequestedAt: null,
        endsAt: null,
        currentPeriodEnd: after(700),
      });
    const crossed: PaymentDeps['payments'] = Object.assign(Object.create(sandbox.payments) as typeof sandbox.payments, {
      deleteCustomer,
    });
    await expect(run(deletionId, crossed)).rejects.toThrow(JobLockedError);
    expect(await isDeleted()).toBe(false);
    await run(deletionId);
    expect(await isDeleted()).toBe(true);
    const kept = await db.data.values('retained_records', 'content');
    expect(kept.filter(({ stripeSubscriptionId }) => stripeSubscriptionId === 'sub_again')).toHaveLength(1);
  });

  it('counts towards the trial limit of a sign-up that waited for it', async () => {
    const hash = await emailHashOf(db.orm.em.fork(), email);
    for (const days of [1, 2]) {
      const former = { trialStartedAt: after(-24 * days), retainedUntil: after(24 * 20) };
      await db.data.add('former_members', { cardHashes: [], emailHashes: [hash], ...former });
    }
    const person = await join();
    // The account is looked up before the deletion commits and created after it.
    const form = await openSignUpForm({ orm: db.orm, sandbox, world }, { email });
    await world.confirm(form.payment, 'mastercard');
    const attempt = await sandbox.payments.readPayment(form.payment.id);
    const { customerId, paymentMethodId, paidAt } = attempt;
    const signUp = await findSignUp(db.orm.em.fork(), form.signUpId);
    if (signUp === null || customerId === null || paymentMethodId === null || paidAt === null)
      throw new Error('not paid');
    const subscription = await createTrialSubscription(
      sandbox.payments,
      { signUp, customerId, paymentMethodId, paidAt },
      world.now(),
    );
    const hashes = { cardHash: 'c'.repeat(64), emailHash: hash };
    const trial = { attempt, paid: { paidAt, cardHash: hashes.cardHash }, hashes, subscription };
    const at = { now: world.now(), correlationId: 'c' };
    const opening = await db.orm.em.fork().transactional(async (em) => {
      await em.execute('select from users where id = ? for update', [person.userId]);
      const deleting = testRows(() => em);
      const former = { trialStartedAt: world.now(), retainedUntil: after(24 * 30) };
      await deleting.add('former_members', { cardHashes: [], emailHashes: [hash], ...former });
      for (const table of ['payments', 'subscriptions', 'customers'] as const) {
        await deleting.remove(table, { userId: person.userId });
      }
      await deleting.remove('users', { id: person.userId });
      // An insert of the same address waits only for a row that is already deleted.
      const running = db.orm.em
        .fork()
        .transactional((other) => openAccount(other, { signUp, trial }, { ...at, listener: crossContextListener }))
        .catch((error: unknown) => error);
      while ((await rows('select 1 from pg_locks where not granted')).length === 0) await setImmediate();
      return { running };
    });
    expect(await opening.running).toMatchObject({ message: 'an account was deleted meanwhile' });
    expect(await isDeleted()).toBe(true);
    const payload = { signUpId: form.signUpId, correlationId: 'c' };
    await db.orm.em
      .fork()
      .transactional((em) => addToOutbox(em, { jobName: 'sign-ups.complete', payload }, { now: world.now() }));
    await jobs().settle();
    expect((await sandbox.payments.readPayment(form.payment.id)).refundedPence).toBe(50);
    expect(await isDeleted()).toBe(true);
  });
});
