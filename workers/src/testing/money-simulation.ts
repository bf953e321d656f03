import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import type { MikroORM } from '@mikro-orm/postgresql';
import { addFullCheck, findFullCheckOfPeriod } from '@ve/data/full-check/full-check.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { cancelMembership } from '@ve/app/membership/cancellation/cancel-membership';
import { withdrawCancellation } from '@ve/app/membership/cancellation/withdraw-cancellation';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import {
  findSubscription,
  consumeCredit,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { testRows } from '@ve/data/testing/test-rows';
import type { ProviderEvent } from '@ve/providers/payments/payments.port';
import fc from 'fast-check';
import { reconcileSignUpPayments, queueOpenSignUpCompletions } from '@ve/app/membership/sign-up/reconcile-sign-ups';
import { reconcileSubscriptions } from '@ve/app/membership/subscription/reconcile-subscriptions';
import { queueIncompleteFullCheckRetries, endStuckFullChecks } from '@ve/app/full-check/sweep-checks';
import {
  queueUnfinishedCancellations,
  queueMembershipNotices,
  queueStaleSubscriptionSyncs,
} from '@ve/app/membership/subscription/sweep-subscriptions';
import { isSubscriptionRunning, membershipOf } from '@ve/domain/membership/membership-state';
import { createSeededRandom, paymentsWithFaults, registersWithFaults } from './money-faults.ts';
import { type JobRunFailure, createPaymentJobRunner, type WaitingJob } from './payment-job-runner.ts';
import { type OpenSignUpForm, openSignUpForm } from './sign-up-rows.ts';
import { createLogger } from '@ve/server-kit/log/logger';
import { deliverStripeEvent } from './deliver-stripe-event.ts';
import type { StripeSandbox, StripeTestCard } from './stripe-sandbox.ts';

const people = ['ann@example.com', 'bob@example.com', 'cem@example.com'] as const;
const minutes = [1, 3, 31, 70, 11 * 60, 13 * 60, 25 * 60, 3 * 1_440, 20 * 1_440, 35 * 1_440] as const;
const cards: readonly StripeTestCard[] = ['visa', 'visa', 'mastercard', 'gb', 'chargeDeclined'];
const laterCards: readonly StripeTestCard[] = [
  'visa',
  'chargeCustomerFail',
  'authenticationRequired',
  'createDispute',
  'refundFail',
];
const vehicles = ['AB12CDE', 'FN15FNC'] as const;
const start = new Date('2027-01-10T09:00:00.000Z');

const silent = createLogger({ name: 'test', level: 'silent', format: 'json' });

/** An action of a user, or an external event. */
export type MoneySimulationStep =
  | { do: 'fill-in'; person: number; stores: boolean }
  | { do: 'pay'; form: number; card: number; comesBack: boolean }
  | { do: 'webhooks'; keep: number; twice: number }
  | { do: 'work'; jobs: number; kills: number }
  | { do: 'wait'; minutes: number }
  | { do: 'sweep' }
  | { do: 'cancel'; who: number }
  | { do: 'upgrade'; who: number }
  | { do: 'change-card'; who: number; card: number }
  | { do: 'pay-invoice'; who: number }
  | { do: 'rejoin'; who: number; isNotified: boolean }
  | { do: 'unlock'; who: number; vehicle: number; twice: boolean }
  | { do: 'keep'; who: number }
  | { do: 'refund-by-hand'; form: number }
  | { do: 'refund-membership-by-hand'; who: number; pence: number }
  | { do: 'cancel-by-hand'; who: number; now: boolean }
  | { do: 'decide-disputes'; won: boolean };

const nat = (max: number) => fc.nat({ max });
const arbitraryStep: fc.Arbitrary<MoneySimulationStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fill-in' as const), person: nat(2), stores: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pay' as const), form: nat(5), card: nat(4), comesBack: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('webhooks' as const), keep: nat(100), twice: nat(60) }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('work' as const), jobs: nat(4), kills: nat(40) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: nat(minutes.length - 1) }) },
  { weight: 3, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), who: nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('keep' as const), who: nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('upgrade' as const), who: nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change-card' as const), who: nat(2), card: nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay-invoice' as const), who: nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rejoin' as const), who: nat(2), isNotified: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('unlock' as const), who: nat(2), vehicle: nat(1), twice: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund-by-hand' as const), form: nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund-membership-by-hand' as const),
      who: nat(2),
      pence: fc.integer({ min: 1, max: 890 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel-by-hand' as const), who: nat(2), now: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decide-disputes' as const), won: fc.boolean() }) },
);

export interface MoneySimulationSequence {
  seed: number;
  steps: MoneySimulationStep[];
}

/** Two or more people who pay within minutes, some with one address: the start of most conflicts. */
const arbitraryOpening: fc.Arbitrary<MoneySimulationStep[]> = fc
  .array(fc.record({ person: nat(1), card: nat(4), comesBack: fc.boolean() }), {
    minLength: 2,
    maxLength: 4,
    size: 'max',
  })
  .map((payers) =>
    payers.flatMap(({ person, card, comesBack }, form): MoneySimulationStep[] => [
      { do: 'fill-in', person, stores: true },
      { do: 'pay', form, card, comesBack },
    ]),
  );

/**
 * In every other story they stay until the first month is paid and its credit granted, and use it; in most of these the
 * first of them then cancels or is refunded.
 */
const arbitraryMembership: fc.Arbitrary<MoneySimulationStep[]> = fc
  .record({
    stay: fc.boolean(),
    vehicle: nat(1),
    twice: fc.boolean(),
    card: fc.constantFrom(0, 0, 0, 3, 4),
    leaves: fc.constantFrom('not', 'at-once', 'later', 'and-keeps', 'by-dispute', 'by-hand'),
  })
  .map(({ stay, vehicle, twice, card, leaves }): MoneySimulationStep[] => {
    const work: MoneySimulationStep = { do: 'work', jobs: 9, kills: 0 };
    const hear: MoneySimulationStep = { do: 'webhooks', keep: 0, twice: 0 };
    const halfADay: MoneySimulationStep = { do: 'wait', minutes: minutes.indexOf(13 * 60) };
    if (!stay) return [];
    const unlock = (who: number): MoneySimulationStep => ({ do: 'unlock', who, vehicle, twice });
    const cancels: MoneySimulationStep = { do: 'cancel', who: 0 };
    const month: MoneySimulationStep[] = [{ do: 'wait', minutes: minutes.indexOf(20 * 1_440) }, hear, work, work];
    const then: Readonly<Record<typeof leaves, MoneySimulationStep[]>> = {
      not: [],
      'at-once': [cancels],
      later: [work, ...month, cancels],
      'and-keeps': [work, ...month, cancels, { do: 'work', jobs: 1, kills: 30 }, { do: 'keep', who: 0 }],
      'by-dispute': [{ do: 'decide-disputes', won: twice }],
      'by-hand': [{ do: 'refund-membership-by-hand', who: 0, pence: 445 }],
    };
    const charged: MoneySimulationStep[] = [hear, work, work, { do: 'change-card', who: 0, card }, halfADay, halfADay];
    return [...charged, hear, work, work, unlock(0), unlock(1), ...then[leaves]];
  });

/** A random story: the users' actions and their order, and by `seed` the failures in between. */
export const arbitraryMoneySimulationSequence: fc.Arbitrary<MoneySimulationSequence> = fc
  .record({
    seed: fc.integer(),
    opening: arbitraryOpening,
    membership: arbitraryMembership,
    then: fc.array(arbitraryStep, { minLength: 10, maxLength: 30, size: 'max' }),
  })
  .map(({ seed, opening, membership, then }) => ({ seed, steps: [...opening, ...membership, ...then] }));

export type MoneySimulation = Awaited<ReturnType<typeof openMoneySimulation>>;

/** Plays one story with the real handlers, Postgres and the sandbox's Stripe, with a clock of its own. */
export const openMoneySimulation = async (orm: MikroORM, sandbox: StripeSandbox, seed: number) => {
  await clearTables(orm.em.fork(), 'users', 'sign_ups', 'mails', 'outbox', 'stripe_events', 'credits_given');
  const world = await sandbox.openTestEnvironment(start);
  const { now } = world;
  const chance = createSeededRandom(seed);
  const faults = { lostPercent: 6 };
  const payments = paymentsWithFaults(world.payments, chance, { faults, now });
  const registers = registersWithFaults(chance, faults);
  const jobs = createPaymentJobRunner({ orm, payments, registers, now });
  const forms: OpenSignUpForm[] = [];
  const undelivered: ProviderEvent[] = [];

  const em = () => orm.em.fork();
  const subscriptionIds = () => testRows(em).values('subscriptions', 'id', {}, ['createdAt', 'id']);
  const subscriptionAt = async (who: number): Promise<SubscriptionRow | null> => {
    const id = (await subscriptionIds())[who];
    return id === undefined ? null : findSubscription(em(), id);
  };
  const order = (name: 'subscriptions.sync', subscriptionId: string) =>
    em().transactional((transaction) =>
      addToOutbox(transaction, { jobName: name, payload: { subscriptionId, correlationId: 'model' } }, { now: now() }),
    );
  /**
   * True for events that no sweep can replace: refunds by hand, failed refunds, disputes, and, after a week, a payment
   * whose id was never stored.
   */
  const isNeeded = ({ type, objectId }: ProviderEvent): boolean =>
    /^(charge[.](refunded|dispute[.].*)|refund[.]failed)$/.test(type) ||
    forms.some(({ stored, payment }) => !stored && payment.id === objectId);
  const listen = async () => undelivered.push(...(await world.newEvents()));

  const sweep = async () => {
    await queueOpenSignUpCompletions(em(), now());
    await reconcileSignUpPayments(em(), payments, now());
    await reconcileSubscriptions({ em: em(), payments, now: now(), logger: silent });
    await queueStaleSubscriptionSyncs(em(), now());
    await queueUnfinishedCancellations(em(), now());
    await queueMembershipNotices(em(), now());
    await endStuckFullChecks(em(), { now: now(), listener: crossContextListener });
    await queueIncompleteFullCheckRetries(em(), now());
  };
  const failures = (kills: number): JobRunFailure => ({
    diesBeforeCommit: chance.happens(kills / 2),
    diesAfterCommit: chance.happens(kills / 2),
  });

  const take = async (step: MoneySimulationStep): Promise<void> => {
    switch (step.do) {
      case 'fill-in': {
        const signUp = { email: people[step.person] ?? people[0] };
        // A few checkouts die before they have stored Stripe's ids.
        const stores = step.stores || !chance.happens(30);
        forms.push(await openSignUpForm({ orm, sandbox, world }, signUp, { stores }));
        return;
      }
      case 'pay': {
        const form = forms[step.form % Math.max(1, forms.length)];
        if (!form) return;
        // The browser of an unstored form may have its client secret, but the form is closed by the next day.
        const { createdAt } = form;
        if (!form.stored && now().getTime() - createdAt.getTime() > 86_400_000) return;
        await world.confirm(form.payment, cards[step.card] ?? 'visa');
        if (!step.comesBack) return;
        const { signUpId } = form;
        await em().transactional((transaction) =>
          addToOutbox(
            transaction,
            { jobName: 'sign-ups.complete', payload: { signUpId, correlationId: 'browser' } },
            { now: now() },
          ),
        );
        return;
      }
      case 'webhooks': {
        await listen();
        const events = chance.shuffled(undelivered.splice(0));
        for (const event of events) {
          if (chance.happens(step.keep)) undelivered.push(event);
          // Of the events that are not kept for later, a few are never delivered.
          else if (isNeeded(event) || !chance.happens(10)) {
            await deliverStripeEvent(orm, event, now());
            if (chance.happens(step.twice)) await deliverStripeEvent(orm, event, now());
          }
        }
        return;
      }
      case 'work': {
        const waiting = chance.shuffled(await jobs.waiting()).slice(0, step.jobs + 1);
        const doubled = waiting.flatMap((job) => (chance.happens(15) ? [job, job] : [job]));
        await Promise.all(doubled.map((job: WaitingJob) => jobs.run(job, failures(step.kills))));
        return;
      }
      case 'wait':
        await world.advanceTo(new Date(now().getTime() + (minutes[step.minutes] ?? 1) * 60_000));
        return;
      case 'sweep':
        await sweep().catch(() => undefined);
        return;
      case 'cancel': {
        const row = await subscriptionAt(step.who);
        if (row) await cancel(row);
        return;
      }
      case 'keep': {
        const row = await subscriptionAt(step.who);
        const stripeSubscriptionId = row?.stripeSubscriptionId ?? null;
        if (row === null || stripeSubscriptionId === null) return;
        await em().transactional((transaction) =>
          withdrawCancellation(
            transaction,
            { subscriptionId: row.id, stripeSubscriptionId },
            { now: now(), correlationId: 'model', listener: watchSubscriptionListener },
          ),
        );
        return;
      }
      case 'upgrade': {
        const row = await subscriptionAt(step.who);
        if (row?.status !== 'trialing' || row.cancelRequestedAt !== null || row.stripeSubscriptionId === null) return;
        const key = `upgrade.${row.id}.${row.revision}`;
        await payments.endTrialNow({ key, id: row.stripeSubscriptionId }).catch(() => undefined);
        if (chance.happens(70)) await order('subscriptions.sync', row.id);
        return;
      }
      case 'change-card': {
        const row = await subscriptionAt(step.who);
        if (!row?.stripeSubscriptionId || !row.stripeCustomerId) return;
        const present = await sandbox.payments.readSubscription(row.stripeSubscriptionId);
        if (isSubscriptionRunning(present)) {
          await world.setCard(row.stripeCustomerId, present.id, laterCards[step.card] ?? 'visa');
        }
        return;
      }
      case 'pay-invoice': {
        const row = await subscriptionAt(step.who);
        if (!row?.stripeSubscriptionId || !row.stripeCustomerId || row.paymentProblem === null) return;
        const present = await sandbox.payments.readSubscription(row.stripeSubscriptionId);
        if (!isSubscriptionRunning(present)) return;
        await world.setCard(row.stripeCustomerId, present.id, 'visa');
        const { invoiceId } = row.paymentProblem;
        await payments.payInvoice({ key: `pay.${invoiceId}.${row.revision}`, id: invoiceId }).catch(() => undefined);
        if (chance.happens(70)) await order('subscriptions.sync', row.id);
        return;
      }
      case 'rejoin': {
        const row = await subscriptionAt(step.who);
        if (!row?.stripeCustomerId || (row.status !== 'canceled' && row.status !== 'incomplete_expired')) return;
        const all = await sandbox.payments.listSubscriptions(row.stripeCustomerId);
        if (all.some(isSubscriptionRunning)) return;
        const paid = (await paymentsOf(row.stripeCustomerId)).find(({ status }) => status === 'succeeded');
        if (!paid?.paymentMethodId) return;
        await payments
          .createSubscription({
            key: `rejoin.${row.id}.${row.revision}`,
            customerId: row.stripeCustomerId,
            paymentMethodId: paid.paymentMethodId,
            trialEndsAt: null,
            signUpId: null,
          })
          .catch(() => undefined);
        if (step.isNotified) await order('subscriptions.sync', row.id);
        return;
      }
      case 'unlock': {
        const row = await subscriptionAt(step.who);
        if (!row) return;
        const registration = vehicles[step.vehicle] ?? vehicles[0];
        await Promise.all((step.twice ? [1, 2] : [1]).map(() => unlock(row.id, registration)));
        return;
      }
      case 'refund-by-hand': {
        const form = forms[step.form % Math.max(1, forms.length)];
        if (!form) return;
        const { id, status } = await sandbox.payments.readPayment(form.payment.id);
        if (status === 'succeeded') await byHand(id);
        return;
      }
      case 'refund-membership-by-hand': {
        const row = await subscriptionAt(step.who);
        if (!row?.stripeSubscriptionId) return;
        const [last] = await sandbox.payments.listInvoices({ subscriptionId: row.stripeSubscriptionId, limit: 1 });
        if (last?.status === 'paid' && last.paymentIntentId !== null) await byHand(last.paymentIntentId, step.pence);
        return;
      }
      case 'cancel-by-hand': {
        const row = await subscriptionAt(step.who);
        if (!row?.stripeSubscriptionId) return;
        const path = `subscriptions/${row.stripeSubscriptionId}`;
        if (step.now) await sandbox.call('DELETE', path);
        else await sandbox.call('POST', path, { cancel_at_period_end: 'true' });
        return;
      }
      case 'decide-disputes':
        for (const { id, status } of await ownDisputes()) {
          if (status === 'needs_response') await sandbox.closeDispute(id, step.won ? 'won' : 'lost');
        }
    }
  };

  /** Requests a full check like the BFF. */
  const unlock = (id: string, registration: string): Promise<void> =>
    em().transactional(async (transaction) => {
      const row = await lockSubscription(transaction, id);
      const periodEnd = row?.creditedPeriodEnd;
      if (!row || !periodEnd) return;
      const { userId, stripeSubscriptionId } = row;
      if (await findFullCheckOfPeriod(transaction, { userId, registration, periodEnd })) return;
      if (membershipOf(row, now()).credits === 0 || !(await consumeCredit(transaction, id, periodEnd))) return;
      const asked = {
        userId,
        subscriptionId: id,
        stripeSubscriptionId,
        periodEnd,
        registration,
        correlationId: 'model',
      };
      const { id: checkId } = await addFullCheck(transaction, asked, now());
      await addToOutbox(
        transaction,
        { jobName: 'full-checks.run', payload: { checkId, correlationId: 'model' } },
        { now: now() },
      );
    });

  const cancel = ({ id: subscriptionId, stripeSubscriptionId }: SubscriptionRow): Promise<unknown> =>
    em().transactional((transaction) =>
      cancelMembership(
        transaction,
        { subscriptionId, stripeSubscriptionId, origin: 'page' },
        { now: now(), correlationId: 'model' },
      ),
    );

  /** Refunds in Stripe's dashboard, which may reject it. */
  const byHand = (paymentIntentId: string, pence?: number) =>
    sandbox.call('POST', 'refunds', {
      payment_intent: paymentIntentId,
      'metadata[refund_key]': 'by-hand',
      ...(pence === undefined ? {} : { amount: String(pence) }),
    });

  /** The newest disputes, including those of other runs' charges. */
  const allDisputes = async () => (await sandbox.must('GET', 'disputes', { limit: '100' })).data;
  const ownDisputes = async () => {
    const own = new Set((await Promise.all(customers().map(paymentsOf))).flat().map(({ id }) => id));
    return (await allDisputes()).filter((dispute) => own.has(String(dispute['payment_intent'])));
  };

  const customers = () => forms.map(({ customerId }) => customerId);
  const paymentsOf = async (customerId: string) => {
    const { data } = await sandbox.must('GET', 'payment_intents', { customer: customerId, limit: '100' });
    return Promise.all(data.map(({ id }) => sandbox.payments.readPayment(id)));
  };

  return {
    now,
    forms,
    customers,
    paymentsOf,
    allDisputes,
    refundsOf: async (paymentIntentId: string) =>
      (await sandbox.must('GET', 'refunds', { payment_intent: paymentIntentId, limit: '100' })).data,
    subscriptionsOf: (customerId: string) => sandbox.payments.listSubscriptions(customerId),
    invoicesOf: (subscriptionId: string) => sandbox.payments.listInvoices({ subscriptionId, limit: 100 }),
    rows: <T extends object>(sql: string) => em().execute<T[]>(sql),
    mails: (): Promise<{ template: string; uniqueKey: string }[]> => testRows(em).all('mails'),
    /** Look-ups at the registers that were or may have been charged. */
    chargedLookups: () => registers.charged(),
    take,
    /** Lets time pass with the sweeps, without failures and without optional webhooks. */
    settleAfter: async (passedMinutes: number): Promise<void> => {
      faults.lostPercent = 0;
      await listen();
      for (const event of undelivered.splice(0).filter(isNeeded)) await deliverStripeEvent(orm, event, now());
      await world.advanceTo(new Date(now().getTime() + passedMinutes * 60_000));
      await sweep();
      await jobs.settle();
    },
  };
};
