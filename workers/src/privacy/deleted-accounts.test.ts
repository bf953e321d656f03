import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findCancellationRefundFacts } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { refundDue } from '@ve/domain/membership/refund-due';
import { addStripeEvent } from '@ve/data/membership/stripe-event/stripe-event.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { PaymentsUnavailableError } from '@ve/providers/payments/payments.port';
import { JobLockedError } from '@ve/contracts/job-errors';
import { createMailHandler } from '../handlers.ts';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { createTestJobContext } from '../testing/test-job-context.ts';
import {
  requestAndConfirmDeletion,
  tablesWithoutRows,
  addRowsToEveryTable,
  type DeletedPerson,
  readPersonRows,
  tablesContainingValue,
  identifyingValuesOf,
} from '../testing/deleted-person.ts';
import { createPaymentJobRunner } from '../testing/payment-job-runner.ts';
import { scriptedMail } from '../testing/scripted-mail.ts';
import { openSignUpForm } from '../testing/sign-up-rows.ts';
import { deliverStripeEvent } from '../testing/deliver-stripe-event.ts';
import {
  startStripeSandbox,
  type StripeSandbox,
  type StripeTestEnvironment,
  type StripeTestCard,
} from '../testing/stripe-sandbox.ts';
import { executeAccountDeletion } from '@ve/app/privacy/delete-account';
import { randomUUID } from 'node:crypto';

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
  await clearTables(
    db.orm.em.fork(),
    'users',
    'sign_ups',
    'mails',
    'outbox',
    'retained_records',
    'former_members',
    'vehicles',
    'vehicle_fetches',
    'contact_messages',
    'disputes',
    'newsletter_subscriptions',
    'mail_opt_outs',
    'mail_suppressions',
    'cancellation_requests',
    'cancellation_codes',
    'data_requests',
    'audit_log',
    'error_logs',
    'stripe_events',
    'token_buckets',
  );
  world = await sandbox.openTestEnvironment(start);
});

const jobsWith = (payments: PaymentDeps['payments'] = sandbox.payments) =>
  createPaymentJobRunner({ orm: db.orm, payments, now: world.now });
const order = (name: 'sign-ups.complete', signUpId: string) =>
  db.orm.em
    .fork()
    .transactional((em) =>
      addToOutbox(em, { jobName: name, payload: { signUpId, correlationId: 'c' } }, { now: world.now() }),
    );

/** Signs up again; returns the outcome. */
const again = async (address: string, card: StripeTestCard) => {
  const form = await openSignUpForm({ orm: db.orm, sandbox, world }, { email: address });
  await world.confirm(form.payment, card);
  await order('sign-ups.complete', form.signUpId);
  await jobsWith().settle();
  return form;
};
/** Creates a member in their trial. */
const join = async (): Promise<DeletedPerson> => {
  await again(email, 'visa');
  return readPersonRows(db.orm, email);
};
const statusOf = async (signUpId: string): Promise<string> => {
  const [row] = await db.data.all('sign_ups', { id: signUpId });
  return row?.status ?? 'gone';
};
const syncOf = async (address: string): Promise<void> => {
  const { subscriptionId } = await readPersonRows(db.orm, address);
  await syncSubscription(
    sandbox.payments,
    { id: subscriptionId },
    createTestJobContext({ orm: db.orm, now: world.now }),
  );
};
/** Uses the check of the current period. */
const spendCheck = async (address: string): Promise<void> => {
  const { userId, subscriptionId, stripeSubscriptionId } = await readPersonRows(db.orm, address);
  const { creditedPeriodEnd: periodEnd } = await db.data.one('subscriptions', { id: subscriptionId });
  const ids = { userId, subscriptionId, stripeSubscriptionId };
  const vdi = { state: 'unavailable', source: 'UKVD', at: world.now().toISOString(), reason: 'timeout' } as const;
  const done = { status: 'done', vdi, finishedAt: world.now() } as const;
  await db.data.add('full_checks', { ...ids, periodEnd: periodEnd!, ...done }, world.now());
};

const formerMembers = () => db.data.all('former_members');

const run = (deletionId: string, payments: PaymentDeps['payments'] = sandbox.payments) =>
  executeAccountDeletion({ payments, queues: { forget: () => Promise.resolve(0) } })(
    { deletionId, correlationId: 'c' },
    createTestJobContext({ orm: db.orm, now: world.now }),
  );

const sendLast = async () => {
  const server = scriptedMail();
  const mail = await db.data.one('mails', { template: 'account-deleted' });
  const handler = createMailHandler(server);
  await handler({ mailId: mail.id, correlationId: 'c' }, createTestJobContext({ orm: db.orm, now: world.now }));
  return server.given;
};

describe('the deletion of an account', () => {
  it('leaves nothing of a person with rows in every table except ids in the audit log and Stripe’s references', async () => {
    const person = await join();
    await world.advanceTo(after(26));
    await addRowsToEveryTable(db.orm, person, world.now());
    await jobsWith().settle();
    await fillQueue(person);
    expect(await tablesWithoutRows(db.orm)).toEqual([
      'account_deletions',
      'day_figures',
      'file_imports',
      'former_members',
      'fuel_days',
      'fuel_prices',
      'fuel_stations',
      'local_admin_sessions',
      'membership_prices',
      'mot_deltas',
      'newsletter_issues',
      'orphan_subscriptions',
      'prerendered_pages',
      'recall_campaigns',
      'release_channels',
      'release_failures',
      'release_files',
      'release_loads',
      'release_moves',
      'release_previews',
      'release_tokens',
      'release_vitals',
      'remote_releases',
      'restores',
      'retained_records',
      'route_vitals',
      'scheduled_jobs',
      'service_faults',
      'totals',
      'vehicle_pictures',
      'vendor_call_counts',
      'vendor_daily_usage',
    ]);
    expect((await tablesContainingValue(db.orm, identifyingValuesOf(person))).length).toBeGreaterThan(20);

    await requestAndConfirmDeletion(db.orm, person, world.now());
    await jobsWith().settle();
    const mails = await sendLast();

    expect(await tablesContainingValue(db.orm, identifyingValuesOf(person))).toEqual(['audit_log']);
    expect(await db.data.all('audit_log')).toMatchObject([{ subject: person.userId, actorUserId: null }]);
    expect(mails).toMatchObject([{ to: email, subject: 'Your account is deleted' }]);
    const { body } = await sandbox.call('GET', `customers/${person.stripeCustomerId}`);
    expect(body).toEqual({ id: person.stripeCustomerId, object: 'customer', deleted: true });
    const pence = ({ content }: { content: Record<string, unknown> }) => Number(content['amountPence'] ?? 0);
    const records = await db.data.all('retained_records', {}, ['kind', 'retainedUntil']);
    const kept = records.toSorted((one, other) => pence(one) - pence(other));
    expect(kept.map(({ kind, content }) => [kind, content['amountPence']])).toEqual([
      ['cancellation', undefined],
      ['cancellation', undefined],
      ['change-notice', undefined],
      ['consent', undefined],
      ['consent', undefined],
      ['payment', 50],
      ['payment', 890],
    ]);
    expect(kept.at(-1)?.content).toMatchObject({ refundedPence: 890 });
    expect(kept.at(-1)?.retainedUntil).toEqual(new Date('2033-04-06T00:00:00.000Z'));
    expect(await formerMembers()).toMatchObject([
      {
        cardHashes: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        emailHashes: [expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)],
        trialStartedAt: start,
        firstPaidAt: expect.any(Date),
        retainedUntil: new Date('2027-09-02T11:00:00.000Z'),
      },
    ]);
  });

  it('keeps what was announced to the member and what they answered, for six years after the contract', async () => {
    const person = await join();
    const { userId, stripeSubscriptionId } = person;
    const price = await db.data.add('membership_prices', {
      stripePriceId: 'price_announced',
      pence: 990,
      currency: 'gbp',
      effectiveFrom: start,
    });
    const announcedAt = after(-24 * 60);
    const [notifiedAt, effectiveAt, agreedAt] = [after(-24 * 59), after(-24 * 29), after(-24 * 50)];
    const change = await db.data.add('announced_changes', {
      kind: 'price',
      membershipPriceId: price.id,
      termsVersion: null,
      announcedAt,
      effectiveAt,
      closedAt: effectiveAt,
    });
    const notice = await db.data.add('change_notices', {
      announcedChangeId: change.id,
      userId,
      stripeSubscriptionId,
      previousPence: 890,
      effectiveAt,
      createdAt: announcedAt,
      notifiedAt,
      settledAt: effectiveAt,
      outcome: 'agreed',
    });
    await db.data.add('consents', {
      userId,
      changeNoticeId: notice.id,
      kind: 'new-price',
      textVersion: '2026-11-27',
      monthlyPence: 990,
      givenAt: agreedAt,
    });
    await requestAndConfirmDeletion(db.orm, person, world.now());
    await jobsWith().settle();
    expect(await db.data.count('change_notices')).toBe(0);
    expect(await db.data.all('retained_records', { kind: 'change-notice' })).toMatchObject([
      {
        content: {
          change: 'price',
          announcedAt: announcedAt.toISOString(),
          notifiedAt: notifiedAt.toISOString(),
          effectiveAt: effectiveAt.toISOString(),
          previousPence: 890,
          pence: 990,
          termsVersion: null,
          agreedAt: agreedAt.toISOString(),
          outcome: 'agreed',
          decidedAt: effectiveAt.toISOString(),
          stripeSubscriptionId,
        },
        retainedUntil: new Date('2033-03-01T10:00:00.000Z'),
      },
    ]);
  });

  it('keeps hashes of every card that paid, including replaced ones', async () => {
    const person = await join();
    await world.setCard(person.stripeCustomerId, person.stripeSubscriptionId, 'mastercard');
    await world.advanceTo(after(26));
    await requestAndConfirmDeletion(db.orm, person, world.now());
    await jobsWith().settle();
    const [former] = await formerMembers();
    expect(new Set(former?.cardHashes).size).toBe(2);
    for (const card of ['visa', 'mastercard'] as const) {
      const { signUpId } = await again(`someone.with.${card}@example.com`, card);
      expect(await db.data.values('subscriptions', 'earlierFirstPaidAt')).toEqual([expect.any(Date)]);
      await db.data.remove('subscriptions');
      expect(await statusOf(signUpId)).toBe('completed');
    }
  });

  it('keeps the hashes of a trial for the thirty days of its limit', async () => {
    const person = await join();
    await requestAndConfirmDeletion(db.orm, person, world.now());
    await jobsWith().settle();
    expect(await formerMembers()).toMatchObject([
      { firstPaidAt: null, retainedUntil: new Date('2027-03-31T10:00:00.000Z') },
    ]);
  });

  it('keeps the hashes once when two deletions of the account run concurrently, and each dies once', async () => {
    const person = await join();
    const ids = [
      await requestAndConfirmDeletion(db.orm, person, world.now()),
      await requestAndConfirmDeletion(db.orm, person, world.now()),
    ];
    const jobs = jobsWith();
    for (const name of ['subscriptions.cancel', 'mails.send']) {
      for (const job of await jobs.waiting()) if (job.name === name) await jobs.run(job);
    }
    const deletions = (await jobs.waiting()).filter(({ name }) => name === 'accounts.delete');
    expect(deletions).toHaveLength(ids.length);
    for (const diesBeforeCommit of [true, false]) {
      await Promise.all(deletions.map((job) => jobs.run(job, { diesBeforeCommit })));
      expect(await formerMembers()).toHaveLength(diesBeforeCommit ? 0 : 1);
    }
  });

  it('allows no second fourteen-day refund, by card or by address', async () => {
    const person = await join();
    await world.advanceTo(after(26));
    await requestAndConfirmDeletion(db.orm, person, world.now());
    await jobsWith().settle();
    const [former] = await formerMembers();
    await world.advanceTo(after(20 * 24));
    for (const [address, card] of [
      [email, 'mastercard'],
      ['other@example.com', 'visa'],
    ] as const) {
      await again(address, card);
      const { userId, stripeSubscriptionId } = await readPersonRows(db.orm, address);
      await world.advanceTo(new Date(world.now().getTime() + 26 * 3_600_000));
      await syncOf(address);
      await spendCheck(address);
      const { last, firstPaidAt } = await findCancellationRefundFacts(db.orm.em.fork(), {
        userId,
        stripeSubscriptionId,
      });
      expect(firstPaidAt?.getTime()).toBe(former!.firstPaidAt!.getTime());
      expect(last?.checkUsed).toBe(true);
      expect(refundDue({ last, firstPaidAt }, world.now())).toMatchObject({ kind: 'none', reason: 'check-used' });
    }
  });

  it('allows an address three trials in thirty days, in any spelling of its mailbox', async () => {
    const statuses: string[] = [];
    for (const [address, card] of [
      ['dana.driver@gmail.com', 'visa'],
      ['danadriver+1@gmail.com', 'mastercard'],
      ['d.anadriver@googlemail.com', 'gb'],
      ['danadriver@gmail.com', 'visa_debit'],
      ['dana-driver@gmail.com', 'visa_debit'],
    ] as const) {
      const { signUpId } = await again(address, card);
      const status = await statusOf(signUpId);
      statuses.push(status);
      if (status !== 'completed') continue;
      await requestAndConfirmDeletion(db.orm, await readPersonRows(db.orm, address), world.now());
      await jobsWith().settle();
    }
    expect(statuses).toEqual(['completed', 'completed', 'completed', 'returned', 'completed']);
    await world.advanceTo(after(31 * 24));
    const { signUpId } = await again('danadriver@gmail.com', 'visa_debit');
    expect(await statusOf(signUpId)).toBe('completed');
  });

  it('calls nothing at Stripe for a user who never joined', async () => {
    const user = await db.data.add('users', { email }, start);
    const person = {
      userId: user.id,
      email,
      subscriptionId: '',
      stripeSubscriptionId: '',
      stripeCustomerId: '',
      customerId: '',
    };
    await requestAndConfirmDeletion(db.orm, person, start);
    await jobsWith().settle();
    expect(await db.data.all('users')).toEqual([]);
    expect(await db.data.all('retained_records')).toEqual([]);
  });

  it('waits for the membership’s end and refund at Stripe, and for a running check', async () => {
    const person = await join();
    await world.advanceTo(after(26));
    await db.data.add(
      'full_checks',
      { userId: person.userId, subscriptionId: person.subscriptionId, periodEnd: after(26), status: 'running' },
      after(26),
    );
    const deletionId = await requestAndConfirmDeletion(db.orm, person, world.now());
    await expect(run(deletionId)).rejects.toThrow(JobLockedError);
    expect(await db.data.count('users')).toBe(1);
    await db.data.set('full_checks', { status: 'failed', failure: 'timeout', finishedAt: after(26) });
    await expect(run(deletionId)).rejects.toThrow(JobLockedError);
    await jobsWith().settle();
    expect(await db.data.all('users')).toEqual([]);
  });

  it('ends a membership now that would have ended with its period', async () => {
    const person = await join();
    await world.advanceTo(after(26));
    await jobsWith().settle();
    await db.data.set('subscriptions', { cancelRequestedAt: after(26), endsAt: after(700) });
    await requestAndConfirmDeletion(db.orm, person, world.now());
    await jobsWith().settle();
    expect((await sandbox.payments.readSubscription(person.stripeSubscriptionId)).status).toBe('canceled');
    expect(await db.data.all('users')).toEqual([]);
  });

  it('refunds a renewal that was paid before the cancellation at Stripe, and keeps the records of both', async () => {
    const person = await join();
    await world.advanceTo(after(20 * 24));
    await requestAndConfirmDeletion(db.orm, person, world.now());
    await world.advanceTo(after(34 * 24));
    await jobsWith().settle();
    expect(await db.data.all('users')).toEqual([]);
    const kept = await db.data.values('retained_records', 'content', { kind: 'payment' });
    expect(kept.map(({ amountPence, refundedPence }) => [amountPence, refundedPence]).toSorted()).toEqual([
      [50, 0],
      [890, 890],
      [890, 890],
    ]);
  });

  it.each(['listSubscriptions', 'deleteCustomer'] as const)(
    'continues where it was when Stripe does not respond, or the worker dies, at %s',
    async (call) => {
      const person = await join();
      const down: PaymentDeps['payments'] = Object.assign(Object.create(sandbox.payments) as typeof sandbox.payments, {
        [call]: () => Promise.reject(new PaymentsUnavailableError('down')),
      });
      const deletionId = await requestAndConfirmDeletion(db.orm, person, world.now());
      const jobs = jobsWith();
      for (const name of ['subscriptions.cancel', 'mails.send']) {
        for (const job of await jobs.waiting()) if (job.name === name) await jobs.run(job);
      }
      await expect(run(deletionId, down)).rejects.toThrow('down');
      expect(await db.data.count('users')).toBe(1);
      await run(deletionId);
      await run(deletionId);
      expect(await db.data.all('users')).toEqual([]);
      expect(await db.data.count('mails', { template: 'account-deleted' })).toBe(1);
    },
  );

  it('has written nothing when killed before its commit, and is not repeated when killed after it', async () => {
    const person = await join();
    await requestAndConfirmDeletion(db.orm, person, world.now());
    const jobs = jobsWith();
    const own = async () => (await jobs.waiting()).find(({ name }) => name === 'accounts.delete');
    for (const name of ['subscriptions.cancel', 'mails.send']) {
      for (const job of await jobs.waiting()) if (job.name === name) await jobs.run(job);
    }
    for (let job = await own(); job !== undefined && (await db.data.count('users')) > 0;) {
      await jobs.run(job, { diesBeforeCommit: true });
      expect([await db.data.count('retained_records'), await db.data.count('former_members')]).toEqual([0, 0]);
      await jobs.run(job, { diesAfterCommit: true });
      await jobs.run(job);
      job = await own();
    }
    expect(await db.data.count('mails', { template: 'account-deleted' })).toBe(1);
    expect(await db.data.count('retained_records')).toBeGreaterThan(0);
    expect(await formerMembers()).toHaveLength(1);
  });

  it('succeeds for a customer that Stripe has deleted or does not know', async () => {
    const person = await join();
    await sandbox.must('DELETE', `customers/${person.stripeCustomerId}`, {});
    await db.data.set('subscriptions', { stripeSubscriptionId: 'sub_unknown' });
    const deletionId = await requestAndConfirmDeletion(
      db.orm,
      { ...person, stripeSubscriptionId: 'sub_unknown' },
      world.now(),
    );
    await run(deletionId);
    expect(await db.data.all('users')).toEqual([]);
  });

  it('is not undone by a later webhook, which does not fail repeatedly', async () => {
    const person = await join();
    await requestAndConfirmDeletion(db.orm, person, world.now());
    await jobsWith().settle();
    await db.data.remove('outbox');
    const events = (await world.newEvents()).filter(({ objectId }) => objectId !== null);
    expect(events.length).toBeGreaterThan(3);
    await db.orm.em.fork().transactional(async (em) => {
      for (const { id, type, objectId, createdAt } of events) {
        const eventId = await addStripeEvent(em, { stripeEventId: id, type, objectId, createdAt }, world.now());
        if (eventId)
          await addToOutbox(
            em,
            { jobName: 'stripe-events.process', payload: { eventId, correlationId: 'c' } },
            { now: start },
          );
      }
    });
    await jobsWith().settle();
    expect([await db.data.count('users'), await db.data.count('subscriptions')]).toEqual([0, 0]);
    expect(await db.data.all('stripe_events', { processedAt: null })).toEqual([]);
  });

  it('notifies support of a refund that fails after the person cannot be notified any more', async () => {
    const person = await join();
    await world.setCard(person.stripeCustomerId, person.stripeSubscriptionId, 'refundFail');
    await world.advanceTo(after(26));
    await syncSubscription(
      sandbox.payments,
      { id: person.subscriptionId },
      createTestJobContext({ orm: db.orm, now: world.now }),
    );
    await world.newEvents();
    await requestAndConfirmDeletion(db.orm, person, world.now());
    await jobsWith().settle();
    expect(await db.data.all('users')).toEqual([]);
    await world.advanceTo(after(28));
    for (const event of await world.newEvents()) await deliverStripeEvent(db.orm, event, world.now());
    await jobsWith().settle();
    const { id } = (await db.data.all('retained_records')).find(({ content }) => content['amountPence'] === 890)!;
    const mails = await db.data.all('mails', { subjectId: await db.data.values('retained_records', 'id') });
    expect(mails).toMatchObject([
      { template: 'retained-payment-refund-failed-notice', recipient: null, subjectId: id },
    ]);
  });

  it('refunds a payment to rejoin in the meantime, and allows joining afterwards', async () => {
    const person = await join();
    const deletionId = await requestAndConfirmDeletion(db.orm, person, world.now());
    await world.advanceTo(after(0.1));
    const meanwhile = await openSignUpForm({ orm: db.orm, sandbox, world }, { email });
    await world.confirm(meanwhile.payment, 'mastercard');
    await order('sign-ups.complete', meanwhile.signUpId);
    const unpaid = await openSignUpForm({ orm: db.orm, sandbox, world }, { email });
    const jobs = jobsWith();
    for (const job of await jobs.waiting()) if (job.name === 'sign-ups.complete') await jobs.run(job);
    expect((await sandbox.payments.readPayment(meanwhile.payment.id)).refundedPence).toBe(50);
    await jobs.settle();
    await run(deletionId);
    expect(await db.data.all('users')).toEqual([]);
    expect(await db.data.all('sign_ups')).toMatchObject([{ id: unpaid.signUpId, status: 'open' }]);
    await world.confirm(unpaid.payment, 'mastercard');
    await order('sign-ups.complete', unpaid.signUpId);
    await jobsWith().settle();
    expect((await readPersonRows(db.orm, email)).userId).not.toBe(person.userId);
  });

  it('voids an unpaid form that was opened before', async () => {
    const person = await join();
    const before = await openSignUpForm({ orm: db.orm, sandbox, world }, { email });
    await world.advanceTo(after(0.1));
    await requestAndConfirmDeletion(db.orm, person, world.now());
    await jobsWith().settle();
    expect((await sandbox.payments.readPayment(before.payment.id)).status).toBe('cancelled');
    expect(await db.data.all('sign_ups')).toEqual([]);
  });
});

/** Adds a waiting job that names the person by an id, and two dead letters: one by an id, one in its error. */
const fillQueue = async ({ subscriptionId, userId }: DeletedPerson) => {
  await db.orm.em
    .fork()
    .transactional((em) =>
      addToOutbox(
        em,
        { jobName: 'subscriptions.sync', payload: { subscriptionId, correlationId: 'c' } },
        { now: world.now() },
      ),
    );
  const times = { enqueuedAt: world.now(), failedAt: world.now() };
  for (const job of [
    { jobName: 'customers.sync', payload: { userId }, lastError: 'timeout' },
    { jobName: 'full-checks.run', payload: {}, lastError: `no row of ${userId}` },
  ] as const) {
    await db.data.add('dead_letters', { id: randomUUID(), ...job, ...times });
  }
};
