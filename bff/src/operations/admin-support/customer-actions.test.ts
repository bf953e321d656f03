import { type CustomerSupportFile } from '@ve/contracts/http/operations/admin-customers';
import { failFullCheck } from '@ve/data/full-check/full-check.repository';
import { remainingCreditOf, requestTestFullCheck } from '@ve/data/testing/full-checks';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { returnCredit } from '@ve/data/membership/subscription/subscription.repository';
import { randomUUID } from 'node:crypto';
import {
  addMembershipCharge,
  postWithoutBodyFromOwnPage,
  createTestMember,
  type TestMember,
} from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const aDay = 86_400_000;
const reason = 'Asked for by telephone';
let now = Date.now();
let app: TestApp;
/** A second process, used by a second member of staff. */
let second: TestApp;
let staff: { cookie: string };
let other: { cookie: string };
beforeAll(async () => {
  app = await startTestApp({}, () => new Date(now));
  second = await startTestApp({}, () => new Date(now), { sharing: app });
  const session = (email: string) => createTestSession(app, { email, openedBy: 'password-totp', roles: ['admin'] });
  staff = { cookie: `session=${await session('sam@example.com')}` };
  other = { cookie: `session=${await session('olga@example.com')}` };
});
afterAll(async () => {
  await second.close();
  await app.close();
});
beforeEach(() => {
  now = Date.now();
});

type Fields = Record<string, unknown>;
const ask = (userId: string, action: string, fields: Fields = {}, at = app, by: Record<string, string> = staff) =>
  postFromOwnPage(`${at.url}/api/admin/customers/${userId}/${action}`, { reason, ...fields }, by);
const outcome = async (answer: Promise<Response>) => ((await (await answer).json()) as { outcome: string }).outcome;
const act = ({ userId }: TestMember, action: string, fields: Fields = {}) => outcome(ask(userId, action, fields));
/** Two members of staff in two processes, several times concurrently. */
const atOnce = ({ userId }: TestMember, action: string, fields: Fields = {}) =>
  Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      outcome(index % 2 === 0 ? ask(userId, action, fields) : ask(userId, action, fields, second, other)),
    ),
  );
const fileOf = async ({ userId }: TestMember): Promise<CustomerSupportFile> =>
  (await (await fetch(`${app.url}/api/admin/customers/${userId}`, { headers: staff })).json()) as CustomerSupportFile;
const audited = async ({ userId }: Pick<TestMember, 'userId'>) =>
  app.data.all('audit_log', { subject: userId, action: notEqualCondition('customer.viewed') }, ['createdAt', 'id']);
const counted = async (sql: string, ...values: unknown[]) =>
  (await app.rows<{ count: number }>(`select count(*)::int as count from ${sql}`, values))[0]?.count;
const creditOfMember = ({ subscriptionId }: TestMember) => remainingCreditOf(app.em(), subscriptionId);

/** A member in the first days of a paid month, with its credit used or not. */
const paidMember = async ({ creditsUsed = 1, paidDaysAgo = 2 } = {}): Promise<TestMember> => {
  const paidAt = new Date(now - paidDaysAgo * aDay);
  const periodEnd = new Date(paidAt.getTime() + 30 * aDay);
  const period = { trialEndsAt: paidAt, currentPeriodEnd: periodEnd, creditedPeriodEnd: periodEnd };
  const member = await createTestMember(app, { status: 'active', creditsUsed, ...period });
  await addMembershipCharge(app, member, { paidAt, periodEnd });
  return member;
};

describe('a sign-in link', () => {
  it('is mailed to the customer, opens their vehicle and is audited; the next one is possible after a minute', async () => {
    const member = await createTestMember(app);
    expect(await atOnce(member, 'sign-in-link')).toEqual(expect.arrayContaining(['sent', 'just-sent']));
    const mails = () => app.data.all('mails', { template: 'sign-in-link', recipient: member.email });
    const request = { registrationNumber: 'AB12CDE', browserHash: null };
    const [requested] = await app.data.all('sign_in_requests', { userId: member.userId });
    expect(requested).toMatchObject(request);
    expect(await mails()).toMatchObject([{ subjectId: requested!.id }]);
    expect(await audited(member)).toMatchObject([{ action: 'customer.sign-in-link-sent', details: { reason } }]);
    now += 61_000;
    expect(await act(member, 'sign-in-link')).toBe('sent');
    expect(await mails()).toHaveLength(2);
  });

  it('counts towards the address’s limit of mails', async () => {
    const member = await createTestMember(app);
    const outcomes = [];
    for (let minute = 0; minute < 9; minute += 1) {
      outcomes.push(await act(member, 'sign-in-link'));
      now += 61_000;
    }
    // Five, one more after six minutes, and two from the share of support's network.
    expect(outcomes).toEqual([...Array.from({ length: 8 }, () => 'sent'), 'too-many']);
  });
});

describe('a credit', () => {
  it('is returned once, regardless of how many staff request it concurrently', async () => {
    const member = await paidMember();
    expect((await fileOf(member)).plan?.credit).toBe('returnable');
    expect((await atOnce(member, 'credit')).toSorted()).toEqual(['returned', ...Array<string>(7).fill('unused')]);
    expect(await creditOfMember(member)).toBe(1);
    expect(await audited(member)).toMatchObject([{ action: 'customer.credit-returned', details: { reason } }]);
    expect((await fileOf(member)).plan?.credit).toBe('unused');
  });

  it('is not returned while a check runs, which returns its own when it fails', async () => {
    const member = await paidMember({ creditsUsed: 0 });
    const check = (await requestTestFullCheck(app.em(), member, { registration: 'FN15FNC', now: new Date(now) }))!;
    expect(await act(member, 'credit')).toBe('check-running');
    expect((await fileOf(member)).plan?.credit).toBe('check-running');
    await app.em().transactional(async (em) => {
      await failFullCheck(em, { id: check.id, failure: 'timeout' }, new Date(now));
      await returnCredit(em, member.subscriptionId, check);
    });
    expect(await act(member, 'credit')).toBe('unused');
    expect(await creditOfMember(member)).toBe(1);
  });

  it.each([
    ['a trial', {}],
    [
      'a period that is over',
      { status: 'active', currentPeriodEnd: new Date(now - aDay), creditedPeriodEnd: new Date(now - aDay) },
    ],
    ['a period that is not paid', { status: 'past_due', currentPeriodEnd: new Date(now + aDay) }],
  ] as const)('is none in %s', async (_what, given) => {
    const member = await createTestMember(app, given);
    expect(await act(member, 'credit')).toBe('no-period');
    expect(await creditOfMember(member)).toBe(0);
    expect(await audited(member)).toEqual([]);
  });
});

describe('cancelling', () => {
  const shown = async (member: TestMember) => {
    const { plan } = await fileOf(member);
    return {
      stripeSubscriptionId: plan?.stripeSubscriptionId,
      refundPence: plan?.membership.ifCancelled?.refund.pence ?? 0,
    };
  };
  const cancellations = async ({ userId }: TestMember) =>
    (await app.data.all('cancellation_requests', { userId })).map((row) => ({
      origin: row.origin,
      pence: row.refundPence,
      over: row.endsAt !== null && row.endsAt.getTime() <= Date.now() + 60_000,
    }));
  const jobs = async ({ subscriptionId }: TestMember) => {
    const payloads = await app.data.values('outbox', 'payload', { jobName: 'subscriptions.cancel' });
    return payloads.filter((payload) => payload['subscriptionId'] === subscriptionId).length;
  };

  it('ends a membership with the refund that was shown', async () => {
    const member = await paidMember({ creditsUsed: 0 });
    const terms = await shown(member);
    expect(terms.refundPence).toBe(890);
    expect(await act(member, 'cancellation', terms)).toBe('cancelled');
    expect(await cancellations(member)).toEqual([{ origin: 'staff', pence: 890, over: true }]);
    expect(await audited(member)).toMatchObject([
      { action: 'customer.membership-cancelled', actor: 'sam@example.com', details: { reason, refundPence: 890 } },
    ]);
    expect((await fileOf(member)).plan?.membership).toMatchObject({
      state: 'cancelled',
      cancellation: { refund: { pence: 890 } },
    });
    expect(await act(member, 'cancellation', terms)).toBe('already');
    expect(await audited(member)).toHaveLength(1);
  });

  it('does nothing when the refund due differs from the one shown', async () => {
    const member = await paidMember({ creditsUsed: 0 });
    const terms = await shown(member);
    expect(await act(member, 'cancellation', { ...terms, refundPence: 0 })).toBe('changed');
    expect(await act(member, 'cancellation', { ...terms, stripeSubscriptionId: 'sub_another' })).toBe('changed');
    expect([await cancellations(member), await audited(member), await jobs(member)]).toEqual([[], [], 0]);
  });

  it('by the member and by staff concurrently is one cancellation and one job', async () => {
    const member = await paidMember({ creditsUsed: 0 });
    const terms = await shown(member);
    const [own, ...outcomes] = await Promise.all([
      postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`, member.headers),
      outcome(ask(member.userId, 'cancellation', terms)),
      outcome(ask(member.userId, 'cancellation', terms, second, other)),
    ]);
    expect(own.status).toBe(200);
    const made = outcomes.filter((each) => each === 'cancelled').length;
    expect(outcomes.filter((each) => each === 'already')).toHaveLength(2 - made);
    expect(await cancellations(member)).toMatchObject([{ origin: made === 1 ? 'staff' : 'account', pence: 890 }]);
    expect([await jobs(member), (await audited(member)).length]).toEqual([1, made]);
  });

  it('does nothing for a customer without a membership', async () => {
    const token = await createTestSession(app, { email: 'nothing@example.com' });
    expect(token).not.toBe('');
    const user = await app.data.one('users', { email: 'nothing@example.com' });
    const answer = ask(user.id, 'cancellation', { stripeSubscriptionId: null, refundPence: 0 });
    expect(await outcome(answer)).toBe('none');
  });
});

describe('stopping mails', () => {
  it('stops reminders, alerts and newsletter, once, but not mails about the membership', async () => {
    const member = await createTestMember(app);
    expect((await atOnce(member, 'mail-stops')).toSorted()).toEqual([...Array<string>(7).fill('already'), 'stopped']);
    expect((await fileOf(member)).mails?.stopped).toEqual(['alert', 'newsletter', 'reminder']);
    expect(await audited(member)).toMatchObject([
      { action: 'customer.mails-stopped', details: { reason, streams: ['reminder', 'alert', 'newsletter'] } },
    ]);
  });

  it('also stops texts, even where every mail is stopped', async () => {
    const member = await createTestMember(app);
    await atOnce(member, 'mail-stops');
    await app.data.add('watches', { userId: member.userId, smsOn: true });
    expect((await fileOf(member)).texts).toMatchObject({ on: true, phone: null });
    expect((await atOnce(member, 'mail-stops')).filter((each) => each === 'stopped')).toHaveLength(1);
    expect((await fileOf(member)).texts).toMatchObject({ on: false });
  });

  it('shows the sent texts, to a confirmed number and about reminders, with their receipts', async () => {
    const member = await createTestMember(app);
    await app.data.set(
      'customers',
      { phoneNumber: '+447700900987', phoneConfirmedAt: new Date() },
      { userId: member.userId },
    );
    const reminder = await app.data.add('reminders', {
      userId: member.userId,
      kind: 'mot',
      dueOn: '2027-01-01',
      leadDays: 7,
      channel: 'sms',
    });
    await app.data.addAll('texts', [
      {
        template: 'reminder',
        recipient: '+447700900111',
        subjectId: reminder.id,
        uniqueKey: 'text.1',
        createdAt: new Date(),
        sentAt: new Date(),
        vendorMessageId: 'SM00000000000000000000000000000001',
        deliveredAt: new Date(),
      },
      {
        template: 'help',
        recipient: '+447700900987',
        subjectId: null,
        uniqueKey: 'text.2',
        createdAt: new Date(),
        sentAt: null,
        vendorMessageId: null,
        deliveredAt: null,
      },
      {
        template: 'help',
        recipient: '+447700900222',
        subjectId: null,
        uniqueKey: 'text.3',
        createdAt: new Date(),
        sentAt: null,
        vendorMessageId: null,
        deliveredAt: null,
      },
    ]);
    expect((await fileOf(member)).texts?.texts.map(({ recipient, state }) => [recipient, state]).toSorted()).toEqual([
      ['+447700900111', 'delivered'],
      ['+447700900987', 'waiting'],
    ]);
  });
});

describe('a copy of everything', () => {
  it('is made one at a time, for the customer only', async () => {
    const member = await createTestMember(app);
    expect((await atOnce(member, 'export')).toSorted()).toEqual([...Array<string>(7).fill('making'), 'started']);
    expect(
      await counted(
        `outbox join data_exports on data_exports.id::text = payload ->> 'exportId' where user_id = ?`,
        member.userId,
      ),
    ).toBe(1);
    const [record] = await audited(member);
    expect(record).toMatchObject({ action: 'customer.copy-started', details: { reason } });
    const file = `${app.url}/api/me/exports/${String(record?.details.exportId)}/file.json`;
    await app.data.set(
      'data_exports',
      { status: 'ready', finishedAt: new Date(), content: {} },
      { userId: member.userId },
    );
    expect((await fetch(file, { headers: staff })).status).toBe(404);
    expect((await fetch(file, { headers: member.headers })).status).toBe(200);
  });
});

describe('deleting an account', () => {
  const deletions = ({ userId }: TestMember) => app.data.count('account_deletions', { userId });

  it('starts as by its owner: sessions and membership end, the job is queued, and later actions are refused', async () => {
    const member = await paidMember({ creditsUsed: 0 });
    const { email } = member;
    expect((await fileOf(member)).plan?.ifDeleted).toMatchObject({ pence: 890 });
    expect(await act(member, 'deletion', { email: ` ${email.toUpperCase()} `, refundPence: 890 })).toBe('begun');
    expect(await audited(member)).toMatchObject([
      { action: 'customer.deletion-begun', details: { reason, refundPence: 890 } },
    ]);
    const file = await fileOf(member);
    expect(file.person.deletingSince).not.toBeNull();
    expect([file.sessions, file.plan?.membership.state]).toEqual([[], 'cancelled']);
    expect(file.jobs?.map(({ name }) => name).toSorted()).toEqual(['accounts.delete', 'subscriptions.cancel']);
    expect(await act(member, 'deletion', { email, refundPence: 890 })).toBe('deleting');
    expect(await act(member, 'sign-in-link')).toBe('deleting');
    expect(await act(member, 'export')).toBe('deleting');
    expect(await deletions(member)).toBe(1);
  });

  it('does not start with another address, with other terms, or for staff', async () => {
    const member = await paidMember({ creditsUsed: 0 });
    const { email } = member;
    expect(await act(member, 'deletion', { email: 'another@example.com', refundPence: 890 })).toBe('wrong-email');
    expect(await act(member, 'deletion', { email, refundPence: 0 })).toBe('changed');
    await app.data.add('user_roles', { userId: member.userId, role: 'moderator' });
    expect(await act(member, 'deletion', { email, refundPence: 890 })).toBe('staff');
    expect([await deletions(member), await audited(member)]).toEqual([0, []]);
  });

  it('while another member of staff cancels refunds once', async () => {
    const member = await paidMember({ creditsUsed: 0 });
    const { userId, email, stripeSubscriptionId } = member;
    const outcomes = await Promise.all([
      outcome(ask(userId, 'deletion', { email, refundPence: 890 })),
      outcome(ask(userId, 'cancellation', { stripeSubscriptionId, refundPence: 890 }, second, other)),
    ]);
    // The later one finds changed terms, or an account that is being deleted.
    expect([
      ['begun', 'deleting'],
      ['changed', 'cancelled'],
    ]).toContainEqual(outcomes);
    expect(await app.data.values('cancellation_requests', 'refundPence', { userId })).toEqual([890]);
    expect(await audited(member)).toHaveLength(1);
  });
});

describe('sessions', () => {
  it('are ended one by one, or all together', async () => {
    const member = await createTestMember(app);
    const [session] = (await fileOf(member)).sessions ?? [];
    const end = `sessions/${session?.id}/end`;
    const otherMember = await createTestMember(app);
    expect((await ask(otherMember.userId, end)).status).toBe(404);
    expect(await act(member, end)).toBe('ended');
    expect((await ask(member.userId, end)).status).toBe(404);
    const signedIn = await fetch(`${app.url}/api/session`, { headers: member.headers });
    expect(await signedIn.json()).toEqual({ user: null });
    expect(await act(otherMember, 'sessions/end')).toBe('ended');
    expect(await act(otherMember, 'sessions/end')).toBe('none');
    expect((await audited(member)).concat(await audited(otherMember))).toMatchObject([
      { action: 'customer.session-ended', details: { reason, sessionId: session?.id } },
      { action: 'customer.sessions-ended', details: { reason, count: 1 } },
    ]);
  });
});

describe.each([
  ['sign-in-link', {}],
  ['credit', {}],
  ['cancellation', { stripeSubscriptionId: null, refundPence: 0 }],
  ['mail-stops', {}],
  ['export', {}],
  ['deletion', { email: 'nobody@example.com', refundPence: 0 }],
  ['sessions/end', {}],
  [`sessions/${randomUUID()}/end`, {}],
] as const)('%s', (action, fields) => {
  it('needs a reason, on one line', async () => {
    const member = await createTestMember(app);
    for (const wrong of [undefined, '', 'no', '    a    ', 'x'.repeat(301), 'two\nlines', 'cut off \ud83d', 7]) {
      expect([wrong, (await ask(member.userId, action, { ...fields, reason: wrong })).status]).toEqual([wrong, 400]);
    }
    expect(await audited(member)).toEqual([]);
  });

  it('of an unknown account is not found', async () => {
    expect((await ask(randomUUID(), action, fields)).status).toBe(404);
    expect((await ask('x', action, fields)).status).toBe(404);
  });
});
