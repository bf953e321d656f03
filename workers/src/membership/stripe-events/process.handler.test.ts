import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { tryLockSubscriptionAtStripe } from '@ve/data/membership/subscription/subscription-changes.repository';
import { rerunJob } from '@ve/app/operations/rerun-job';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { ProviderCardSetup, ProviderEvent } from '@ve/providers/payments/payments.port';
import { JobLockedError } from '@ve/contracts/job-errors';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { createPaymentJobRunner } from '../../testing/payment-job-runner.ts';
import { openSignUpForm } from '../../testing/sign-up-rows.ts';
import { deliverStripeEvent } from '../../testing/deliver-stripe-event.ts';
import { cancelAbandonedCardSetups } from '@ve/app/membership/subscription/sweep-subscriptions';
import { processStripeEvent } from '@ve/app/membership/payments/process-stripe-event';
import { startStripeSandbox, type StripeSandbox, type StripeTestEnvironment } from '../../testing/stripe-sandbox.ts';

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
  await clearTables(db.orm.em.fork(), 'users', 'sign_ups', 'mails', 'outbox', 'stripe_events', 'token_buckets');
  world = await sandbox.openTestEnvironment(start);
  jobs = createPaymentJobRunner({ orm: db.orm, payments: sandbox.payments, now: world.now });
});

const form = (options?: { stores: boolean }) => openSignUpForm({ orm: db.orm, sandbox, world }, {}, options);
const send = async (events: ProviderEvent[]) => {
  for (const event of events) await deliverStripeEvent(db.orm, event, world.now());
};
const made = (type: string, objectId: string | null): ProviderEvent => ({
  id: `evt_${randomUUID()}`,
  type,
  objectId,
  createdAt: world.now(),
  livemode: false,
});

it('an event completes a sign-up whose browser left, for any order and repetition of the events', async () => {
  const { payment } = await form();
  await world.confirm(payment, 'visa');
  const events = await world.newEvents();
  await send([...events.toReversed(), ...events]);
  await jobs.settle();
  await send(await world.newEvents());
  await jobs.settle();
  expect(await db.data.one('sign_ups')).toMatchObject({ status: 'completed' });
  expect(await db.data.count('users')).toBe(1);
  expect(await db.data.count('stripe_events', { processedAt: null })).toBe(0);
});

it('an event completes a sign-up whose checkout died before it stored its PaymentIntent', async () => {
  const { payment, customerId } = await form({ stores: false });
  await world.confirm(payment, 'visa');
  await send(await world.newEvents());
  await jobs.settle();
  expect(await db.data.one('sign_ups')).toMatchObject({
    status: 'completed',
    stripePaymentIntentId: payment.id,
    stripeCustomerId: customerId,
  });
});

it('an event cancels the payment after the last declined attempt, and not before', async () => {
  const { payment } = await form();
  const attempts = (count: number) => db.data.set('sign_ups', { paymentAttempts: count });
  await attempts(4);
  await world.confirm(payment, 'chargeDeclined');
  const events = await world.newEvents();
  await send([...events, ...events]);
  await jobs.settle();
  expect(await db.data.one('sign_ups')).toMatchObject({ status: 'open', paymentAttempts: 4 });
  await attempts(5);
  await world.confirm(payment, 'chargeDeclined');
  await send(await world.newEvents());
  await jobs.settle();
  expect(await db.data.one('sign_ups')).toMatchObject({
    status: 'abandoned',
    paymentAttempts: 5,
  });
});

it('events reprocessed by staff record nothing twice', async () => {
  const { payment } = await form();
  await world.confirm(payment, 'chargeDeclined');
  await world.confirm(payment, 'visa');
  await send(await world.newEvents());
  await jobs.settle();
  const countRows = async () => ({
    payments: await db.data.count('payments'),
    users: await db.data.count('users'),
    mails: await db.data.count('mails'),
    open: await db.data.count('stripe_events', { processedAt: null }),
  });
  const before = await countRows();
  expect(before).toMatchObject({ users: 1, open: 0 });
  const events = await db.data.values('stripe_events', 'id');
  for (let times = 1; times <= 2; times += 1) {
    for (const eventId of events) {
      const again = await db.orm.em
        .fork()
        .transactional((em) =>
          rerunJob(em, { name: 'stripe-events.process', payload: { eventId, correlationId: 'staff' } }, world.now()),
        );
      expect(again).toBe(true);
    }
    await jobs.settle();
    expect(await countRows()).toEqual(before);
  }
});

it('an event stores why it could not be processed, until it is', async () => {
  await send([made('invoice.paid', 'in_1')]);
  const [job] = await jobs.waiting();
  const broken = processStripeEvent({
    payments: { ...sandbox.payments, readInvoice: () => Promise.reject(new Error('no answer about dana@example.com')) },
  });
  const run = { jobId: `outbox-${job!.id}`, attempt: 3, lastAttempt: true, complete: () => Promise.resolve(true) };
  const payload = job!.payload as { eventId: string; correlationId: string };
  await expect(broken(payload, createTestJobContext({ orm: db.orm, now: world.now }, run))).rejects.toThrow(
    'no answer',
  );
  const event = () => db.data.one('stripe_events');
  expect(await event()).toMatchObject({ failure: 'no answer about [e-mail]', processedAt: null });
  await jobs.settle();
  expect(await event()).toMatchObject({ failure: null, processedAt: expect.any(Date) as unknown });
});

describe('a card that a browser saves', () => {
  /** A SetupIntent whose secret a browser has, waiting for the bank's authentication. */
  const open = async (card = 'authenticationRequired') => {
    const { payment, customerId } = await form();
    await world.confirm(payment, 'visa');
    await send(await world.newEvents());
    await jobs.settle();
    const confirmationToken = await sandbox.tokenOf(card);
    return sandbox.payments.setUpCard({ key: `card.${confirmationToken}`, customerId, confirmationToken });
  };
  const tryCard = async (
    { id, clientSecret }: { id: string; clientSecret: string | null },
    card = 'chargeDeclined',
  ) => {
    const fields = { client_secret: clientSecret ?? '', payment_method: `pm_card_${card}` };
    return (await sandbox.call('POST', `setup_intents/${id}/confirm`, fields, 'pk_test_sandbox')).body;
  };
  /** Its authentication as recorded by the BFF. */
  const asked = ({ id, createdAt, paymentMethodId }: ProviderCardSetup, at = world.now()) => ({
    cardSetupId: id,
    cardSetupCreatedAt: createdAt,
    cardAuthenticationStartedAt: at,
    cardAuthenticationPaymentMethodId: paymentMethodId,
    cardAuthenticationOpen: true,
  });

  it('is kept while its authentication is pending, which another card ends', async () => {
    const setup = await open();
    await db.data.set('subscriptions', asked(setup));
    await send(await world.newEvents());
    await jobs.settle();
    expect(await db.data.one('subscriptions')).toMatchObject({ cardAuthenticationOpen: true });
    await tryCard(setup, 'authenticationRequiredOnSetup');
    await send(await world.newEvents());
    await jobs.settle();
    expect(await tryCard(setup, 'visa')).toMatchObject({ error: { code: 'setup_intent_unexpected_state' } });
    expect(await db.data.one('subscriptions')).toMatchObject({ cardAuthenticationOpen: false });
  });

  it('ends its SetupIntent and the pending authentication', async () => {
    const setup = await open();
    await db.data.set('subscriptions', asked(setup));
    expect(await tryCard(setup)).toMatchObject({ error: { code: 'card_declined' } });
    const events = await world.newEvents();
    await send([...events, ...events]);
    await jobs.settle();
    expect(await tryCard(setup, 'visa')).toMatchObject({ error: { code: 'setup_intent_unexpected_state' } });
    expect(await db.data.one('subscriptions')).toMatchObject({ cardAuthenticationOpen: false });
  });

  it('is ignored when Stripe does not know it', async () => {
    await send([made('setup_intent.setup_failed', 'seti_unknown')]);
    await jobs.settle();
    expect(await db.data.count('stripe_events', { processedAt: null })).toBe(0);
  });

  it('is ended after a quarter of an hour without an answer from the card holder', async () => {
    const setup = await open();
    await db.data.set('subscriptions', asked(setup, ago(14)));
    expect(await sweep()).toEqual({ closed: 0, finished: 0 });
    await db.data.set('subscriptions', asked(setup, ago(15)));
    expect([await sweep(), await sweep()]).toEqual([
      { closed: 1, finished: 0 },
      { closed: 0, finished: 0 },
    ]);
    expect(await tryCard(setup, 'visa')).toMatchObject({ error: { code: 'setup_intent_unexpected_state' } });
  });

  const minute = 60_000;
  const ago = (minutes: number) => new Date(world.now().getTime() - minutes * minute);
  const sweep = () =>
    cancelAbandonedCardSetups({
      ...createTestJobContext({ orm: db.orm, now: world.now }),
      payments: sandbox.payments,
    });
  /** The card that Stripe charges next, and the one that the membership shows. */
  const chargedCard = async () => {
    const { stripeSubscriptionId, card, cardAuthenticationOpen } = await db.data.one('subscriptions');
    const { default_payment_method: atStripe } = await sandbox.must('GET', `subscriptions/${stripeSubscriptionId}`);
    return { atStripe, shown: card?.last4, open: cardAuthenticationOpen };
  };
  const authenticated = { shown: '3184', open: false };

  it('is charged from now on when its holder has authenticated and left: after a pause for the browser', async () => {
    const setup = await open();
    await db.data.set('subscriptions', asked(setup));
    await send(await world.newEvents());
    await jobs.settle();
    await sandbox.authenticate(setup.clientSecret ?? '');
    const before = await chargedCard();
    const events = (await world.newEvents()).filter(({ type }) => type === 'setup_intent.succeeded');
    expect(events).toHaveLength(1);
    await send([...events, ...events]);
    const [job] = await jobs.waiting();
    const locked = await jobs.run(job!);
    expect(locked).toBeInstanceOf(JobLockedError);
    expect((locked as JobLockedError).afterMs).toBe(20_000);
    expect(await chargedCard()).toEqual({ ...before, open: true });
    await world.advanceTo(new Date(world.now().getTime() + minute));
    await jobs.settle();
    expect(await chargedCard()).toEqual({ atStripe: setup.paymentMethodId, ...authenticated });
    expect(await db.data.count('stripe_events', { processedAt: null })).toBe(0);
  });

  it('is left to the browser that has finished it, and to a newer change', async () => {
    const setup = await open();
    await db.data.set('subscriptions', { ...asked(setup), cardAuthenticationOpen: false });
    await sandbox.authenticate(setup.clientSecret ?? '');
    const before = await chargedCard();
    await send(await world.newEvents());
    await jobs.settle();
    expect(await chargedCard()).toEqual(before);
    await db.data.set('subscriptions', { ...asked(setup), cardSetupId: 'seti_newer' });
    await send([made('setup_intent.succeeded', setup.id)]);
    await jobs.settle();
    expect(await chargedCard()).toEqual({ ...before, open: true });
  });

  it('waits without an error while another process changes the subscription', async () => {
    const setup = await open();
    await db.data.set('subscriptions', asked(setup));
    await sandbox.authenticate(setup.clientSecret ?? '');
    await clearTables(db.orm.em.fork(), 'outbox', 'stripe_events');
    await send([made('setup_intent.succeeded', setup.id)]);
    await world.advanceTo(new Date(world.now().getTime() + minute));
    const [job] = await jobs.waiting();
    await db.orm.em.fork().transactional(async (em) => {
      const { id } = await db.data.one('subscriptions');
      expect(await tryLockSubscriptionAtStripe(em, id)).toBe(true);
      expect(await jobs.run(job!)).toBeInstanceOf(JobLockedError);
    });
    await jobs.settle();
    expect(await chargedCard()).toMatchObject(authenticated);
  });

  it('is charged from now on by the sweep when no event has arrived', async () => {
    const setup = await open();
    await sandbox.authenticate(setup.clientSecret ?? '');
    await db.data.set('subscriptions', asked(setup, ago(15)));
    expect([await sweep(), await sweep()]).toEqual([
      { closed: 0, finished: 1 },
      { closed: 0, finished: 0 },
    ]);
    expect(await chargedCard()).toEqual({ atStripe: setup.paymentMethodId, ...authenticated });
  });

  it('is left for later by the sweep while Stripe is processing it', async () => {
    const setup = await open('savedLater');
    await db.data.set('subscriptions', asked(setup));
    await sandbox.authenticate(setup.clientSecret ?? '');
    expect(await sandbox.payments.readCardSetup(setup.id)).toMatchObject({ status: 'processing' });
    const before = await chargedCard();
    await world.advanceTo(new Date(world.now().getTime() + 16 * minute));
    expect(await sweep()).toEqual({ closed: 0, finished: 0 });
    expect(await chargedCard()).toEqual({ ...before, open: true });
    await world.advanceTo(new Date(world.now().getTime() + 15 * minute));
    expect(await sweep()).toEqual({ closed: 0, finished: 1 });
    expect(await chargedCard()).toEqual({ atStripe: setup.paymentMethodId, shown: '0108', open: false });
  });
});

it('events keep the membership in sync through its months', async () => {
  const { payment } = await form();
  await world.confirm(payment, 'visa');
  for (const hours of [1, 26, 33 * 24]) {
    await send(await world.newEvents());
    await jobs.settle();
    await world.advanceTo(after(hours));
  }
  await send(await world.newEvents());
  await jobs.settle();
  expect(await db.data.one('subscriptions')).toMatchObject({ status: 'active', creditsUsed: 0 });
  expect(await db.data.count('payments', { kind: 'membership' })).toBe(2);
});

it('an event records a refund that was made by hand', async () => {
  const { payment } = await form();
  await world.confirm(payment, 'visa');
  await send(await world.newEvents());
  await jobs.settle();
  await sandbox.payments.refundPayment({ key: randomUUID(), paymentIntentId: payment.id });
  await send(await world.newEvents());
  await jobs.settle();
  expect(await db.data.one('payments')).toMatchObject({ refundedPence: 50 });
});

it.each([
  ['an object that Stripe does not know', 'customer.subscription.updated', 'sub_unknown'],
  ['a payment that Stripe does not know', 'payment_intent.succeeded', 'pi_unknown'],
  ['a kind that means nothing to us', 'product.created', 'prod_1'],
  ['no object', 'balance.available', null],
  ['a dispute', 'charge.dispute.created', 'pi_unknown'],
])('an event finishes without effect for %s', async (_what, type, objectId) => {
  await send([made(type, objectId)]);
  await jobs.settle();
  expect(await db.data.one('stripe_events')).toMatchObject({ processedAt: expect.any(Date) as unknown });
});
