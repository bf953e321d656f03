import { currentConsents } from '@ve/domain/membership/consents';
import {
  addMembershipCharge,
  postWithoutBodyFromOwnPage,
  createTestMember,
  membershipLinkTokenOf,
  type TestMember,
  type TestMembershipOptions,
} from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const anHour = 3_600_000;
const now = Date.now();
const inDays = (days: number) => new Date(now + days * 24 * anHour);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, () => new Date(now));
});
beforeEach(() => app.empty('outbox'));
afterAll(() => app.close());

const paid = { status: 'active', creditsUsed: 0, currentPeriodEnd: inDays(20), creditedPeriodEnd: inDays(20) } as const;
const none = { kind: 'none', pence: 0 };
/** The response to the first cancellation of a membership that ends at this time without a refund. */
const cancelledAt = (endsAt: Date) => ({
  outcome: 'cancelled',
  endsAt: endsAt.toISOString(),
  summary: {
    registration_number: 'AB12CDE',
    requestedAt: new Date(now).toISOString(),
    endsAt: endsAt.toISOString(),
    ended: endsAt.getTime() <= now,
    refund: none,
    canWithdraw: endsAt.getTime() > now,
    monthlyPence: 890,
  },
  answerToken: expect.stringMatching(/^[\w-]{43}$/) as unknown,
});
const cancel = async (member: Pick<TestMember, 'headers'>) =>
  (await (await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`, member.headers)).json()) as {
    answerToken: unknown;
  };
const read = async ({ headers }: Pick<TestMember, 'headers'>) =>
  (await fetch(`${app.url}/api/subscription`, { headers })).json();
const readLink = async (token: string) => (await postFromOwnPage(`${app.url}/api/membership-link`, { token })).json();
const cancelByLink = async (token: string) =>
  (await postFromOwnPage(`${app.url}/api/membership-link/cancel`, { token })).json();
const cancelJobs = () => app.data.values('outbox', 'payload', { jobName: 'subscriptions.cancel' });
const cancellations = async () => (await cancelJobs()).map(({ subscriptionId }) => subscriptionId);

describe('the membership', () => {
  const card = { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2030 };

  it('in its trial: the next charge is the full price, at the end of the trial', async () => {
    const trialEndsAt = new Date(now + 20 * anHour);
    const member = await createTestMember(app, { trialEndsAt, currentPeriodEnd: trialEndsAt });
    expect(await read(member)).toEqual({
      subscribed: false,
      subscriptionTier: 'Premium',
      credits: 0,
      state: 'trial',
      registration: 'AB12CDE',
      paidUntil: trialEndsAt.toISOString(),
      nextCharge: { pence: 890, at: trialEndsAt.toISOString(), timing: 'planned' },
      nextCheck: 'with-charge',
      payNow: { pence: 890, fullCheckPence: 0, nextChargeAt: expect.stringMatching(/T.*Z$/) as unknown },
      monthlyPence: 890,
      changes: [],
      endsAt: null,
      card,
      paymentProblem: null,
      ifCancelled: { endsAt: new Date(now).toISOString(), endsImmediately: true, refund: none },
      cancellation: null,
    });
  });

  it('paid for: subscribed, with its check, charged again at the end of the period', async () => {
    expect(await read(await createTestMember(app, paid))).toMatchObject({
      subscribed: true,
      credits: 1,
      state: 'active',
      paidUntil: inDays(20).toISOString(),
      nextCharge: { pence: 890, at: inDays(20).toISOString(), timing: 'planned' },
      nextCheck: 'now',
    });
  });

  it.each([500, 0])('in its trial: the check’s part of the full price follows its own contract (%d)', async (price) => {
    const member = await createTestMember(app);
    const agreed = {
      userId: member.userId,
      kind: 'rejoin',
      textVersion: '2026-01-01',
      fullCheckPence: price,
    } as const;
    await app.data.add('consents', { ...agreed, clientHash: 'a'.repeat(64), givenAt: new Date(now) });
    expect(await read(member)).toMatchObject({ payNow: { pence: 890, fullCheckPence: price } });
  });

  it('that has ended can be started again, with today’s consent', async () => {
    expect(await read(await createTestMember(app, { status: 'canceled' }))).toMatchObject({
      state: 'cancelled',
      payNow: { pence: 890, fullCheckPence: currentConsents.rejoin.fullCheckPence },
    });
  });

  const justNow = new Date(now - 10 * 60_000);
  it.each<[string, TestMembershipOptions]>([
    ['after its trial', { trialEndsAt: justNow, creditedPeriodEnd: null }],
    ['after a paid month, with a check left', { creditsUsed: 0, creditedPeriodEnd: justNow }],
  ])('in the hour before a charge, %s: the coming month is not paid, and has no check', async (_, given) => {
    const begun = { status: 'active', currentPeriodStart: justNow, currentPeriodEnd: inDays(30) } as const;
    expect(await read(await createTestMember(app, { ...begun, ...given }))).toMatchObject({
      subscribed: false,
      credits: 0,
      state: 'charge-due',
      paidUntil: justNow.toISOString(),
      nextCharge: { pence: 890, at: justNow.toISOString(), timing: 'due' },
      nextCheck: 'with-charge',
      ifCancelled: { endsAt: new Date(now).toISOString(), endsImmediately: true },
    });
  });

  it('unpaid: the next charge that Stripe tries, and why the last one failed', async () => {
    const nextAttemptAt = inDays(3).toISOString();
    const problem = { kind: 'declined', pence: 890, nextAttemptAt };
    const member = await createTestMember(app, {
      status: 'past_due',
      paymentProblem: { ...problem, invoiceId: 'in_1' },
    });
    expect(await read(member)).toMatchObject({
      subscribed: false,
      credits: 0,
      state: 'past-due',
      nextCharge: { pence: 890, at: nextAttemptAt, timing: 'planned' },
      nextCheck: 'when-paid',
      paymentProblem: problem,
    });
  });

  describe('that Stripe has ended after the last failed charge', () => {
    const failedAt = inDays(-1).toISOString();
    const last = { kind: 'declined', pence: 890, nextAttemptAt: null };
    const paymentProblem = { ...last, failedAt, invoiceId: 'in_1' };

    it.each([
      ['canceled', inDays(-1)],
      ['unpaid', null],
    ] as const)(
      '(%s) states which charge the bank declined, and when; it can be started again',
      async (status, endsAt) => {
        const member = await createTestMember(app, { status, paymentProblem });
        await app.data.set('subscriptions', { endsAt }, { id: member.subscriptionId });
        expect(await read(member)).toMatchObject({
          state: 'cancelled',
          endsAt: failedAt,
          nextCharge: null,
          paymentProblem: last,
          payNow: { pence: 890 },
        });
      },
    );

    it('states no failed charge to a member who had cancelled before', async () => {
      const member = await createTestMember(app, { status: 'past_due', paymentProblem });
      expect(await cancel(member)).toEqual(cancelledAt(new Date(now)));
      expect(await read(member)).toMatchObject({ state: 'cancelled', paymentProblem: null });
    });
  });

  it('is none for a customer without one, and refused for visitors', async () => {
    expect(await read({ headers: { cookie: `session=${await createTestSession(app)}` } })).toEqual({
      subscribed: false,
      subscriptionTier: null,
      credits: 0,
      state: 'none',
      registration: null,
      paidUntil: null,
      nextCharge: null,
      nextCheck: null,
      payNow: null,
      monthlyPence: 890,
      changes: [],
      endsAt: null,
      card: null,
      paymentProblem: null,
      ifCancelled: null,
      cancellation: null,
    });
    expect((await fetch(`${app.url}/api/subscription`)).status).toBe(401);
  });
});

describe('cancelling', () => {
  it('ends a trial immediately: nothing more is charged, regardless of Stripe’s state', async () => {
    const member = await createTestMember(app);
    expect(await cancel(member)).toEqual(cancelledAt(new Date(now)));
    expect(await read(member)).toMatchObject({ state: 'cancelled', nextCharge: null, credits: 0 });
    expect(await cancellations()).toEqual([member.subscriptionId]);
  });

  it('ends a membership with its paid period: it can be used until then', async () => {
    const member = await createTestMember(app, paid);
    expect(await cancel(member)).toEqual(cancelledAt(inDays(20)));
    expect((await cancelJobs()).map(({ of }) => of)).toContainEqual({
      stripeSubscriptionId: member.stripeSubscriptionId,
      endsAt: inDays(20).toISOString(),
    });
    expect(await read(member)).toMatchObject({
      state: 'active',
      credits: 1,
      nextCharge: null,
      endsAt: inDays(20).toISOString(),
    });
  });

  it('twice, also concurrently in two tabs, cancels once', async () => {
    const member = await createTestMember(app, paid);
    const answers = await Promise.all([cancel(member), cancel(member), cancel(member)]);
    answers.push(await cancel(member));
    for (const answer of answers) {
      expect(answer).toEqual({ ...cancelledAt(inDays(20)), answerToken: answer.answerToken });
    }
    expect(answers.filter(({ answerToken }) => answerToken !== null)).toHaveLength(1);
    expect(await app.data.values('cancellation_requests', 'origin', { userId: member.userId })).toEqual(['account']);
    expect(await cancellations()).toEqual([member.subscriptionId]);
  });

  it('is not overwritten by a read of Stripe that began before', async () => {
    const member = await createTestMember(app, paid);
    const revision = async () => (await app.data.one('subscriptions', { id: member.subscriptionId })).revision;
    const before = await revision();
    await cancel(member);
    expect(await revision()).toBe(before + 1);
  });

  it('does nothing for a customer whose membership has ended, or who never had one', async () => {
    expect(await cancel(await createTestMember(app, { status: 'canceled' }))).toEqual({ outcome: 'none' });
    expect(await cancel({ headers: { cookie: `session=${await createTestSession(app)}` } })).toEqual({
      outcome: 'none',
    });
    expect(await cancellations()).toEqual([]);
    expect((await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`)).status).toBe(401);
  });
});

describe('a cancel link', () => {
  it('shows what it would end and when; reading it changes nothing', async () => {
    const member = await createTestMember(app, paid);
    const token = await membershipLinkTokenOf(app, member);
    const found = {
      outcome: 'found',
      state: 'active',
      registration: 'AB12CDE',
      endsAt: inDays(20).toISOString(),
      endsImmediately: false,
      refund: none,
      cancelled: false,
      canWithdraw: false,
      monthlyPence: 890,
    };
    expect([await readLink(token), await readLink(token)]).toEqual([found, found]);
    expect(await cancellations()).toEqual([]);
    expect(await read(member)).toMatchObject({ endsAt: null });
  });

  it('cancels without signing in, once, and shows that when opened again', async () => {
    const member = await createTestMember(app);
    const token = await membershipLinkTokenOf(app, member);
    const cancelled = cancelledAt(new Date(now));
    expect([await cancelByLink(token), await cancelByLink(token)]).toEqual([
      cancelled,
      { ...cancelled, answerToken: null },
    ]);
    expect(await readLink(token)).toMatchObject({ outcome: 'found', cancelled: true, endsAt: cancelled.endsAt });
    expect(await app.data.values('cancellation_requests', 'origin', { userId: member.userId })).toEqual(['link']);
    expect(await cancellations()).toEqual([member.subscriptionId]);
  });

  it('of an earlier membership does not cancel the one that was started since', async () => {
    const member = await createTestMember(app, paid);
    const token = await membershipLinkTokenOf(app, { ...member, stripeSubscriptionId: 'sub_before' });
    expect(await readLink(token)).toEqual({ outcome: 'unknown' });
    expect(await cancelByLink(token)).toEqual({ outcome: 'none' });
    expect(await cancellations()).toEqual([]);
  });

  it.each(['a'.repeat(43), 'short', `${'a'.repeat(42)}=`, "' or 1=1 --"])('%s is unknown', async (token) => {
    expect(await readLink(token)).toEqual({ outcome: 'unknown' });
    expect(await cancelByLink(token)).toEqual({ outcome: 'none' });
  });
});

describe('keeping the membership', () => {
  const keep = async ({ headers }: Pick<TestMember, 'headers'>) =>
    (await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/withdraw-cancellation`, headers)).json();
  const withdrawCancellationByLink = async (token: string) =>
    (await postFromOwnPage(`${app.url}/api/membership-link/withdraw-cancellation`, { token })).json();
  const keeps = () => app.data.values('outbox', 'payload', { jobName: 'subscriptions.withdraw-cancellation' });
  const ended = { outcome: 'ended' };

  it('undoes the cancellation: it is charged again, and notified once', async () => {
    const member = await createTestMember(app, paid);
    const before = await read(member);
    await cancel(member);
    const answers = await Promise.all([keep(member), keep(member), keep(member)]);
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ outcome: 'kept', subscription: before })));
    expect(before).toMatchObject({ endsAt: null, nextCharge: { pence: 890 }, cancellation: null });
    const { subscriptionId, stripeSubscriptionId } = member;
    expect(await keeps()).toEqual([
      { subscriptionId, stripeSubscriptionId, correlationId: expect.any(String) as unknown },
    ]);
    expect(await app.data.values('cancellation_requests', 'withdrawnAt', { userId: member.userId })).toEqual([
      expect.anything() as unknown,
    ]);
  });

  it('works by the link of a mail, which can cancel it again', async () => {
    const member = await createTestMember(app, paid);
    const token = await membershipLinkTokenOf(app, member);
    expect(await cancelByLink(token)).toMatchObject({ outcome: 'cancelled', summary: { canWithdraw: true } });
    expect(await readLink(token)).toMatchObject({ cancelled: true, canWithdraw: true });
    const kept = { outcome: 'kept', nextCharge: { pence: 890, at: inDays(20).toISOString(), timing: 'planned' } };
    expect([await withdrawCancellationByLink(token), await withdrawCancellationByLink(token)]).toEqual([kept, kept]);
    expect(await readLink(token)).toMatchObject({ cancelled: false, canWithdraw: false });
    expect(await cancelByLink(token)).toMatchObject(cancelledAt(inDays(20)));
    expect(await keeps()).toHaveLength(1);
    expect(await cancellations()).toHaveLength(2);
  });

  it('is too late for a trial, and once money is refunded or charged back', async () => {
    const trial = await createTestMember(app);
    const refunded = await createTestMember(app, paid);
    await addMembershipCharge(app, refunded, { paidAt: inDays(-10), periodEnd: inDays(20) });
    const claimed = await createTestMember(app, paid);
    await addMembershipCharge(app, claimed, { paidAt: inDays(-40), periodEnd: inDays(20) });
    await app.data.set('payments', { disputeState: 'open', disputedAt: new Date() }, { userId: claimed.userId });
    for (const member of [trial, refunded, claimed]) {
      const token = await membershipLinkTokenOf(app, member);
      await cancel(member);
      expect(await read(member)).toMatchObject({ cancellation: { canWithdraw: false, ended: member !== claimed } });
      expect(await readLink(token)).toMatchObject({ canWithdraw: false, endsImmediately: member !== claimed });
      expect([await keep(member), await withdrawCancellationByLink(token)]).toEqual([ended, ended]);
    }
    expect(await read(refunded)).toMatchObject({
      state: 'cancelled',
      cancellation: { refund: { kind: 'full', pence: 890 }, endsAt: new Date(now).toISOString() },
    });
    expect(await keeps()).toEqual([]);
  });

  it('does not affect other users, or a customer without one', async () => {
    const member = await createTestMember(app, paid);
    await cancel(member);
    expect(await keep(await createTestMember(app, { status: 'canceled' }))).toEqual(ended);
    expect(await keep({ headers: { cookie: `session=${await createTestSession(app)}` } })).toEqual(ended);
    for (const token of ['a'.repeat(43), 'short', "' or 1=1 --"])
      expect(await withdrawCancellationByLink(token)).toEqual(ended);
    expect((await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/withdraw-cancellation`)).status).toBe(401);
    expect(await read(member)).toMatchObject({ cancellation: { canWithdraw: true } });
  });

  it('racing with the cancellation leaves one of the two', async () => {
    const member = await createTestMember(app, paid);
    await cancel(member);
    await Promise.all(Array.from({ length: 10 }, (_, time) => (time % 2 === 0 ? keep(member) : cancel(member))));
    const open = await app.data.all('cancellation_requests', { userId: member.userId, withdrawnAt: null });
    const { cancellation } = (await read(member)) as { cancellation: object | null };
    expect(open).toHaveLength(cancellation === null ? 0 : 1);
  });
});
