import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AnnouncedChangeService,
  announcedChangesOfMembership,
} from '@ve/app/membership/announced-change/agree-to-change';
import {
  announcePriceOrTermsChange,
  type ChangeAnnouncementRequest,
} from '@ve/app/membership/announced-change/announce-change';
import { applyAnnouncedChange } from '@ve/app/membership/announced-change/apply-announced-change';
import { sweepAnnouncedChanges } from '@ve/app/membership/announced-change/sweep-changes';
import { cancelByMember } from '@ve/app/membership/cancellation/cancel-by-member';
import { withdrawCancellation } from '@ve/app/membership/cancellation/withdraw-cancellation';
import type { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { requeueMail } from '@ve/app/operations/requeue';
import { runAllPurges } from '@ve/app/privacy/purges';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import {
  queueUnfinishedCancellations,
  queueStaleSubscriptionSyncs,
} from '@ve/app/membership/subscription/sweep-subscriptions';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import type { Context } from '@ve/data/kernel/context';
import { findSubscription } from '@ve/data/membership/subscription/subscription.repository';
import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { currentConsents } from '@ve/domain/membership/consents';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { membershipTimelineOf } from '@ve/domain/membership/membership-timeline';
import type { MailSendResult } from '@ve/providers/mail/mail.port';
import { changeEffectiveAtForMember } from '@ve/domain/membership/announced-change';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { createMailHandler } from '../../handlers.ts';
import { registerDatabaseBacklogMetrics } from '../../measure-database.ts';
import { createPaymentJobRunner } from '../../testing/payment-job-runner.ts';
import { scriptedMail } from '../../testing/scripted-mail.ts';
import { openSignUpForm } from '../../testing/sign-up-rows.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestEnvironment } from '../../testing/stripe-sandbox.ts';
import { createTestJobContext } from '../../testing/test-job-context.ts';

/*
 * Thirty-one days from an announcement to its day, and the months after it: real Postgres, jobs that run at least once,
 * and the sandbox for Stripe. The new price is £9.90; members pay £8.90.
 */

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
let world: StripeTestEnvironment;
let jobs: ReturnType<typeof createPaymentJobRunner>;
/** The mail server's answer to a notice, and the notices that it was given. */
let answer: MailSendResult;
let notices: ReturnType<typeof scriptedMail>;
let newPrice: string;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
  const made = await sandbox.must('POST', 'prices', {
    product: 'prod_sandbox_membership',
    currency: 'gbp',
    unit_amount: '990',
    'recurring[interval]': 'month',
  });
  newPrice = made.id;
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

const joined = new Date('2027-03-01T10:00:00.000Z');
/** The members' months begin on the second, at 10:00. */
const announced = new Date('2027-04-05T09:00:00.000Z');
const effectiveOn = '2027-05-06';
const day = new Date('2027-05-05T23:00:00.000Z');
const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000);
const em = () => db.orm.em.fork();

beforeEach(async () => {
  await clearTables(
    em(),
    'users',
    'sign_ups',
    'mails',
    'outbox',
    'stripe_events',
    'announced_changes',
    'membership_prices',
  );
  world = await sandbox.openTestEnvironment(joined);
  answer = { state: 'accepted' };
  notices = scriptedMail(() => answer);
  jobs = runnerOf(sandbox.payments);
});
const runnerOf = (payments: PaymentDeps['payments']) =>
  createPaymentJobRunner({
    orm: db.orm,
    payments,
    senders: { 'change-announced': createMailHandler(notices) },
    now: world.now,
  });

const context = () => createTestJobContext({ orm: db.orm, now: world.now });

interface Member {
  id: string;
  userId: string;
  stripe: string;
  customerId: string;
}

/** A member who joins now, on a trial of a day. */
const join = async (): Promise<Member> => {
  const form = await openSignUpForm({ orm: db.orm, sandbox, world }, { email: `${randomUUID()}@example.com` });
  await world.confirm(form.payment, 'visa');
  const payload = { signUpId: form.signUpId, correlationId: 'c' };
  await em().transactional((transaction) =>
    addToOutbox(transaction, { jobName: 'sign-ups.complete', payload }, { now: world.now() }),
  );
  await jobs.settle();
  const signUp = await db.data.one('sign_ups', { id: form.signUpId });
  const { id, userId, stripeSubscriptionId } = await db.data.one('subscriptions', { userId: signUp.userId! });
  return { id, userId, stripe: stripeSubscriptionId!, customerId: form.customerId };
};
const joinAll = async (count: number): Promise<Member[]> => {
  const members: Member[] = [];
  for (let made = 0; made < count; made += 1) members.push(await join());
  return members;
};

/** What the workers' schedule does. */
const sweep = async (payments: PaymentDeps['payments'] = sandbox.payments) => {
  await queueStaleSubscriptionSyncs(em(), world.now());
  await queueUnfinishedCancellations(em(), world.now());
  await sweepAnnouncedChanges(em(), world.now());
  await runnerOf(payments).settle();
};
/** Lets time pass, with the schedule once a day and at the end. */
const until = async (target: Date) => {
  while (world.now() < target) {
    await world.advanceTo(new Date(Math.min(target.getTime(), hours(world.now(), 24).getTime())));
    await sweep();
  }
};

const offered = () => ({ priceId: newPrice, pence: 990, termsVersion: currentConsents.terms.version });
const request = (more: Partial<ChangeAnnouncementRequest> = {}): ChangeAnnouncementRequest => ({
  change: { kind: 'price', priceId: newPrice, pence: 990 },
  effectiveOn,
  dryRun: false,
  offered: offered(),
  ...more,
});
const announce = (more: Partial<ChangeAnnouncementRequest> = {}) =>
  announcePriceOrTermsChange({ fork: em, payments: sandbox.payments, now: world.now }, request(more));

const changes = new AnnouncedChangeService({
  nameOf: () => Promise.resolve('a'.repeat(64)),
} as unknown as ClientAddressHasher);
const asking = (): Context => context();
const noticeOf = ({ stripe }: Member) => db.data.one('change_notices', { stripeSubscriptionId: stripe });
const agree = async (member: Member) =>
  changes.agree(asking(), { by: { userId: member.userId }, noticeId: (await noticeOf(member)).id });
const cancel = async ({ id, stripe: stripeSubscriptionId }: Member) => {
  await em().transactional((transaction) =>
    cancelByMember(transaction, asking(), { row: { id, stripeSubscriptionId }, origin: 'account' }),
  );
  await jobs.settle();
};
const stateOf = async ({ id }: Member) => membershipOf(await findSubscription(em(), id), world.now()).state;
const nextOf = async ({ id }: Member) => membershipTimelineOf(await findSubscription(em(), id), world.now()).nextCharge;
/** What the member was charged for months, by our books, in the order of the payments. */
const charged = async ({ stripe }: Member) =>
  (await db.data.all('payments', { kind: 'membership', stripeSubscriptionId: stripe }, 'paidAt')).map(
    ({ amountPence, refundedPence }) => amountPence - refundedPence,
  );
/** The same by Stripe's, without the 50p. */
const chargedAtStripe = async ({ customerId }: Member) =>
  (await sandbox.must('GET', 'charges', { customer: customerId, limit: '100' })).data
    .filter(({ status, amount }) => status === 'succeeded' && amount !== 50)
    .map((charge) => Number(charge['amount']) - Number(charge['amount_refunded']))
    .toReversed();
const expectBooks = async (member: Member, pence: number[]) => {
  expect(await charged(member)).toEqual(pence);
  expect(await chargedAtStripe(member)).toEqual(pence);
};
const useCheck = ({ id }: Member) => db.data.set('subscriptions', { creditsUsed: 1 }, { id });
const mails = (template: string) => db.data.count('mails', { template });

/** Members who have paid two months when the price is announced. */
const announcedTo = async (count: number) => {
  const members = await joinAll(count);
  await until(announced);
  expect(await announce()).toEqual({ outcome: 'announced', members: count, effectiveAt: day });
  await jobs.settle();
  return members;
};

describe('announcing', () => {
  it.each<[what: string, Partial<ChangeAnnouncementRequest>, why: string]>([
    ['with less than thirty days’ notice', { effectiveOn: '2027-05-05' }, 'short-notice'],
    [
      'of a price that Stripe does not know',
      { change: { kind: 'price', priceId: 'price_none', pence: 990 } },
      'unknown-price',
    ],
    [
      'of another amount than Stripe’s',
      { change: { kind: 'price', priceId: 'price_sandbox_membership', pence: 990 } },
      'other-price',
    ],
    [
      'of a price that is not on offer',
      { change: { kind: 'price', priceId: 'price_sandbox_membership', pence: 890 } },
      'not-offered',
    ],
    ['of terms that are not on offer', { change: { kind: 'terms', version: '2030-01-01' } }, 'not-offered'],
  ])('%s is refused, and changes nothing', async (_, more, why) => {
    await join();
    await until(announced);
    expect(await announce(more)).toEqual({ outcome: 'refused', why });
    expect([await db.data.count('announced_changes'), await mails('change-announced')]).toEqual([0, 0]);
  });

  it('of a price by the year, or in another currency, is refused', async () => {
    await until(announced);
    const made = async (more: Record<string, string>) =>
      sandbox.must('POST', 'prices', {
        product: 'prod_sandbox_membership',
        currency: 'gbp',
        unit_amount: '990',
        'recurring[interval]': 'month',
        ...more,
      });
    for (const more of [{ currency: 'usd' }, { 'recurring[interval]': 'year' }, { 'recurring[interval_count]': '3' }]) {
      const { id: priceId } = await made(more);
      const refused = await announce({
        change: { kind: 'price', priceId, pence: 990 },
        offered: { ...offered(), priceId },
      });
      expect(refused).toEqual({ outcome: 'refused', why: 'other-price' });
    }
  });

  it('as a dry run counts the members and writes nothing', async () => {
    await joinAll(2);
    await until(announced);
    expect(await announce({ dryRun: true })).toEqual({ outcome: 'announced', members: 2, effectiveAt: day });
    expect([await db.data.count('announced_changes'), await mails('change-announced')]).toEqual([0, 0]);
  });

  it('twice, also at the same time, notifies each member once', async () => {
    await joinAll(2);
    await until(announced);
    const all = await Promise.all([announce(), announce()]);
    expect(all.map(({ outcome }) => outcome).toSorted()).toEqual(['announced', 'refused']);
    expect(await announce()).toEqual({ outcome: 'refused', why: 'already-open' });
    await sweep();
    await sweep();
    expect([await db.data.count('change_notices'), await mails('change-announced')]).toEqual([2, 2]);
  });

  it('that is killed after it was recorded is completed by the schedule', async () => {
    await joinAll(2);
    await until(announced);
    let forks = 0;
    const killed = announcePriceOrTermsChange(
      {
        fork: () => {
          forks += 1;
          if (forks > 3) throw new Error('killed');
          return em();
        },
        payments: sandbox.payments,
        now: world.now,
      },
      request(),
    );
    await expect(killed).rejects.toThrow('killed');
    expect([await db.data.count('announced_changes'), await mails('change-announced')]).toEqual([1, 0]);
    await sweep();
    expect([await db.data.count('change_notices'), await mails('change-announced')]).toEqual([2, 2]);
  });

  it('of terms that fails holds up no notice of a price, and fails the run', async () => {
    await join();
    await until(announced);
    const price = { stripePriceId: newPrice, pence: 990, currency: 'gbp', effectiveFrom: announced };
    const { id: membershipPriceId } = await db.data.add('membership_prices', price);
    const open = { announcedAt: announced, effectiveAt: day };
    const terms = await db.data.add('announced_changes', {
      ...open,
      announcedAt: hours(announced, -1),
      kind: 'terms',
      termsVersion: '2030-01-01',
    });
    const ofPrice = await db.data.add('announced_changes', { ...open, kind: 'price', membershipPriceId });
    await em().execute(`
      create function refuse_notice() returns trigger language plpgsql as 'begin raise exception ''not now''; end';
      create trigger refuse_notice before insert on change_notices for each row
        when (new.announced_change_id = '${terms.id}') execute function refuse_notice();
    `);
    try {
      await expect(sweepAnnouncedChanges(em(), world.now())).rejects.toMatchObject({
        errors: [expect.objectContaining({ message: expect.stringContaining('not now') as unknown }) as unknown],
      });
      expect(await db.data.values('change_notices', 'announcedChangeId')).toEqual([ofPrice.id]);
    } finally {
      await em().execute('drop trigger refuse_notice on change_notices; drop function refuse_notice');
    }
    expect(await sweepAnnouncedChanges(em(), world.now())).toMatchObject({ changeNotices: 1 });
  });

  it('gives a member who is found late thirty days of their own', async () => {
    const [member] = await announcedTo(1);
    await until(hours(announced, 24 * 10));
    const late = await join();
    await sweep();
    expect((await noticeOf(member!)).effectiveAt).toEqual(day);
    expect((await noticeOf(late)).effectiveAt).toEqual(new Date('2027-05-15T23:00:00.000Z'));
  });
});

describe('a member', () => {
  it('who agrees pays the old price until the day, and the new one from the next period', async () => {
    const [member] = await announcedTo(1);
    await until(hours(announced, 24));
    expect(await nextOf(member!)).toMatchObject({ pence: 890, at: new Date('2027-05-02T10:00:00.000Z') });
    expect([await agree(member!), await agree(member!)]).toEqual(['agreed', 'agreed']);
    expect(await db.data.one('consents', { kind: 'new-price' })).toMatchObject({
      userId: member!.userId,
      textVersion: '2026-11-27',
      monthlyPence: 990,
      givenAt: world.now(),
    });
    await until(hours(day, -1));
    expect(await nextOf(member!)).toMatchObject({ pence: 990, at: new Date('2027-06-02T10:00:00.000Z') });
    expect(await db.data.one('subscriptions')).toMatchObject({ monthlyPence: 890 });
    await until(hours(day, 2));
    expect(await db.data.one('subscriptions')).toMatchObject({ monthlyPence: 990 });
    expect(await noticeOf(member!)).toMatchObject({ outcome: 'agreed' });
    await expectBooks(member!, [890, 890, 890]);
    await until(new Date('2027-07-10T00:00:00.000Z'));
    await expectBooks(member!, [890, 890, 890, 990, 990]);
    expect(await stateOf(member!)).toBe('active');
    expect(await mails('membership-cancelled')).toBe(0);
  });

  it('who agreed is not settled by a run that finds the change due only after it could change the price', async () => {
    const [member] = await announcedTo(1);
    await agree(member!);
    await until(hours(day, -1));
    await world.advanceTo(hours(day, 1));
    const { id: noticeId } = await noticeOf(member!);
    // As when another worker records the charge that it waits for between its two readings.
    const times = [hours(day, -1)];
    const between = createTestJobContext({ orm: db.orm, now: () => times.shift() ?? world.now() });
    await applyAnnouncedChange({ payments: sandbox.payments })({ noticeId, correlationId: 'c' }, between);
    expect(await noticeOf(member!)).toMatchObject({ outcome: null });
    await until(new Date('2027-06-20T00:00:00.000Z'));
    expect(await noticeOf(member!)).toMatchObject({ outcome: 'agreed' });
    await expectBooks(member!, [890, 890, 890, 990]);
  });

  it('who does not agree keeps the old price until their period ends, and then ends, with one mail', async () => {
    const [member] = await announcedTo(1);
    await until(hours(day, -1));
    expect(await nextOf(member!)).toBeNull();
    await until(hours(day, 2));
    expect(await noticeOf(member!)).toMatchObject({ outcome: 'ended' });
    expect(await db.data.one('cancellation_requests')).toMatchObject({
      origin: 'change',
      refundKind: 'none',
      noRefundReason: 'not-agreed',
      endsAt: new Date('2027-06-02T10:00:00.000Z'),
    });
    expect(await stateOf(member!)).toBe('active');
    await until(new Date('2027-08-01T00:00:00.000Z'));
    expect(await stateOf(member!)).toBe('cancelled');
    await expectBooks(member!, [890, 890, 890]);
    expect(await mails('membership-cancelled')).toBe(1);
  });

  it('who agreed and then cancels before the day is not moved', async () => {
    const [member] = await announcedTo(1);
    await agree(member!);
    await useCheck(member!);
    await until(hours(announced, 24 * 28));
    await useCheck(member!);
    await cancel(member!);
    await until(new Date('2027-08-01T00:00:00.000Z'));
    expect(await stateOf(member!)).toBe('cancelled');
    expect(await noticeOf(member!)).toMatchObject({ outcome: 'lapsed' });
    expect((await charged(member!)).every((pence) => pence === 890 || pence === 0)).toBe(true);
    expect(await chargedAtStripe(member!)).toEqual(await charged(member!));
  });

  it('who cancels, and withdraws that after the day without having agreed, does not go on', async () => {
    const [member] = await announcedTo(1);
    await until(hours(day, -24 * 2));
    await db.data.set('payments', { paidAt: joined }, { kind: 'membership' });
    await cancel(member!);
    await until(hours(day, 24));
    expect(await noticeOf(member!)).toMatchObject({ outcome: null });
    const { id: subscriptionId, stripe: stripeSubscriptionId } = member!;
    const kept = await em().transactional((transaction) =>
      withdrawCancellation(
        transaction,
        { subscriptionId, stripeSubscriptionId },
        { now: world.now(), correlationId: 'c', listener: watchSubscriptionListener },
      ),
    );
    expect(kept).toBe(false);
  });

  it('who did not agree can still cancel for the refund that is due, once', async () => {
    const [member] = await announcedTo(1);
    await until(hours(day, 2));
    await cancel(member!);
    await cancel(member!);
    expect(await stateOf(member!)).toBe('cancelled');
    await until(new Date('2027-07-01T00:00:00.000Z'));
    await expectBooks(member!, [890, 890, 0]);
  });

  it.each([
    ['who agreed stays, and pays what is owed at the old price', true],
    ['who did not agree ends on the day, and owes nothing', false],
  ])('who is past due, and %s', async (_, agrees) => {
    const [member] = await announcedTo(1);
    if (agrees) await agree(member!);
    await until(new Date('2027-05-01T00:00:00.000Z'));
    await world.setCard(member!.customerId, member!.stripe, 'chargeCustomerFail');
    await until(hours(day, 2));
    expect(await stateOf(member!)).toBe(agrees ? 'past-due' : 'cancelled');
    await world.setCard(member!.customerId, member!.stripe, 'visa').catch((error: unknown) => {
      if (agrees) throw error;
    });
    await until(new Date('2027-06-20T00:00:00.000Z'));
    await expectBooks(member!, agrees ? [890, 890, 890, 990] : [890, 890]);
  });

  it('who is on trial when it is announced is charged at the price that they agreed to', async () => {
    const [early] = await joinAll(1);
    await until(announced);
    const member = await join();
    await announce();
    await jobs.settle();
    expect(await nextOf(member)).toMatchObject({ pence: 890 });
    await agree(member);
    await agree(early!);
    await until(new Date('2027-06-20T00:00:00.000Z'));
    await expectBooks(member, [890, 890, 990]);
    await expectBooks(early!, [890, 890, 890, 990]);
  });

  it('cannot agree from the day on, to the change of another member, or to one that does not exist', async () => {
    const [one, other] = await announcedTo(2);
    const { id: noticeId } = await noticeOf(other!);
    const by = { userId: one!.userId };
    expect(await changes.agree(asking(), { by, noticeId })).toBe('unknown');
    const none = '00000000-0000-4000-8000-000000000000';
    expect(await changes.agree(asking(), { by, noticeId: none })).toBe('unknown');
    expect(await changes.agree(asking(), { by: { token: 'x'.repeat(43) }, noticeId })).toBe('unknown');
    await world.advanceTo(hours(day, 0));
    expect(await agree(one!)).toBe('closed');
    expect(await db.data.count('consents', { kind: 'new-price' })).toBe(0);
  });
});

it('a sign-up that agreed before the day and is completed after it is asked, though everyone else is decided', async () => {
  await until(announced);
  expect(await announce()).toMatchObject({ outcome: 'announced', members: 0 });
  await world.advanceTo(hours(day, 2));
  await sweep();
  const late = await join();
  await sweep();
  expect((await noticeOf(late)).effectiveAt).toEqual(changeEffectiveAtForMember(day, world.now()));
});

describe('a notice whose mail', () => {
  const refused = { state: 'refused', code: 550, deadAddress: false } as const;
  const noticeMail = () => db.data.one('mails', { template: 'change-announced' });
  /** Staff press “Send again”. */
  const sendAgain = async () => {
    const { id } = await noticeMail();
    const actor = { kind: 'local-admin', sessionId: randomUUID() } as const;
    const by = createTestJobContext({ orm: db.orm, now: world.now }, { actor });
    expect(await requeueMail(by, { id, reason: 'The server is back' })).toBe('queued');
    await jobs.settle();
  };
  const lasts = (from: Date, { effectiveAt }: { effectiveAt: Date }) =>
    (effectiveAt.getTime() - from.getTime()) / 86_400_000;

  it.each([
    ['in time', new Date('2027-04-20T09:00:00.000Z')],
    ['long after the day', new Date('2027-06-20T09:00:00.000Z')],
  ])('failed and is sent again %s counts from then: in mail, page and charges', async (_, sentAgain) => {
    answer = refused;
    const [yes] = await announcedTo(1);
    expect(await noticeMail()).toMatchObject({ failure: 'refused 550' });
    await until(sentAgain);
    expect(await noticeOf(yes!)).toMatchObject({ notifiedAt: null, outcome: null });
    answer = { state: 'accepted' };
    await sendAgain();
    const notice = await noticeOf(yes!);
    expect(notice).toMatchObject({ notifiedAt: world.now() });
    expect(lasts(world.now(), notice)).toBeGreaterThanOrEqual(30);
    expect(lasts(world.now(), notice)).toBeLessThan(31.1);
    expect(notices.given.at(-1)?.text).toContain(`A new price from ${formatDate(londonDate(notice.effectiveAt))}`);
    const [shown] = await announcedChangesOfMembership(em(), (await findSubscription(em(), yes!.id))!);
    expect(shown?.terms.effectiveAt).toEqual(notice.effectiveAt);
    const paidBefore = (await charged(yes!)).length;
    await agree(yes!);
    await until(hours(notice.effectiveAt, -1));
    expect((await charged(yes!)).every((pence) => pence === 890)).toBe(true);
    await until(hours(notice.effectiveAt, 24 * 40));
    const all = await charged(yes!);
    expect(all.length).toBeGreaterThan(paidBefore);
    expect(all.at(-1)).toBe(990);
    expect(all.filter((pence) => pence !== 890)).toEqual(all.slice(all.indexOf(990)));
    expect(await chargedAtStripe(yes!)).toEqual(all);
  });

  it('is not accepted within an hour is counted for monitoring until it is', async () => {
    answer = refused;
    const [member] = await announcedTo(1);
    const registry = new Registry();
    registerDatabaseBacklogMetrics(registry, { fork: em, now: world.now });
    const isCounted = ({ name }: { name: string }) => name === 'unnotified_change_notices';
    const counted = async () => (await registry.getMetricsAsJSON()).find(isCounted)?.values;
    expect(await counted()).toMatchObject([{ value: 0 }]);
    await world.advanceTo(hours(world.now(), 2));
    expect(await counted()).toMatchObject([{ value: 1 }]);
    answer = { state: 'accepted' };
    await sendAgain();
    expect(await noticeOf(member!)).toMatchObject({ notifiedAt: world.now() });
    expect(await counted()).toMatchObject([{ value: 0 }]);
  });

  it('never arrived ends no membership, also once the record of the mail is purged, and is written again', async () => {
    answer = refused;
    const [member] = await announcedTo(1);
    await until(hours(day, 24 * 2));
    await runAllPurges(em, { now: world.now(), isClosed: () => false });
    expect(await mails('change-announced')).toBe(0);
    await until(hours(day, 24 * 10));
    expect(await noticeOf(member!)).toMatchObject({ notifiedAt: null, outcome: null });
    expect(await noticeMail()).toMatchObject({ failure: 'refused 550' });
    expect(notices.given).toHaveLength(2);
    expect(await stateOf(member!)).toBe('active');
    expect(await db.data.one('subscriptions')).toMatchObject({ endsAt: null });
    await expectBooks(member!, [890, 890, 890]);
  });

  it('was accepted by the server but not recorded, as the worker was killed, counts from the second sending', async () => {
    await join();
    await until(announced);
    await announce();
    const [job] = (await jobs.waiting()).filter(({ name }) => name === 'mails.send').slice(-1);
    expect(await jobs.run(job!, { diesBeforeCommit: true })).toBeInstanceOf(Error);
    expect(notices.given).toHaveLength(1);
    // The workers are down for longer than the day left in addition to thirty days.
    await world.advanceTo(hours(announced, 24 * 5));
    await jobs.settle();
    const notice = await db.data.one('change_notices');
    expect(notices.given.map(({ id }) => id)).toEqual([notices.given[0]?.id, notices.given[0]?.id]);
    expect(notice.notifiedAt).toEqual(world.now());
    expect(notice.effectiveAt).toEqual(changeEffectiveAtForMember(day, world.now()));
    expect(notices.given[1]?.text).toContain(formatDate(londonDate(notice.effectiveAt)));
  });

  it('waits for the server keeps its member undecided, and their day moves on', async () => {
    const [member] = await joinAll(1);
    await until(announced);
    await announce();
    for (let count = 1; count <= 40; count += 1) {
      await world.advanceTo(hours(announced, 24 * count));
      await sweepAnnouncedChanges(em(), world.now());
      expect(lasts(world.now(), await noticeOf(member!))).toBeGreaterThanOrEqual(30);
    }
    await sweep();
    expect(await noticeOf(member!)).toMatchObject({ outcome: null, notifiedAt: world.now() });
  });

  it('was skipped as the member had cancelled is written again when they stay', async () => {
    const [member] = await joinAll(1);
    await until(announced);
    await announce();
    await db.data.set('payments', { paidAt: joined }, { kind: 'membership' });
    await cancel(member!);
    expect(await noticeMail()).toMatchObject({ skipReason: 'not-needed' });
    const { id: subscriptionId, stripe: stripeSubscriptionId } = member!;
    await em().transactional((transaction) =>
      withdrawCancellation(
        transaction,
        { subscriptionId, stripeSubscriptionId },
        { now: world.now(), correlationId: 'c', listener: watchSubscriptionListener },
      ),
    );
    await jobs.settle();
    await sweep();
    await sweep();
    expect(notices.given).toHaveLength(1);
    expect(await noticeOf(member!)).toMatchObject({ notifiedAt: world.now() });
  });

  it('was not needed, as the member agreed in the account, leaves the day that they agreed to', async () => {
    answer = { state: 'unavailable', reason: 'unreachable' };
    const [member] = await joinAll(1);
    await until(announced);
    await announce();
    expect(await agree(member!)).toBe('agreed');
    await until(hours(day, 24));
    expect(notices.given).toEqual([]);
    expect(await noticeOf(member!)).toMatchObject({ effectiveAt: day, notifiedAt: null, outcome: 'agreed' });
  });
});

it('a renewal between the day and a late schedule is returned to a member who did not agree', async () => {
  const [member] = await announcedTo(1);
  await until(hours(day, -24));
  // The workers are down for a month.
  await world.advanceTo(new Date('2027-06-05T00:00:00.000Z'));
  await sweep();
  await sweep();
  expect(await stateOf(member!)).toBe('cancelled');
  await expectBooks(member!, [890, 890, 890, 0]);
});

it('new terms end the memberships of those who do not agree, and leave the price of the others', async () => {
  const [yes, no] = await joinAll(2);
  await until(announced);
  const version = '2027-04-01';
  // What they agreed to when they joined is the version before.
  await db.data.set('consents', { textVersion: '2026-01-01' }, { kind: 'terms' });
  const terms = { change: { kind: 'terms', version } as const, offered: { ...offered(), termsVersion: version } };
  expect(await announce(terms)).toMatchObject({ outcome: 'announced', members: 2 });
  await agree(yes!);
  expect(await db.data.one('consents', { kind: 'new-terms' })).toMatchObject({
    textVersion: version,
    monthlyPence: null,
  });
  await until(new Date('2027-07-01T00:00:00.000Z'));
  expect([await stateOf(yes!), await stateOf(no!)]).toEqual(['active', 'cancelled']);
  await expectBooks(yes!, [890, 890, 890, 890]);
  await expectBooks(no!, [890, 890, 890]);
});

it('a change is closed once it is decided for every member, and another can then be announced', async () => {
  const [yes, no] = await announcedTo(2);
  await agree(yes!);
  await until(hours(day, 24));
  await until(hours(day, 48));
  expect(await db.data.one('announced_changes')).toMatchObject({ closedAt: expect.any(Date) as unknown });
  expect(await stateOf(no!)).toBe('active');
  const { id: priceId } = await sandbox.must('POST', 'prices', {
    product: 'prod_sandbox_membership',
    currency: 'gbp',
    unit_amount: '1090',
    'recurring[interval]': 'month',
  });
  const next = await announce({
    change: { kind: 'price', priceId, pence: 1_090 },
    effectiveOn: '2027-06-20',
    offered: { ...offered(), priceId, pence: 1_090 },
  });
  // The other one is leaving.
  expect(next).toMatchObject({ outcome: 'announced', members: 1 });
});

describe('a worker that is killed on the day', () => {
  /** A provider whose worker is killed before or after its `n`th call. */
  const dyingAt = (n: number, when: 'before' | 'after'): PaymentDeps['payments'] => {
    let calls = 0;
    return new Proxy(sandbox.payments, {
      get: (target, name: keyof PaymentDeps['payments']) => async (given: unknown) => {
        calls += 1;
        const dies = calls === n;
        if (dies && when === 'before') throw new Error('killed');
        const answer = await (target[name] as (given: unknown) => Promise<unknown>)(given);
        if (dies) throw new Error('killed');
        return answer;
      },
    });
  };

  it.each([1, 2, 3, 4].flatMap((n) => (['before', 'after'] as const).map((when) => [n, when] as const)))(
    'in call %i, %s it, leaves one who agreed at the new price and the other at their end, each once',
    async (n, when) => {
      const [yes, no] = await announcedTo(2);
      await agree(yes!);
      await until(hours(day, -1));
      await world.advanceTo(hours(day, 1));
      await sweep(dyingAt(n, when));
      for (const { id } of [yes!, no!]) await syncSubscription(sandbox.payments, { id }, context());
      await until(new Date('2027-07-01T00:00:00.000Z'));
      await expectBooks(yes!, [890, 890, 890, 990]);
      await expectBooks(no!, [890, 890, 890]);
      expect(await mails('membership-cancelled')).toBe(1);
      expect((await db.data.all('change_notices')).map(({ outcome }) => outcome).toSorted()).toEqual([
        'agreed',
        'ended',
      ]);
    },
  );

  it('before and after its commits leaves the same', async () => {
    const [yes, no] = await announcedTo(2);
    await agree(yes!);
    await until(hours(day, -1));
    await world.advanceTo(hours(day, 1));
    await sweepAnnouncedChanges(em(), world.now());
    for (const failure of [{ diesBeforeCommit: true }, { diesAfterCommit: true }]) {
      for (const job of await jobs.waiting()) await jobs.run(job, failure);
    }
    await jobs.settle();
    await until(new Date('2027-07-01T00:00:00.000Z'));
    await expectBooks(yes!, [890, 890, 890, 990]);
    await expectBooks(no!, [890, 890, 890]);
    expect(await mails('membership-cancelled')).toBe(1);
  });
});
