import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createUser } from '@ve/data/identity/user/user.repository';
import { PaymentsRefusedError, PaymentsUnavailableError } from '@ve/providers/payments/payments.port';
import type { JobContext } from '@ve/app/job-context';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { openSignUpForm } from '../../testing/sign-up-rows.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestEnvironment } from '../../testing/stripe-sandbox.ts';
import { processSignUpPayment } from '@ve/app/membership/sign-up/complete-sign-up';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
let world: StripeTestEnvironment;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

const start = new Date('2027-03-01T10:00:00.000Z');
const anHour = 3_600_000;
const after = (hours: number) => new Date(start.getTime() + hours * anHour);
beforeEach(async () => {
  await clearTables(db.orm.em.fork(), 'users', 'sign_ups', 'mails', 'outbox');
  world = await sandbox.openTestEnvironment(start);
});

const form = (email = 'dana@example.com', options?: { stores: boolean }) =>
  openSignUpForm({ orm: db.orm, sandbox, world }, { email }, options);
const paidForm = async (email?: string, card: Parameters<StripeTestEnvironment['confirm']>[1] = 'visa') => {
  const opened = await form(email);
  await world.confirm(opened.payment, card);
  return opened;
};
const complete = (
  signUpId: string,
  payments: PaymentDeps['payments'] = sandbox.payments,
  changes: Partial<JobContext> = {},
) =>
  processSignUpPayment({ payments })(
    { signUpId, correlationId: 'request-1' },
    createTestJobContext({ orm: db.orm, now: world.now }, changes),
  );
const statusOf = (signUpId: string) => db.data.one('sign_ups', { id: signUpId });
const subscriptionsOf = async (customerId: string) =>
  (await sandbox.payments.listSubscriptions(customerId)).map(({ status }) => status);
const mails = () => db.data.values('mails', 'template', {}, 'template');

describe('a paid sign-up', () => {
  it('becomes account, customer, trial, payment and first report, with their mails', async () => {
    const { signUpId, customerId, payment } = await paidForm();
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'completed', paymentOutcome: 'open-account' });
    const user = await db.data.one('users');
    expect(user).toMatchObject({ email: 'dana@example.com', emailVerifiedAt: null });
    expect(await db.data.values('user_roles', 'role', { userId: user.id })).toEqual(['user']);
    const customer = await db.data.one('customers');
    expect(customer).toMatchObject({
      name: 'Dana Driver',
      address: '1 High Street, Leeds, LS1 1AA',
      postcode: 'LS1 1AA',
      stripeCustomerId: customerId,
    });
    const subscription = await db.data.one('subscriptions');
    expect(subscription).toMatchObject({
      status: 'trialing',
      creditsUsed: 1,
      registrationNumber: 'AB12CDE',
      stripeSubscriptionId: customer.stripeSubscriptionId,
    });
    expect(Object.keys(subscription.card as object).toSorted()).toEqual([
      'brand',
      'expiryMonth',
      'expiryYear',
      'last4',
    ]);
    expect(subscription.trialEndsAt).toEqual(after(24));
    expect(await db.data.all('payments')).toMatchObject([
      { kind: 'trial', stripePaymentIntentId: payment.id, amountPence: 50, currency: 'gbp' },
    ]);
    expect(await db.data.all('reports')).toMatchObject([
      { registrationNumber: 'AB12CDE', vehicleMake: null, vehicleYear: null, euroStatus: null },
    ]);
    expect(await mails()).toEqual(['receipt', 'welcome']);
    expect(await db.data.values('outbox', 'jobName', {}, 'jobName')).toEqual([
      'mails.send',
      'mails.send',
      'reports.backfill',
    ]);
    expect(await subscriptionsOf(customerId)).toEqual(['trialing']);
  });

  it.each([
    [60, true],
    [62, false],
  ])('counts whether the membership came in time: after %i seconds', async (seconds, isMet) => {
    const { signUpId } = await paidForm();
    const objectives: unknown[] = [];
    const now = () => new Date(start.getTime() + seconds * 1_000);
    const changes: Partial<JobContext> = { now, recordObjective: (...event) => objectives.push(event) };
    await complete(signUpId, sandbox.payments, changes);
    await complete(signUpId, sandbox.payments, changes);
    expect(objectives).toEqual([['payment-to-membership', isMet]]);
  });

  it('is completed once by repeated and concurrent runs', async () => {
    const { signUpId, customerId } = await paidForm();
    await Promise.allSettled([1, 2, 3].map(() => complete(signUpId)));
    await complete(signUpId);
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'completed' });
    expect(await subscriptionsOf(customerId)).toEqual(['trialing']);
    expect(await db.data.count('payments')).toBe(1);
    expect(await mails()).toEqual(['receipt', 'welcome']);
  });

  it('starts the trial of an account that never subscribed, and mails its owner a link', async () => {
    await createUser(db.orm.em.fork(), 'dana@example.com', start);
    const { signUpId } = await paidForm();
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'completed', paymentOutcome: 'add-to-account' });
    expect(await mails()).toEqual(['receipt', 'sign-in-link', 'welcome']);
  });

  it('is refunded when the account had a subscription before', async () => {
    const first = await paidForm();
    await complete(first.signUpId);
    const second = await paidForm();
    await complete(second.signUpId);
    await complete(second.signUpId);
    expect(await statusOf(second.signUpId)).toMatchObject({
      status: 'returned',
      paymentOutcome: 'return-payment',
      refundReason: 'had-trial',
    });
    expect(await sandbox.payments.readPayment(second.payment.id)).toMatchObject({ refundedPence: 50 });
    expect(await subscriptionsOf(second.customerId)).toEqual([]);
    expect(await mails()).toEqual(['payment-returned', 'receipt', 'welcome']);
  });

  it.each([1, 2, 3])(
    'one of two with the same new address opens an account, and the other is refunded (%i)',
    async () => {
      const forms = [await paidForm(), await paidForm()];
      await Promise.allSettled(forms.map(({ signUpId }) => complete(signUpId)));
      for (const { signUpId } of forms) await complete(signUpId);
      const statuses = await Promise.all(forms.map(({ signUpId }) => statusOf(signUpId)));
      expect(statuses.map((row) => row.status).toSorted()).toEqual(['completed', 'returned']);
      const running = await Promise.all(forms.map(({ customerId }) => subscriptionsOf(customerId)));
      expect(running.flat().filter((status) => status === 'trialing')).toHaveLength(1);
      expect(await db.data.count('users')).toBe(1);
    },
  );

  it('is refunded from the fourth trial of one card within a month', async () => {
    const statuses: unknown[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const { signUpId } = await paidForm(`${name}@example.com`);
      await complete(signUpId);
      const row = await statusOf(signUpId);
      statuses.push([row.status, row.refundReason]);
    }
    const completed = ['completed', null];
    expect(statuses).toEqual([completed, completed, completed, ['returned', 'trial-limit']]);
    // The page shows the limit the same way for an address that has an account.
    const known = await paidForm('a@example.com');
    await complete(known.signUpId);
    expect(await statusOf(known.signUpId)).toMatchObject({ status: 'returned', refundReason: 'trial-limit' });
    const other = await paidForm('e@example.com', 'mastercard');
    await complete(other.signUpId);
    expect(await statusOf(other.signUpId)).toMatchObject({ status: 'completed' });
    expect(new Set(await db.data.values('sign_ups', 'cardHash')).size).toBe(2);
  });

  it('begins its membership immediately, never earlier, when the workers were down for a day', async () => {
    const { signUpId, customerId } = await paidForm();
    await world.advanceTo(after(30));
    await complete(signUpId);
    expect(await subscriptionsOf(customerId)).toEqual(['active']);
    const subscription = await db.data.one('subscriptions');
    expect(subscription.trialEndsAt).toEqual(after(24));
    expect(await db.data.count('outbox', { jobName: 'subscriptions.sync' })).toBe(1);
  });

  it('opens no account when it was refunded by hand before', async () => {
    const { signUpId, payment } = await paidForm();
    await sandbox.payments.refundPayment({ key: 'by-hand', paymentIntentId: payment.id });
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'returned' });
    expect(await db.data.all('users')).toEqual([]);
  });

  it('is refunded when the amount is wrong', async () => {
    const { signUpId } = await paidForm();
    const wrong: PaymentDeps['payments'] = {
      ...sandbox.payments,
      readPayment: async (id) => ({ ...(await sandbox.payments.readPayment(id)), amountPence: 30 }),
    };
    await complete(signUpId, wrong);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'returned', refundReason: 'not-started' });
  });
});

describe('a paid sign-up whose subscription Stripe refuses permanently', () => {
  const refuse = (signUpId: string, changes: Partial<JobContext> = {}) =>
    complete(
      signUpId,
      {
        ...sandbox.payments,
        createSubscription: () => Promise.reject(new PaymentsRefusedError('resource_missing', 'No such price')),
      },
      changes,
    );

  it('misses the objective once, when it is refunded', async () => {
    const { signUpId } = await paidForm();
    const objectives: unknown[] = [];
    const changes: Partial<JobContext> = { recordObjective: (...event) => objectives.push(event) };
    await expect(refuse(signUpId, changes)).rejects.toThrow(PaymentsRefusedError);
    expect(objectives).toEqual([]);
    await world.advanceTo(after(1.1));
    await refuse(signUpId, changes);
    await refuse(signUpId, changes);
    expect(objectives).toEqual([['payment-to-membership', false]]);
  });

  it('is retried for an hour, then its payment is refunded and its customer notified', async () => {
    const { signUpId, payment, customerId } = await paidForm();
    await expect(refuse(signUpId)).rejects.toThrow(PaymentsRefusedError);
    await world.advanceTo(after(0.9));
    await expect(refuse(signUpId)).rejects.toThrow(PaymentsRefusedError);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'open', paymentOutcome: null });
    await world.advanceTo(after(1.1));
    await refuse(signUpId);
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'returned', refundReason: 'not-started' });
    expect(await sandbox.payments.readPayment(payment.id)).toMatchObject({ refundedPence: 50 });
    expect(await subscriptionsOf(customerId)).toEqual([]);
    expect(await mails()).toEqual(['payment-returned']);
    expect(await db.data.all('users')).toEqual([]);
  });

  it('is completed when it is accepted within the hour', async () => {
    const { signUpId } = await paidForm();
    await expect(refuse(signUpId)).rejects.toThrow(PaymentsRefusedError);
    await world.advanceTo(after(0.5));
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'completed' });
  });

  it('stays open while Stripe does not respond', async () => {
    const { signUpId } = await paidForm();
    await world.advanceTo(after(5));
    const createSubscription = () => Promise.reject(new PaymentsUnavailableError('down'));
    await expect(complete(signUpId, { ...sandbox.payments, createSubscription })).rejects.toThrow('down');
    expect(await statusOf(signUpId)).toMatchObject({ status: 'open' });
  });
});

describe('a run that is killed', () => {
  const dyingAt = (name: keyof PaymentDeps['payments'], when: 'before' | 'after'): PaymentDeps['payments'] => ({
    ...sandbox.payments,
    [name]: async (given: never) => {
      if (when === 'after') await (sandbox.payments[name] as (given: never) => Promise<unknown>)(given);
      throw new Error('killed');
    },
  });

  it.each(['before', 'after'] as const)('leaves one trial when it dies %s the subscription is made', async (when) => {
    const { signUpId, customerId } = await paidForm();
    await expect(complete(signUpId, dyingAt('createSubscription', when))).rejects.toThrow('killed');
    expect(await statusOf(signUpId)).toMatchObject({ status: 'open' });
    await complete(signUpId);
    expect(await subscriptionsOf(customerId)).toEqual(['trialing']);
  });

  it('finds its subscription again a day after it was made', async () => {
    const { signUpId, customerId } = await paidForm();
    await expect(complete(signUpId, dyingAt('createSubscription', 'after'))).rejects.toThrow('killed');
    await world.advanceTo(after(36));
    await complete(signUpId);
    expect(await subscriptionsOf(customerId)).toHaveLength(1);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'completed' });
  });

  it.each(['before', 'after'] as const)('refunds the payment once when it dies %s the refund', async (when) => {
    await complete((await paidForm()).signUpId);
    const { signUpId, payment } = await paidForm();
    await expect(complete(signUpId, dyingAt('refundPayment', when))).rejects.toThrow('killed');
    expect(await statusOf(signUpId)).toMatchObject({ status: 'open', paymentOutcome: 'return-payment' });
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'returned' });
    expect(await sandbox.payments.readPayment(payment.id)).toMatchObject({ refundedPence: 50 });
  });

  it('leaves no subscription running when another sign-up wins the account', async () => {
    const [slow, quick] = [await paidForm(), await paidForm()];
    await expect(complete(slow.signUpId, dyingAt('createSubscription', 'after'))).rejects.toThrow('killed');
    await complete(quick.signUpId);
    await complete(slow.signUpId);
    expect(await statusOf(slow.signUpId)).toMatchObject({ status: 'returned' });
    expect(await subscriptionsOf(slow.customerId)).toEqual(['canceled']);
  });
});

describe('a subscription that lost its race', () => {
  it('is cancelled and its charge refunded, also when no worker ran for days', async () => {
    const [slow, quick] = [await paidForm(), await paidForm()];
    const dying: PaymentDeps['payments'] = {
      ...sandbox.payments,
      createSubscription: async (given) => {
        await sandbox.payments.createSubscription(given);
        throw new Error('killed');
      },
    };
    await expect(complete(slow.signUpId, dying)).rejects.toThrow('killed');
    await complete(quick.signUpId);
    await world.advanceTo(after(50));
    await complete(slow.signUpId);
    await complete(slow.signUpId);
    const [orphan] = await sandbox.payments.listSubscriptions(slow.customerId);
    const invoices = await sandbox.payments.listInvoices({ subscriptionId: orphan!.id, limit: 5 });
    const { paymentIntentId } = invoices.find(({ amountPence }) => amountPence > 0)!;
    expect(orphan).toMatchObject({ status: 'canceled' });
    expect(await sandbox.payments.readPayment(paymentIntentId!)).toMatchObject({ refundedPence: 890 });
    expect(await sandbox.payments.readPayment(slow.payment.id)).toMatchObject({ refundedPence: 50 });
  });
});

describe('an unpaid sign-up', () => {
  it('stays open for a day, then its PaymentIntent is cancelled', async () => {
    const { signUpId, payment } = await form();
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'open' });
    await world.advanceTo(after(25));
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'abandoned', paymentOutcome: null });
    expect(await sandbox.payments.readPayment(payment.id)).toMatchObject({ status: 'cancelled' });
    await world.confirm(payment, 'visa');
    await complete(signUpId);
    expect(await db.data.all('users')).toEqual([]);
  });

  const attempts = async (count: number, confirmationLeaseUntil: Date | null = null) => {
    const { createdAt } = await db.data.one('sign_ups');
    await db.data.set('sign_ups', {
      paymentAttempts: count,
      confirmationToken: 'ctoken_1',
      attemptedAt: createdAt,
      confirmationLeaseUntil,
    });
  };

  it('is cancelled when its fifth attempt was declined, and kept before', async () => {
    const { signUpId, payment } = await form();
    await world.confirm(payment, 'chargeDeclined');
    await attempts(4);
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'open' });
    await attempts(5);
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'abandoned' });
    expect(await sandbox.payments.readPayment(payment.id)).toMatchObject({ status: 'cancelled' });
  });

  it('is kept while its fifth attempt may still succeed: processing, or with the bank', async () => {
    const { signUpId, payment } = await form();
    await world.confirm(payment, 'chargeDeclined');
    await attempts(5, new Date(world.now().getTime() + 15_000));
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'open' });
    await attempts(5);
    const confirmationToken = await sandbox.tokenOf('authenticationRequired');
    await sandbox.payments.confirmPayment({ key: `fifth.${signUpId}`, id: payment.id, card: { confirmationToken } });
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'open' });
    await sandbox.authenticate(payment.clientSecret ?? '', 'fail');
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'abandoned' });
  });

  it('is abandoned after a day when its payment was never stored', async () => {
    const { signUpId } = await form('dana@example.com', { stores: false });
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'open' });
    await world.advanceTo(after(25));
    await complete(signUpId);
    expect(await statusOf(signUpId)).toMatchObject({ status: 'abandoned' });
  });
});
