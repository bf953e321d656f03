import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { clientAddressHashKey } from '@ve/data/jobs/limit/secret.repository';
import { consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { abandonSignUp } from '@ve/data/membership/sign-up/sign-up.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { likeCondition } from '@ve/data/testing/test-rows';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { insertTestSignUp } from '@ve/data/testing/sign-ups';
import { createHmac } from 'node:crypto';
import {
  requestAndConfirmDeletion,
  addRowsUnderFormerAddress,
  type DeletedPerson,
  readPersonRows,
  tablesContainingValue,
} from '../testing/deleted-person.ts';
import { createPaymentJobRunner } from '../testing/payment-job-runner.ts';
import { openSignUpForm } from '../testing/sign-up-rows.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestEnvironment } from '../testing/stripe-sandbox.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
let world: StripeTestEnvironment;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

const start = new Date('2027-03-01T10:00:00.000Z');
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const [shared, later] = ['shared@example.com', 'later@example.com'];
beforeEach(async () => {
  await clearTables(
    db.orm.em.fork(),
    'users',
    'sign_ups',
    'mails',
    'outbox',
    'retained_records',
    'former_members',
    'contact_messages',
    'disputes',
    'newsletter_subscriptions',
    'mail_opt_outs',
    'mail_suppressions',
    'cancellation_requests',
    'cancellation_codes',
    'data_requests',
    'stripe_events',
    'token_buckets',
  );
  world = await sandbox.openTestEnvironment(start);
});

/** Returns the texts by which jobs of the queue were searched. */
const settle = async (): Promise<string[]> => {
  await db.data.remove('outbox', { jobName: 'mails.send' });
  const forgotten: string[] = [];
  const forget = (texts: readonly string[]) => Promise.resolve(forgotten.push(...texts));
  await createPaymentJobRunner({
    orm: db.orm,
    payments: sandbox.payments,
    queues: { forget },
    now: world.now,
  }).settle();
  return forgotten;
};

const join = async (email: string): Promise<DeletedPerson> => {
  const form = await openSignUpForm({ orm: db.orm, sandbox, world }, { email });
  await world.confirm(form.payment, 'visa');
  await db.orm.em
    .fork()
    .transactional((em) =>
      addToOutbox(
        em,
        { jobName: 'sign-ups.complete', payload: { signUpId: form.signUpId, correlationId: 'c' } },
        { now: world.now() },
      ),
    );
  await settle();
  return readPersonRows(db.orm, email);
};

const addUser = async (email: string): Promise<DeletedPerson> => {
  const user = await db.data.add('users', { email }, world.now());
  const none = { subscriptionId: '', stripeSubscriptionId: '', stripeCustomerId: '', customerId: '' };
  return { userId: user.id, email, ...none };
};

/** Creates a member who joined under the shared address and changed it since. */
const joinAndChange = async (): Promise<DeletedPerson> => {
  const member = { ...(await join(shared)), email: later };
  await world.advanceTo(after(1));
  await db.data.set('users', { email: later }, { id: member.userId });
  await db.data.set('customers', { email: later }, { userId: member.userId });
  await addRowsUnderFormerAddress(db.orm, member, world.now(), shared);
  return member;
};

describe('the deletion of an account with a former address of another user', () => {
  it('leaves the other’s membership, customer at Stripe and rows unchanged', async () => {
    const member = await joinAndChange();
    await db.data.add(
      'cancellation_requests',
      {
        customerEmail: shared,
        userId: member.userId,
        stripeSubscriptionId: 'sub_earlier',
        refundKind: 'full',
        refundPence: 890,
        endsAt: after(0.5),
      },
      after(0.5),
    );
    const counted = async () => {
      const counts: Record<string, number> = {};
      for (const table of [
        'sign_ups',
        'consents',
        'cancellation_requests',
        'payments',
        'contact_messages',
        'disputes',
        'mails',
        'mail_opt_outs',
      ] as const) {
        counts[table] = await db.data.count(table);
      }
      return counts;
    };
    const before = await counted();
    await world.advanceTo(after(2));
    const next = await addUser(shared);
    await requestAndConfirmDeletion(db.orm, next, world.now());
    await settle();

    expect(await db.data.values('users', 'id')).toEqual([member.userId]);
    expect((await sandbox.payments.readSubscription(member.stripeSubscriptionId)).status).toBe('trialing');
    const { body } = await sandbox.call('GET', `customers/${member.stripeCustomerId}`);
    expect(body).not.toHaveProperty('deleted');
    // Plus the mail to the deleted account.
    expect(await counted()).toEqual({ ...before, mails: before['mails']! + 1 });
    expect(await db.data.all('retained_records')).toEqual([]);
  });

  it('deletes what only the address identifies since it belongs to the person', async () => {
    await joinAndChange();
    await world.advanceTo(after(2));
    const next = await addUser(shared);
    const message = { email: shared, name: 'Noa Next', message: 'Hello' };
    await addContactMessage(db.orm.em.fork(), message, world.now());
    const signUpId = await insertTestSignUp(db.orm.em.fork(), { email: shared, createdAt: world.now() });
    await abandonSignUp(db.orm.em.fork(), signUpId, world.now());
    await requestAndConfirmDeletion(db.orm, next, world.now());
    await settle();
    expect(await tablesContainingValue(db.orm, ['Noa Next', next.userId])).toEqual([]);
    expect(await db.data.all('sign_ups', { status: 'abandoned' })).toEqual([]);
  });
});

it('the deletion of an account deletes data under its earlier address, but not what the next owner wrote', async () => {
  const member = await joinAndChange();
  await world.advanceTo(after(2));
  const next = await addUser(shared);
  const message = { email: shared, name: 'Noa Next', message: 'Hello' };
  await addContactMessage(db.orm.em.fork(), message, world.now());
  await requestAndConfirmDeletion(db.orm, member, world.now());
  await settle();
  expect(await db.data.values('users', 'id')).toEqual([next.userId]);
  expect(await db.data.values('contact_messages', 'name')).toEqual(['Noa Next']);
  for (const table of [
    'disputes',
    'newsletter_subscriptions',
    'sign_ups',
    'data_requests',
    'cancellation_codes',
  ] as const) {
    expect([table, await db.data.count(table)]).toEqual([table, 0]);
  }
  expect(await db.data.count('mails', { template: 'contact-message' })).toBe(0);
});

describe('rate limits and queued jobs of a shared address', () => {
  const countUse = async (of: string): Promise<void> => {
    const key = await clientAddressHashKey(db.orm.em.fork());
    const hash = createHmac('sha256', key).update(of).digest('hex');
    const bucket = { key: `sign-in-address:${hash}`, capacity: 5, refillMs: 60_000 };
    await consumeToken(db.orm.em.fork(), bucket, world.now());
  };
  /** Returns how many counters of the two addresses are left, and which addresses jobs were searched for. */
  const deleteMember = async (member: DeletedPerson) => {
    await countUse(shared);
    await countUse(later);
    await requestAndConfirmDeletion(db.orm, member, world.now());
    const texts = await settle();
    const counters = await db.data.all('token_buckets', { key: likeCondition('sign-in-address:%') });
    return { counters: counters.length, texts: [shared, later].filter((address) => texts.includes(address)) };
  };

  it('are deleted for an earlier address as well', async () => {
    expect(await deleteMember(await joinAndChange())).toEqual({ counters: 0, texts: [shared, later] });
  });

  it('are kept where another user has the earlier address', async () => {
    const member = await joinAndChange();
    await world.advanceTo(after(2));
    await addUser(shared);
    expect(await deleteMember(member)).toEqual({ counters: 1, texts: [later] });
  });

  it('are kept where another user has had it since', async () => {
    const member = await joinAndChange();
    await world.advanceTo(after(2));
    const next = await addUser('gone-on@example.com');
    await addRowsUnderFormerAddress(db.orm, next, world.now(), shared);
    expect(await deleteMember(member)).toEqual({ counters: 1, texts: [later] });
  });
});
