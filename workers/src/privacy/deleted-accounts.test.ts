import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findRefundFacts } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { refundDue } from '@ve/domain/membership/refund-due';
import { addStripeEvent } from '@ve/data/membership/stripe-event/stripe-event.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { emptyTables } from '@ve/data/testing/empty-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { PaymentsUnavailableError } from '@ve/providers/payments/payments.port';
import { JobHeldError } from '@ve/server-kit/queue/job-errors';
import { createMailHandler } from '../messaging/mails/send.handler.ts';
import type { PaymentNeeds } from '../membership/payments.ts';
import { syncSubscription } from '../membership/sync-subscription.ts';
import { contextFor } from '../testing/context-for.ts';
import {
  askAndConfirm,
  tablesWithoutRows,
  fillEveryTable,
  type LeavingPerson,
  readPerson,
  tablesWith,
  tracesOf,
} from '../testing/leaving-person.ts';
import { moneyJobs } from '../testing/money-jobs.ts';
import { scriptedMail } from '../testing/scripted-mail.ts';
import { openForm } from '../testing/sign-up-rows.ts';
import { deliver } from '../testing/stripe-events.ts';
import { startStripeSandbox, type StripeSandbox, type StripeWorld, type TestCard } from '../testing/stripe-sandbox.ts';
import { createDeleteHandler } from './delete.handler.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
let world: StripeWorld;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

const start = new Date('2027-03-01T10:00:00.000Z');
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const email = 'dana@example.com';
beforeEach(async () => {
  await emptyTables(
    db.orm.em.fork(),
    'users',
    'sign_ups',
    'mails',
    'outbox',
    'kept_records',
    'former_members',
    'vehicles',
    'vehicle_fetches',
    'contact_messages',
    'disputes',
    'newsletter_subscriptions',
    'mail_stops',
    'mail_suppressions',
    'cancellation_requests',
    'cancellation_codes',
    'data_requests',
    'audit_log',
    'error_logs',
    'stripe_events',
    'token_buckets',
  );
  world = await sandbox.openWorld(start);
});

const rows = <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  db.orm.em.fork().execute<T[]>(sql, values);
const jobsWith = (payments: PaymentNeeds['payments'] = sandbox.payments) =>
  moneyJobs({ orm: db.orm, payments, now: world.now });
const order = (name: 'sign-ups.complete', signUpId: string) =>
  db.orm.em.fork().transactional((em) => addToOutbox(em, name, { signUpId, correlationId: 'c' }, { now: world.now() }));

/** Signs up, with whatever comes of it. */
const again = async (address: string, card: TestCard) => {
  const form = await openForm({ orm: db.orm, sandbox, world }, { email: address });
  await world.confirm(form.payment, card);
  await order('sign-ups.complete', form.signUpId);
  await jobsWith().settle();
  return form;
};
/** A member in their trial. */
const join = async (): Promise<LeavingPerson> => {
  await again(email, 'visa');
  return readPerson(db.orm, email);
};
const statusOf = async (signUpId: string): Promise<string> => {
  const [row] = await rows<{ status: string }>('select status from sign_ups where id = ?', [signUpId]);
  return row?.status ?? 'gone';
};
const syncOf = async (address: string): Promise<void> => {
  const { subscriptionId } = await readPerson(db.orm, address);
  await syncSubscription(sandbox.payments, subscriptionId, contextFor({ orm: db.orm, now: world.now }));
};
/** Uses the check of the present period. */
const spendCheck = async (address: string): Promise<void> => {
  const { userId, subscriptionId, stripeSubscriptionId } = await readPerson(db.orm, address);
  await rows(
    `insert into full_checks (user_id, subscription_id, stripe_subscription_id, period_end, registration_number, status, vdi,
       steps, requested_at, finished_at, correlation_id)
     select user_id, id, stripe_subscription_id, credited_period_end, 'AB12CDE', 'done', '{}', '{}', ?, ?, 'c'
     from subscriptions where user_id = ? and id = ? and stripe_subscription_id = ?`,
    [world.now(), world.now(), userId, subscriptionId, stripeSubscriptionId],
  );
};

interface FormerMember {
  card_hashes: string[];
  email_hashes: string[];
  trial_at: string | null;
  first_paid_at: string | null;
  kept_until: string;
}
const formerMembers = async (): Promise<FormerMember[]> => {
  const found = await rows<{ row: FormerMember }>(`
    select jsonb_build_object(
      'card_hashes', card_hashes, 'email_hashes', email_hashes, 'trial_at', trial_at, 'first_paid_at', first_paid_at,
      'kept_until', kept_until
    ) as row from former_members`);
  const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString());
  return found.map(({ row }) => ({
    ...row,
    trial_at: iso(row.trial_at),
    first_paid_at: iso(row.first_paid_at),
    kept_until: iso(row.kept_until) ?? '',
  }));
};

const run = (deletionId: string, payments: PaymentNeeds['payments'] = sandbox.payments) =>
  createDeleteHandler({ payments, queues: { forget: () => Promise.resolve(0) } })(
    { deletionId, correlationId: 'c' },
    contextFor({ orm: db.orm, now: world.now }),
  );

const sendLast = async () => {
  const server = scriptedMail();
  const [mail] = await rows<{ id: string }>(`select id from mails where template = 'account-deleted'`);
  const handler = createMailHandler(server);
  await handler({ mailId: mail?.id ?? '', correlationId: 'c' }, contextFor({ orm: db.orm, now: world.now }));
  return server.given;
};

describe('a deletion', () => {
  it('leaves nothing of a person who is in every table but ids in the audit log and Stripe’s references', async () => {
    const person = await join();
    await world.advanceTo(after(26));
    await fillEveryTable(db.orm, person, world.now());
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
      'kept_records',
      'local_admin_sessions',
      'look_answers',
      'mot_deltas',
      'orphan_subscriptions',
      'prerendered_pages',
      'recall_campaigns',
      'release_channels',
      'release_faults',
      'release_files',
      'release_loads',
      'release_moves',
      'release_tokens',
      'release_vitals',
      'remote_releases',
      'restores',
      'scheduled_jobs',
      'totals',
      'vehicle_pictures',
      'vendor_days',
      'vendor_minutes',
    ]);
    expect((await tablesWith(db.orm, tracesOf(person))).length).toBeGreaterThan(20);

    await askAndConfirm(db.orm, person, world.now());
    await jobsWith().settle();
    const mails = await sendLast();

    expect(await tablesWith(db.orm, tracesOf(person))).toEqual(['audit_log']);
    expect(await rows('select subject, actor_user_id from audit_log')).toEqual([
      { subject: person.userId, actor_user_id: null },
    ]);
    expect(mails).toMatchObject([{ to: email, subject: 'Your account is deleted' }]);
    const { body } = await sandbox.call('GET', `customers/${person.stripeCustomerId}`);
    expect(body).toEqual({ id: person.stripeCustomerId, object: 'customer', deleted: true });
    const kept = await rows<{ kind: string; kept_until: string; content: { amountPence?: number } }>(
      "select kind, kept_until, content from kept_records order by kind, kept_until, content ->> 'amountPence'",
    );
    expect(kept.map(({ kind, content }) => [kind, content.amountPence])).toEqual([
      ['cancellation', undefined],
      ['cancellation', undefined],
      ['consent', undefined],
      ['consent', undefined],
      ['payment', 50],
      ['payment', 890],
    ]);
    expect(kept.at(-1)?.content).toMatchObject({ refundedPence: 890 });
    expect(new Date(kept.at(-1)?.kept_until ?? 0).toISOString()).toBe('2033-04-06T00:00:00.000Z');
    const former = await formerMembers();
    expect(former).toEqual([
      {
        card_hashes: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        email_hashes: [expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)],
        trial_at: start.toISOString(),
        first_paid_at: new Date(former[0]?.first_paid_at ?? 0).toISOString(),
        kept_until: '2027-09-02T11:00:00.000Z',
      },
    ]);
  });

  it('keeps hashes of every card that paid, also of one that was replaced', async () => {
    const person = await join();
    await world.setCard(person.stripeCustomerId, person.stripeSubscriptionId, 'mastercard');
    await world.advanceTo(after(26));
    await askAndConfirm(db.orm, person, world.now());
    await jobsWith().settle();
    const [former] = await formerMembers();
    expect(new Set(former?.card_hashes).size).toBe(2);
    for (const card of ['visa', 'mastercard'] as const) {
      const { signUpId } = await again(`someone.with.${card}@example.com`, card);
      expect(await rows('select earlier_first_paid_at is not null as known from subscriptions')).toEqual([
        { known: true },
      ]);
      await rows('delete from subscriptions');
      expect(await statusOf(signUpId)).toBe('completed');
    }
  });

  it('of a trial alone keeps them for the thirty days of its limit', async () => {
    const person = await join();
    await askAndConfirm(db.orm, person, world.now());
    await jobsWith().settle();
    expect(await formerMembers()).toMatchObject([{ first_paid_at: null, kept_until: '2027-03-31T10:00:00.000Z' }]);
  });

  it('keeps them once when two deletions of the account run at once, and each dies once', async () => {
    const person = await join();
    const ids = [await askAndConfirm(db.orm, person, world.now()), await askAndConfirm(db.orm, person, world.now())];
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

  it('lets nobody begin the fourteen days again, by card or by address', async () => {
    const person = await join();
    await world.advanceTo(after(26));
    await askAndConfirm(db.orm, person, world.now());
    await jobsWith().settle();
    const [former] = await formerMembers();
    await world.advanceTo(after(20 * 24));
    for (const [address, card] of [
      [email, 'mastercard'],
      ['other@example.com', 'visa'],
    ] as const) {
      await again(address, card);
      const { userId, stripeSubscriptionId } = await readPerson(db.orm, address);
      await world.advanceTo(new Date(world.now().getTime() + 26 * 3_600_000));
      await syncOf(address);
      await spendCheck(address);
      const { last, firstPaidAt } = await findRefundFacts(db.orm.em.fork(), { userId, stripeSubscriptionId });
      expect(firstPaidAt?.toISOString()).toBe(former?.first_paid_at);
      expect(last?.checkUsed).toBe(true);
      expect(refundDue({ last, firstPaidAt }, world.now())).toMatchObject({ kind: 'none', reason: 'check-used' });
    }
  });

  it('lets an address begin three trials in thirty days, in whatever spelling its mailbox has', async () => {
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
      await askAndConfirm(db.orm, await readPerson(db.orm, address), world.now());
      await jobsWith().settle();
    }
    expect(statuses).toEqual(['completed', 'completed', 'completed', 'returned', 'completed']);
    await world.advanceTo(after(31 * 24));
    const { signUpId } = await again('danadriver@gmail.com', 'visa_debit');
    expect(await statusOf(signUpId)).toBe('completed');
  });

  it('of somebody who never joined needs nothing at Stripe', async () => {
    const [user] = await rows<{ id: string }>('insert into users (email, created_at) values (?, ?) returning id', [
      email,
      start,
    ]);
    const person = {
      userId: user?.id ?? '',
      email,
      subscriptionId: '',
      stripeSubscriptionId: '',
      stripeCustomerId: '',
      customerId: '',
    };
    await askAndConfirm(db.orm, person, start);
    await jobsWith().settle();
    expect(await rows('select id from users')).toEqual([]);
    expect(await rows('select id from kept_records')).toEqual([]);
  });

  it('waits for the membership’s end at Stripe with its refund, and for a check that runs', async () => {
    const person = await join();
    await world.advanceTo(after(26));
    await rows(
      `insert into full_checks (user_id, subscription_id, period_end, registration_number, status, steps, requested_at,
         correlation_id) values (?, ?, ?, 'AB12CDE', 'running', '{}', ?, 'c')`,
      [person.userId, person.subscriptionId, after(26), after(26)],
    );
    const deletionId = await askAndConfirm(db.orm, person, world.now());
    await expect(run(deletionId)).rejects.toThrow(JobHeldError);
    expect(await rows('select id from users')).toHaveLength(1);
    await rows(`update full_checks set status = 'failed', failure = 'timeout', finished_at = ?`, [after(26)]);
    await expect(run(deletionId)).rejects.toThrow(JobHeldError);
    await jobsWith().settle();
    expect(await rows('select id from users')).toEqual([]);
  });

  it('ends a membership now that would have ended with its period', async () => {
    const person = await join();
    await world.advanceTo(after(26));
    await jobsWith().settle();
    await rows(`update subscriptions set cancel_requested_at = ?, ends_at = ?`, [after(26), after(700)]);
    await askAndConfirm(db.orm, person, world.now());
    await jobsWith().settle();
    expect((await sandbox.payments.readSubscription(person.stripeSubscriptionId)).status).toBe('canceled');
    expect(await rows('select id from users')).toEqual([]);
  });

  it('returns a renewal that was paid before Stripe heard of it, and keeps the record of both', async () => {
    const person = await join();
    await world.advanceTo(after(20 * 24));
    await askAndConfirm(db.orm, person, world.now());
    await world.advanceTo(after(34 * 24));
    await jobsWith().settle();
    expect(await rows('select id from users')).toEqual([]);
    const kept = await rows<{ content: { amountPence: number; refundedPence: number } }>(
      "select content from kept_records where kind = 'payment' order by content ->> 'paidAt'",
    );
    expect(kept.map(({ content }) => [content.amountPence, content.refundedPence])).toEqual([
      [50, 0],
      [890, 890],
      [890, 890],
    ]);
  });

  it.each(['listSubscriptions', 'deleteCustomer'] as const)(
    'goes on where it was when Stripe does not answer, or the worker dies, at %s',
    async (call) => {
      const person = await join();
      const down: PaymentNeeds['payments'] = Object.assign(Object.create(sandbox.payments) as typeof sandbox.payments, {
        [call]: () => Promise.reject(new PaymentsUnavailableError('down')),
      });
      const deletionId = await askAndConfirm(db.orm, person, world.now());
      const jobs = jobsWith();
      for (const name of ['subscriptions.cancel', 'mails.send']) {
        for (const job of await jobs.waiting()) if (job.name === name) await jobs.run(job);
      }
      await expect(run(deletionId, down)).rejects.toThrow('down');
      expect(await rows('select id from users')).toHaveLength(1);
      await run(deletionId);
      await run(deletionId);
      expect(await rows('select id from users')).toEqual([]);
      expect(await rows(`select id from mails where template = 'account-deleted'`)).toHaveLength(1);
    },
  );

  it('killed before its commit has written nothing, and after it is not repeated', async () => {
    const person = await join();
    await askAndConfirm(db.orm, person, world.now());
    const jobs = jobsWith();
    const own = async () => (await jobs.waiting()).find(({ name }) => name === 'accounts.delete');
    for (const name of ['subscriptions.cancel', 'mails.send']) {
      for (const job of await jobs.waiting()) if (job.name === name) await jobs.run(job);
    }
    for (let job = await own(); job !== undefined && (await rows('select id from users')).length > 0;) {
      await jobs.run(job, { diesBeforeCommit: true });
      expect(await rows('select id from kept_records union all select id from former_members')).toEqual([]);
      await jobs.run(job, { diesAfterCommit: true });
      await jobs.run(job);
      job = await own();
    }
    expect(await rows(`select id from mails where template = 'account-deleted'`)).toHaveLength(1);
    expect((await rows('select id from kept_records')).length).toBeGreaterThan(0);
    expect(await formerMembers()).toHaveLength(1);
  });

  it('of a customer that Stripe has deleted or does not know is carried out', async () => {
    const person = await join();
    await sandbox.must('DELETE', `customers/${person.stripeCustomerId}`, {});
    await rows(`update subscriptions set stripe_subscription_id = 'sub_unknown'`);
    const deletionId = await askAndConfirm(db.orm, { ...person, stripeSubscriptionId: 'sub_unknown' }, world.now());
    await run(deletionId);
    expect(await rows('select id from users')).toEqual([]);
  });

  it('is not undone by a webhook that comes afterwards, which does not fail for ever', async () => {
    const person = await join();
    await askAndConfirm(db.orm, person, world.now());
    await jobsWith().settle();
    await rows('delete from outbox');
    const events = (await world.newEvents()).filter(({ objectId }) => objectId !== null);
    expect(events.length).toBeGreaterThan(3);
    await db.orm.em.fork().transactional(async (em) => {
      for (const { id, type, objectId, createdAt } of events) {
        const eventId = await addStripeEvent(em, { stripeEventId: id, type, objectId, createdAt }, world.now());
        if (eventId) await addToOutbox(em, 'stripe-events.process', { eventId, correlationId: 'c' }, { now: start });
      }
    });
    await jobsWith().settle();
    expect(await rows('select id from users union all select id from subscriptions')).toEqual([]);
    expect(await rows('select id from stripe_events where processed_at is null')).toEqual([]);
  });

  it('has support told of a refund that fails when nobody else can be told any more', async () => {
    const person = await join();
    await world.setCard(person.stripeCustomerId, person.stripeSubscriptionId, 'refundFail');
    await world.advanceTo(after(26));
    await syncSubscription(sandbox.payments, person.subscriptionId, contextFor({ orm: db.orm, now: world.now }));
    await world.newEvents();
    await askAndConfirm(db.orm, person, world.now());
    await jobsWith().settle();
    expect(await rows('select id from users')).toEqual([]);
    await world.advanceTo(after(28));
    for (const event of await world.newEvents()) await deliver(db.orm, event, world.now());
    await jobsWith().settle();
    expect(
      await rows(`select mails.template, mails.recipient, kept_records.content ->> 'amountPence' as pence from mails
        join kept_records on kept_records.id = mails.subject_id`),
    ).toEqual([{ template: 'kept-refund-failed-notice', recipient: null, pence: '890' }]);
  });

  it('returns what somebody pays to join again meanwhile, and lets them join afterwards', async () => {
    const person = await join();
    const deletionId = await askAndConfirm(db.orm, person, world.now());
    await world.advanceTo(after(0.1));
    const meanwhile = await openForm({ orm: db.orm, sandbox, world }, { email });
    await world.confirm(meanwhile.payment, 'mastercard');
    await order('sign-ups.complete', meanwhile.signUpId);
    const unpaid = await openForm({ orm: db.orm, sandbox, world }, { email });
    const jobs = jobsWith();
    for (const job of await jobs.waiting()) if (job.name === 'sign-ups.complete') await jobs.run(job);
    expect((await sandbox.payments.readPayment(meanwhile.payment.id)).refundedPence).toBe(50);
    await jobs.settle();
    await run(deletionId);
    expect(await rows('select id from users')).toEqual([]);
    expect(await rows('select id, status from sign_ups')).toEqual([{ id: unpaid.signUpId, status: 'open' }]);
    await world.confirm(unpaid.payment, 'mastercard');
    await order('sign-ups.complete', unpaid.signUpId);
    await jobsWith().settle();
    expect((await readPerson(db.orm, email)).userId).not.toBe(person.userId);
  });

  it('voids a form that was begun before it and never paid for', async () => {
    const person = await join();
    const before = await openForm({ orm: db.orm, sandbox, world }, { email });
    await world.advanceTo(after(0.1));
    await askAndConfirm(db.orm, person, world.now());
    await jobsWith().settle();
    expect((await sandbox.payments.readPayment(before.payment.id)).status).toBe('cancelled');
    expect(await rows('select id from sign_ups')).toEqual([]);
  });
});

/** A job that waits and names the person by an id, and two that were given up: one by an id, one in its error. */
const fillQueue = async ({ subscriptionId, userId }: LeavingPerson) => {
  await db.orm.em
    .fork()
    .transactional((em) =>
      addToOutbox(em, 'subscriptions.sync', { subscriptionId, correlationId: 'c' }, { now: world.now() }),
    );
  await db.orm.em.fork().execute(
    `insert into given_up_jobs (id, job_name, payload, why, ordered_at, given_up_at)
     values (gen_random_uuid(), 'customers.sync', jsonb_build_object('userId', ?::text), 'timeout', ?, ?),
       (gen_random_uuid(), 'vdi-check.run', '{}', 'no row of ' || ?, ?, ?)`,
    [userId, world.now(), world.now(), userId, world.now(), world.now()],
  );
};
