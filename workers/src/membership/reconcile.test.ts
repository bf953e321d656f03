import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createLogger } from '@ve/server-kit/log/logger';
import { createPaymentJobRunner } from '../testing/payment-job-runner.ts';
import { openSignUpForm } from '../testing/sign-up-rows.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestEnvironment } from '../testing/stripe-sandbox.ts';
import { reconcileSignUpPayments, queueOpenSignUpCompletions } from '@ve/app/membership/sign-up/reconcile-sign-ups';
import {
  reconcileAllSubscriptions,
  reconcileSubscriptions,
} from '@ve/app/membership/subscription/reconcile-subscriptions';
import {
  queueMembershipNotices,
  queueStaleSubscriptionSyncs,
} from '@ve/app/membership/subscription/sweep-subscriptions';

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
  await clearTables(db.orm.em.fork(), 'users', 'sign_ups', 'mails', 'outbox');
  world = await sandbox.openTestEnvironment(start);
  jobs = createPaymentJobRunner({ orm: db.orm, payments: sandbox.payments, now: world.now });
});

const em = () => db.orm.em.fork();
const form = (options?: { stores: boolean }) => openSignUpForm({ orm: db.orm, sandbox, world }, {}, options);
const statuses = () => db.data.values('sign_ups', 'status');
const trial = async () => {
  const { payment } = await form();
  await world.confirm(payment, 'visa');
  await world.advanceTo(after(0.1));
  await queueOpenSignUpCompletions(em(), world.now());
  await jobs.settle();
};
const mails = (template: string) => db.data.all('mails', { template });

describe('a paid sign-up without a browser or webhook', () => {
  it('is completed after two minutes', async () => {
    const { payment } = await form();
    await world.confirm(payment, 'visa');
    await world.advanceTo(after(1 / 60));
    expect(await queueOpenSignUpCompletions(em(), world.now())).toBe(0);
    await world.advanceTo(after(3 / 60));
    expect(await queueOpenSignUpCompletions(em(), world.now())).toBe(1);
    await jobs.settle();
    expect(await statuses()).toEqual(['completed']);
    expect(await queueOpenSignUpCompletions(em(), world.now())).toBe(0);
  });

  it('is completed from Stripe’s list, even if its PaymentIntent was not stored', async () => {
    const { payment } = await form({ stores: false });
    await world.confirm(payment, 'visa');
    await form();
    expect(await reconcileSignUpPayments(em(), sandbox.payments, world.now())).toBe(1);
    await jobs.settle();
    expect((await statuses()).toSorted()).toEqual(['completed', 'open']);
    expect(await reconcileSignUpPayments(em(), sandbox.payments, world.now())).toBe(0);
  });

  it('has one job at a time for any number of sweeps', async () => {
    await form();
    await world.advanceTo(after(0.5));
    await Promise.all([1, 2, 3].map(() => queueOpenSignUpCompletions(em(), world.now())));
    expect(await jobs.waiting()).toHaveLength(1);
  });
});

it('an open form is checked in every sweep in its first hour, then every half hour, and abandoned after a day', async () => {
  await form();
  const queuedAt = async (minutes: number) => {
    const found = await queueOpenSignUpCompletions(em(), after(minutes / 60));
    await clearTables(em(), 'outbox');
    return found;
  };
  expect(await queuedAt(30)).toBe(1);
  expect(await queuedAt(31)).toBe(1);
  const hour: number[] = [];
  for (let minute = 120; minute < 180; minute += 1) hour.push(await queuedAt(minute));
  expect(hour.filter((found) => found > 0)).toHaveLength(4);
  await world.advanceTo(after(24.5));
  await queueOpenSignUpCompletions(em(), world.now());
  await jobs.settle();
  expect(await statuses()).toEqual(['abandoned']);
});

describe('a subscription that runs at Stripe and no account owns', () => {
  let errors: string[] = [];
  beforeEach(() => {
    errors = [];
  });
  const destination = { write: (line: string) => void errors.push(line) };
  const logger = createLogger({ name: 'test', level: 'error', format: 'json', destination });
  const reconcile = async () =>
    (await reconcileSubscriptions({ em: em(), payments: world.payments, now: world.now(), logger })).added;
  const first = async () => (await db.data.one('subscriptions')).stripeSubscriptionId ?? '';
  const madeAgain = async (signUpId: string | null) => {
    const { customerId } = await sandbox.payments.readSubscription(await first());
    const paymentMethodId = (await sandbox.payments.storedCard(customerId)) ?? '';
    const made = { key: `again.${customerId}`, customerId, paymentMethodId, trialEndsAt: null, signUpId };
    return sandbox.payments.createSubscription(made);
  };

  it('is cancelled and refunded when a killed worker made it for a sign-up', async () => {
    await trial();
    const { signUpId } = await sandbox.payments.readSubscription(await first());
    const orphan = await madeAgain(signUpId);
    const [charge] = await sandbox.payments.listInvoices({ subscriptionId: orphan.id, limit: 10 });
    expect(charge).toMatchObject({ status: 'paid', amountPence: 890 });
    expect(await reconcile()).toBe(1);
    await jobs.settle();
    expect((await sandbox.payments.readSubscription(orphan.id)).status).toBe('canceled');
    expect(await sandbox.payments.readPayment(charge?.paymentIntentId ?? '')).toMatchObject({ refundedPence: 890 });
    expect((await sandbox.payments.readSubscription(await first())).status).toBe('trialing');
    expect(await reconcile()).toBe(0);
  });

  it('is adopted when a member whose last one ended started it', async () => {
    await trial();
    await sandbox.payments.cancelSubscription({ key: 'end', id: await first(), when: 'now' });
    await db.data.set('subscriptions', { status: 'canceled' });
    const again = await madeAgain(null);
    await Promise.all([reconcile(), reconcile()]);
    expect(await jobs.waiting()).toHaveLength(1);
    await jobs.settle();
    expect(await first()).toBe(again.id);
    expect(await reconcile()).toBe(0);
  });

  const orphans = () => db.data.values('orphan_subscriptions', 'stripeSubscriptionId');
  const needs = () => ({ em: em(), payments: world.payments, now: world.now(), logger });

  it('is logged once at error and recorded for staff while its member has another, until one of them ends', async () => {
    await clearTables(em(), 'orphan_subscriptions');
    await trial();
    const own = await first();
    const { id } = await madeAgain(null);
    expect(await reconcileSubscriptions(needs())).toEqual({ added: 0, orphans: 1 });
    await reconcileSubscriptions(needs());
    expect(await jobs.waiting()).toHaveLength(0);
    expect(errors.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        event: 'orphan_subscription_found',
        stripeSubscriptionId: id,
      }),
    ]);
    expect(await orphans()).toEqual([id]);
    expect(await first()).toBe(own);
    await sandbox.payments.cancelSubscription({ key: 'by-hand', id: own, when: 'now' });
    expect(await reconcileSubscriptions(needs())).toEqual({ added: 1, orphans: 0 });
    await jobs.settle();
    expect(await first()).toBe(id);
    await reconcileSubscriptions(needs());
    expect(await orphans()).toEqual([]);
  });

  describe('a running subscription without an account, as after a restore', () => {
    beforeEach(async () => {
      await trial();
    });
    const loseAccount = async () => {
      const id = await first();
      await clearTables(em(), 'users', 'sign_ups', 'orphan_subscriptions');
      return id;
    };

    it('is logged once at error and recorded for staff, and removed when it was cancelled', async () => {
      const id = await loseAccount();
      expect(await reconcileSubscriptions(needs())).toEqual({ added: 0, orphans: 1 });
      await reconcileSubscriptions(needs());
      expect(errors).toHaveLength(1);
      expect(JSON.parse(errors[0] ?? '')).toMatchObject({
        event: 'orphan_subscription_found',
        stripeSubscriptionId: id,
      });
      expect(await orphans()).toEqual([id]);
      await sandbox.payments.cancelSubscription({ key: 'by-hand', id, when: 'now' });
      await reconcileSubscriptions(needs());
      expect(await orphans()).toEqual([]);
    });

    it('is found regardless of age when all are listed, in every page', async () => {
      const id = await loseAccount();
      for (let other = 0; other < 4; other += 1) {
        const foreign = await world.createCustomer(`foreign${other}@example.com`);
        await world.attachCard(foreign);
        await sandbox.must('POST', 'subscriptions', {
          customer: foreign,
          'items[0][price]': 'price_sandbox_membership',
        });
      }
      await world.advanceTo(after(24 * 40));
      expect(await reconcileSubscriptions(needs())).toEqual({ added: 0, orphans: 0 });
      expect(await reconcileAllSubscriptions(needs())).toEqual({ added: 0, orphans: 1 });
      expect(await orphans()).toEqual([id]);
      await sandbox.payments.cancelSubscription({ key: 'by-hand', id, when: 'now' });
      await world.advanceTo(after(24 * 41));
      expect(await reconcileAllSubscriptions(needs())).toEqual({ added: 0, orphans: 0 });
      expect(await orphans()).toEqual([]);
    });
  });
});

it('a membership without a webhook is read within an hour of its charge', async () => {
  await trial();
  expect(await queueStaleSubscriptionSyncs(em(), after(23.9))).toBe(0);
  for (const hours of [24.2, 25.3]) {
    await world.advanceTo(after(hours));
    expect(await queueStaleSubscriptionSyncs(em(), world.now())).toBe(1);
    await jobs.settle();
  }
  expect(await db.data.all('subscriptions')).toMatchObject([{ status: 'active', creditsUsed: 0 }]);
  expect(await queueStaleSubscriptionSyncs(em(), world.now())).toBe(0);
});

describe('notices', () => {
  it('are queued once before the first charge, from twelve hours before, also at night', async () => {
    await trial();
    expect(await queueMembershipNotices(em(), after(11.5))).toBe(0);
    const queued = await Promise.all([1, 2].map(() => queueMembershipNotices(em(), after(13))));
    expect(Math.max(...queued)).toBe(1);
    expect(await queueMembershipNotices(em(), after(14))).toBe(0);
    expect(await mails('pre-charge')).toMatchObject([{ uniqueKey: expect.stringMatching(/^pre-charge\.sub_/) }]);
  });

  it('are never queued after the first charge, nor for a cancelled trial', async () => {
    await trial();
    expect(await queueMembershipNotices(em(), after(24.1))).toBe(0);
    await db.data.set('subscriptions', { cancelRequestedAt: start });
    expect(await queueMembershipNotices(em(), after(13))).toBe(0);
  });

  it('are queued once for each half year', async () => {
    await trial();
    await db.data.set('subscriptions', { status: 'active' });
    expect(await queueMembershipNotices(em(), new Date('2027-09-02T11:00:00.000Z'))).toBe(1);
    expect(await queueMembershipNotices(em(), new Date('2027-09-02T12:00:00.000Z'))).toBe(0);
    expect(await queueMembershipNotices(em(), new Date('2028-03-02T11:00:00.000Z'))).toBe(1);
    expect((await mails('six-monthly')).map(({ uniqueKey }) => uniqueKey.split('.').at(-1)).toSorted()).toEqual([
      '1',
      '2',
    ]);
  });
});
