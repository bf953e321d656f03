import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { CardDeclineLimit } from '@ve/app/membership/payments/declines';
import { PaymentProviderClient } from '@ve/app/membership/payments/payment-provider-client';
import { CardChangeService } from '@ve/app/membership/subscription/change-card';
import { ChargeAttemptCounter } from '@ve/app/membership/subscription/upgrade';
import { StoredCardCharger } from '@ve/app/membership/subscription/charges';
import { SubscriptionLock } from '@ve/app/membership/subscription/subscription-lock';
import { cancelAbandonedCardSetups } from '@ve/app/membership/subscription/sweep-subscriptions';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createPaymentJobRunner } from '../../testing/payment-job-runner.ts';
import { deliverStripeEvent } from '../../testing/deliver-stripe-event.ts';
import { openSignUpForm } from '../../testing/sign-up-rows.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestEnvironment } from '../../testing/stripe-sandbox.ts';
import { createTestJobContext } from '../../testing/test-job-context.ts';

/* A member whose month is unpaid stores a new card. */

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
const minutes = (count: number) => new Date(world.now().getTime() + count * 60_000);
beforeEach(async () => {
  await clearTables(db.orm.em.fork(), 'users', 'sign_ups', 'mails', 'outbox', 'stripe_events', 'token_buckets');
  world = await sandbox.openTestEnvironment(start);
  jobs = createPaymentJobRunner({ orm: db.orm, payments: sandbox.payments, now: world.now });
});

const context = () => createTestJobContext({ orm: db.orm, now: world.now });
/** The card changes of a BFF. */
const cards = () => {
  const { logger } = context();
  const payments = new PaymentProviderClient(sandbox.payments, logger);
  const declines = new CardDeclineLimit({ perMinute: 30, logger, count: () => undefined });
  const [attempts, lock] = [new ChargeAttemptCounter(declines), new SubscriptionLock()];
  return new CardChangeService({
    payments,
    declines,
    attempts,
    lock,
    charges: new StoredCardCharger(payments.port, crossContextListener),
    logger,
  });
};

/** A member whose bank has refused the first month. */
const owing = async () => {
  const form = await openSignUpForm({ orm: db.orm, sandbox, world });
  await world.confirm(form.payment, 'visa');
  await db.orm.em
    .fork()
    .transactional((em) =>
      addToOutbox(
        em,
        { jobName: 'sign-ups.complete', payload: { signUpId: form.signUpId, correlationId: 'c' } },
        { now: start },
      ),
    );
  await jobs.settle();
  const { id, userId, stripeSubscriptionId } = await db.data.one('subscriptions');
  await world.setCard(form.customerId, stripeSubscriptionId!, 'chargeCustomerFail');
  await world.advanceTo(after(26));
  await syncSubscription(sandbox.payments, { id }, context());
  expect(await db.data.one('subscriptions')).toMatchObject({ status: 'past_due' });
  await world.newEvents();
  return { userId, customerId: form.customerId, stripeSubscriptionId: stripeSubscriptionId! };
};
type Owing = Awaited<ReturnType<typeof owing>>;

/** Has its holder authenticate a card, in a browser that then leaves. */
const authenticated = async ({ userId }: Owing, card: string): Promise<string> => {
  const answer = await cards().change(context(), { userId, confirmationToken: await sandbox.tokenOf(card) });
  if (answer.outcome !== 'authenticate') throw new Error(answer.outcome);
  await sandbox.authenticate(answer.clientSecret);
  return answer.setupIntentId;
};
/** The results of the charges that banks were asked for, in pence, newest first. */
const asked = async ({ customerId }: Owing) =>
  (await sandbox.must('GET', 'charges', { customer: customerId })).data.map(
    ({ amount, status }) => `${status} ${String(amount)}`,
  );
const inTrial = 'succeeded 50';
const refused = 'failed 890';
const paid = 'succeeded 890';
const hear = async () => {
  for (const event of await world.newEvents()) await deliverStripeEvent(db.orm, event, world.now());
};
const sweep = () => cancelAbandonedCardSetups({ ...context(), payments: sandbox.payments });

it('an event that finds the browser gone charges the unpaid month to the card, once', async () => {
  const member = await owing();
  await authenticated(member, 'authenticationRequiredOnSetup');
  await hear();
  await world.advanceTo(minutes(1));
  await jobs.settle();
  expect(await asked(member)).toEqual([paid, refused, inTrial]);
  expect(await db.data.one('subscriptions')).toMatchObject({ status: 'active', creditsUsed: 0, paymentProblem: null });
  await hear();
  await jobs.settle();
  expect(await asked(member)).toEqual([paid, refused, inTrial]);
});

it('the sweep charges the unpaid month to the card when no event has arrived, once', async () => {
  const member = await owing();
  await authenticated(member, 'authenticationRequiredOnSetup');
  await world.advanceTo(minutes(16));
  expect([await sweep(), await sweep()]).toMatchObject([{ finished: 1 }, { finished: 0 }]);
  expect(await asked(member)).toEqual([paid, refused, inTrial]);
  await jobs.settle();
  expect(await db.data.one('subscriptions')).toMatchObject({ status: 'active', creditsUsed: 0 });
});

it.each([
  ['which pays', 'authenticationRequiredOnSetup', [paid, refused, inTrial], 'paid'],
  ['whose bank asks about the payment as well', 'authenticationRequired', [refused, inTrial], 'authenticate'],
] as const)('event and browser at the same time charge a card once, %s', async (_what, card, charges, outcome) => {
  const member = await owing();
  const setupIntentId = await authenticated(member, card);
  await hear();
  await world.advanceTo(minutes(1));
  const job = (await jobs.waiting()).find(({ name }) => name === 'stripe-events.process');
  const finish = () =>
    cards()
      .finish(context(), { userId: member.userId, setupIntentId })
      .catch((error: unknown) => {
        // The other one holds the subscription lock.
        if (!(error instanceof ProblemError)) throw error;
        return null;
      });
  await Promise.all([finish(), jobs.run(job!), finish()]);
  await jobs.settle();
  expect(await asked(member)).toEqual(charges);
  expect(await finish()).toMatchObject({ outcome: 'saved' });
  expect(await asked(member)).toEqual(charges);
  const [invoice] = await sandbox.payments.listInvoices({ subscriptionId: member.stripeSubscriptionId, limit: 5 });
  expect(invoice).toMatchObject(outcome === 'paid' ? { status: 'paid', overpaidBy: [] } : { status: 'open' });
  const ownPayments = (await sandbox.must('GET', 'payment_intents', { customer: member.customerId })).data.filter(
    ({ confirmation_method: method, amount }) => method === 'manual' && amount === 890,
  );
  expect(ownPayments.map(({ status }) => status)).toEqual(outcome === 'paid' ? [] : ['requires_action']);
});

it('a card that cannot pay is tried once, regardless of how often its token is sent', async () => {
  const member = await owing();
  const confirmationToken = await sandbox.tokenOf('chargeCustomerFail');
  const change = () => cards().change(context(), { userId: member.userId, confirmationToken });
  expect(await change()).toMatchObject({ outcome: 'saved', payment: { outcome: 'declined' } });
  expect(await change()).toMatchObject({ outcome: 'saved', payment: { outcome: 'declined' } });
  expect(await asked(member)).toEqual([refused, refused, inTrial]);
});

it('a card is stored although Stripe does not report what its charge led to', async () => {
  const member = await owing();
  const setupIntentId = await authenticated(member, 'authenticationRequiredOnSetup');
  const silent = Object.assign(Object.create(sandbox.payments) as typeof sandbox.payments, {
    payInvoice: async (invoice: Parameters<typeof sandbox.payments.payInvoice>[0]) => {
      await sandbox.payments.payInvoice(invoice);
      return sandbox.payments.readInvoice('in_unknown');
    },
  });
  await world.advanceTo(minutes(16));
  expect(await cancelAbandonedCardSetups({ ...context(), payments: silent })).toMatchObject({ finished: 1 });
  expect(await db.data.one('subscriptions')).toMatchObject({
    cardSetupId: setupIntentId,
    cardAuthenticationOpen: false,
    card: { last4: '3155' },
  });
  await jobs.settle();
  expect(await db.data.one('subscriptions')).toMatchObject({ status: 'active', creditsUsed: 0 });
  expect(await asked(member)).toEqual([paid, refused, inTrial]);
});

it('a card that Stripe refuses for a subscription that runs is not stored as if it were charged', async () => {
  const member = await owing();
  await authenticated(member, 'authenticationRequiredOnSetup');
  const before = (await db.data.one('subscriptions')).card;
  const refusing = Object.assign(Object.create(sandbox.payments) as typeof sandbox.payments, {
    useCard: async (card: Parameters<typeof sandbox.payments.useCard>[0]) => {
      if (card.subscriptionId === null) return sandbox.payments.useCard(card);
      throw new PaymentsRefusedError('parameter_unknown', 'Received unknown parameter');
    },
  });
  await world.advanceTo(minutes(16));
  await cancelAbandonedCardSetups({ ...context(), payments: refusing }).catch(() => undefined);
  expect((await db.data.one('subscriptions')).card).toEqual(before);
});
