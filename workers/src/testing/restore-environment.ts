import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import type { MikroORM } from '@mikro-orm/postgresql';
import { cancelMembership } from '@ve/app/membership/cancellation/cancel-membership';
import { withdrawCancellation } from '@ve/app/membership/cancellation/withdraw-cancellation';
import { connectDatabase } from '@ve/data/kernel/database';
import { databaseEntities } from '@ve/data/entities';
import { beginAccountDeletion } from '@ve/app/privacy/begin-deletion';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { requestTestFullCheck } from '@ve/data/testing/full-checks';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '@ve/data/testing/test-database';
import { testRows } from '@ve/data/testing/test-rows';
import { createLogger } from '@ve/server-kit/log/logger';
import { reconcileSignUpPayments, queueOpenSignUpCompletions } from '@ve/app/membership/sign-up/reconcile-sign-ups';
import { reconcileSubscriptions } from '@ve/app/membership/subscription/reconcile-subscriptions';
import {
  queueUnfinishedCancellations,
  queueStaleSubscriptionSyncs,
} from '@ve/app/membership/subscription/sweep-subscriptions';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { type MoneySnapshot, creditAuditTablesSql } from './money-invariants.ts';
import { createPaymentJobRunner } from './payment-job-runner.ts';
import { type OpenSignUpForm, openSignUpForm } from './sign-up-rows.ts';
import { deliverStripeEvent } from './deliver-stripe-event.ts';
import type { StripeSandbox, StripeTestCard } from './stripe-sandbox.ts';

const silent = createLogger({ name: 'test', level: 'silent', format: 'json' });

/** A service whose database can be backed up and restored while Stripe continues. */
export const openRestoreEnvironment = async (sandbox: StripeSandbox, start: Date) => {
  const world = await sandbox.openTestEnvironment(start);
  const databases: TestDatabase[] = [await createTestDatabase()];
  const forms: OpenSignUpForm[] = [];
  const connect = ({ url }: TestDatabase): Promise<MikroORM> => connectDatabase({ url, poolSize: 8 });
  let database = databases[0]!;
  let orm = await connect(database);
  await orm.em.fork().execute(creditAuditTablesSql);

  const { now, payments } = world;
  const em = () => orm.em.fork();
  const data = testRows(em);
  const jobs = (given: PaymentDeps['payments'] = payments) => createPaymentJobRunner({ orm, payments: given, now });
  const queued = () => ({ now: now(), correlationId: 'world' });

  /** Acts as the webhook and the workers. */
  const work = async (): Promise<void> => {
    for (const event of await world.newEvents()) await deliverStripeEvent(orm, event, now());
    await jobs().settle();
    await queueOpenSignUpCompletions(em(), now());
    await reconcileSignUpPayments(em(), payments, now());
    await reconcileSubscriptions({ em: em(), payments, now: now(), logger: silent });
    await queueStaleSubscriptionSyncs(em(), now());
    await queueUnfinishedCancellations(em(), now());
    await jobs().settle();
  };

  const member = async (email: string): Promise<SubscriptionRow> => {
    const user = await data.one('users', { email });
    const row = await findSubscriptionOfUser(em(), user.id);
    if (!row) throw new Error(`${email} has no membership`);
    return row;
  };

  const customers = () => forms.map(({ customerId }) => customerId);
  const paymentsOf = async (customerId: string) => {
    const { data } = await sandbox.must('GET', 'payment_intents', { customer: customerId, limit: '100' });
    return Promise.all(data.map(({ id }) => sandbox.payments.readPayment(id)));
  };
  const refundsOf = async (paymentIntentId: string) =>
    (await sandbox.must('GET', 'refunds', { payment_intent: paymentIntentId, limit: '100' })).data;

  const copyOf = async (source: TestDatabase): Promise<TestDatabase> => {
    const copy = await copyTestDatabase(source.url);
    databases.push(copy);
    return copy;
  };

  return {
    world,
    forms,
    em,
    data,
    work,
    member,
    paymentsOf,
    jobs,
    url: () => database.url,
    /** Passes time, hour by hour where it matters: charges follow their invoices an hour later. */
    passTo: async (at: Date): Promise<void> => {
      await world.advanceTo(at);
      await work();
      await world.advanceTo(new Date(at.getTime() + 2 * 3_600_000));
      await work();
    },
    fillIn: async (email: string): Promise<OpenSignUpForm> => {
      const form = await openSignUpForm({ orm, sandbox, world }, { email });
      forms.push(form);
      return form;
    },
    pay: async (form: OpenSignUpForm, card: StripeTestCard): Promise<void> => {
      await world.confirm(form.payment, card);
      const order = { signUpId: form.signUpId, correlationId: 'world' };
      await em().transactional((transaction) =>
        addToOutbox(transaction, { jobName: 'sign-ups.complete', payload: order }, { now: now() }),
      );
      await work();
    },
    cancel: async (email: string): Promise<void> => {
      const { id: subscriptionId, stripeSubscriptionId } = await member(email);
      const cancel = { subscriptionId, stripeSubscriptionId, origin: 'account' } as const;
      await em().transactional((transaction) => cancelMembership(transaction, cancel, queued()));
      await work();
    },
    keep: async (email: string): Promise<void> => {
      const { id: subscriptionId, stripeSubscriptionId } = await member(email);
      const keep = { subscriptionId, stripeSubscriptionId: stripeSubscriptionId ?? '' };
      await em().transactional((transaction) =>
        withdrawCancellation(transaction, keep, { ...queued(), listener: watchSubscriptionListener }),
      );
      await work();
    },
    deleteAccount: async (email: string): Promise<void> => {
      const { userId } = await member(email);
      await em().transactional((transaction) => beginAccountDeletion(transaction, { userId }, queued()));
      await work();
      await data.set('mails', { sentAt: now() }, { sentAt: null });
      await work();
    },
    rejoin: async (email: string): Promise<void> => {
      const { stripeCustomerId } = await member(email);
      const customerId = stripeCustomerId ?? '';
      const paymentMethodId = (await payments.storedCard(customerId)) ?? '';
      const membership = { customerId, paymentMethodId, trialEndsAt: null, signUpId: null };
      await payments.createSubscription({ key: `rejoin.${customerId}`, ...membership });
      await work();
    },
    useCheck: async (email: string): Promise<void> => {
      const { id: subscriptionId, userId } = await member(email);
      const order = { registration: 'AB12CDE', now: now() };
      if ((await requestTestFullCheck(em(), { subscriptionId, userId }, order)) === null) throw new Error('no credit');
      await work();
    },
    refundByHand: async (email: string): Promise<void> => {
      const { stripeSubscriptionId } = await member(email);
      const [last] = await payments.listInvoices({ subscriptionId: stripeSubscriptionId ?? '', limit: 1 });
      await sandbox.must('POST', 'refunds', {
        payment_intent: last?.paymentIntentId ?? '',
        'metadata[refund_key]': 'by-hand',
      });
      await work();
    },
    loseDispute: async (): Promise<void> => {
      for (const { id, status } of (await sandbox.must('GET', 'disputes', { limit: '100' })).data) {
        if (status === 'needs_response') await sandbox.closeDispute(id, 'lost');
      }
      await work();
    },
    /** Makes a dump of the current database. */
    backUp: async (): Promise<TestDatabase> => {
      await orm.close(true);
      const backup = await copyOf(database);
      orm = await connect(database);
      return backup;
    },
    /** Switches the service to the database of the backup; past webhooks are not sent again. */
    restore: async (backup: TestDatabase): Promise<void> => {
      await orm.close(true);
      database = await copyOf(backup);
      orm = await connect(database);
      await world.newEvents();
    },
    /** As if the mail server accepted every queued mail. */
    sendAll: async (): Promise<void> => {
      await data.set('mails', { sentAt: now() }, { sentAt: null, skippedAt: null });
    },
    /** Returns every row of every table, except read counters. */
    dump: async (): Promise<Record<string, string>> => {
      const dumped: Record<string, string> = {};
      for (const { meta } of databaseEntities) {
        const [row] = await em().execute<{ rows: string | null }[]>(
          `select string_agg(entry, '\n' order by entry) as rows from (
             select (to_jsonb(t) - 'revision' - 'updated_at')::text as entry from "${meta.tableName}" t
           ) entries`,
        );
        dumped[meta.tableName] = row?.rows ?? '';
      }
      return dumped;
    },
    /** For `disagreements`; the test itself checks forms without a row. */
    books: async (): Promise<MoneySnapshot> => {
      const known = new Set(await data.values('sign_ups', 'id'));
      const stored = forms.filter(({ signUpId }) => known.has(signUpId));
      return {
        forms: stored,
        customers: () => stored.map(({ customerId }) => customerId),
        rows: <T extends object>(sql: string) => em().execute<T[]>(sql),
        paymentsOf,
        refundsOf,
        subscriptionsOf: (customerId: string) => sandbox.payments.listSubscriptions(customerId),
        invoicesOf: (subscriptionId: string) => sandbox.payments.listInvoices({ subscriptionId, limit: 100 }),
        allDisputes: async () => (await sandbox.must('GET', 'disputes', { limit: '100' })).data,
        chargedLookups: () => 0,
        mails: () => data.all('mails'),
      };
    },
    /** Returns running subscriptions and paid pence at Stripe that none of our records accounts for. */
    unaccounted: async (): Promise<{ running: string[]; pence: number }> => {
      const kept = await data.values('retained_records', 'content', { kind: 'payment' });
      const booked = new Set([
        ...(await data.values('payments', 'stripePaymentIntentId')),
        ...kept.map((payment) => payment['stripePaymentIntentId']),
      ]);
      const owned = new Set(await data.values('subscriptions', 'stripeSubscriptionId'));
      const left = { running: [] as string[], pence: 0 };
      for (const customerId of customers()) {
        for (const { id, status } of await sandbox.payments.listSubscriptions(customerId)) {
          if (status !== 'canceled' && status !== 'incomplete_expired' && !owned.has(id)) left.running.push(id);
        }
        for (const payment of await paymentsOf(customerId)) {
          if (payment.status !== 'succeeded' || booked.has(payment.id)) continue;
          left.pence += payment.amountPence - payment.refundedPence;
        }
      }
      return left;
    },
    close: async (): Promise<void> => {
      await orm.close(true);
      for (const each of databases) await each.drop();
    },
  };
};
