import { setAccountDeletionToken } from '@ve/data/privacy/my-data/account-deletion.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { postWithoutBodyFromOwnPage, createTestMember, type TestMember } from '../../testing/members.ts';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const aDay = 86_400_000;
let app: TestApp;
let now = Date.now();
beforeAll(async () => {
  app = await startTestApp({}, () => new Date(now));
});
afterAll(() => app.close());

const ask = (headers: Record<string, string>) => postWithoutBodyFromOwnPage(`${app.url}/api/me/deletion`, headers);
const read = async (token: string) => (await postFromOwnPage(`${app.url}/api/account-deletion`, { token })).json();
const confirm = async (token: string) =>
  (await postFromOwnPage(`${app.url}/api/account-deletion/confirm`, { token })).json();
/** Requests the deletion and acts as the worker that writes the mail: returns the token of its link. */
const linkOf = async ({ userId, headers }: TestMember): Promise<string> => {
  expect(await (await ask(headers)).json()).toEqual({ outcome: 'sent' });
  const row = await app.data.one('account_deletions', { userId, tokenHash: null });
  const { token, hash } = newSecretToken();
  await setAccountDeletionToken(app.em(), row.id, hash);
  return token;
};
const jobsOf = async ({ userId, subscriptionId }: TestMember) => {
  const own = [subscriptionId, ...(await app.data.values('account_deletions', 'id', { userId }))];
  return (await app.data.all('outbox', {}, 'jobName'))
    .filter(({ payload }) => own.includes(String(payload['deletionId'] ?? payload['subscriptionId'])))
    .map((job) => job.jobName);
};
const sessionOf = async ({ headers }: TestMember) =>
  ((await (await fetch(`${app.url}/api/session`, { headers })).json()) as { user: unknown }).user;

describe('requesting the deletion', () => {
  it('queues a mail with a link, and deletes nothing', async () => {
    const member = await createTestMember(app);
    await linkOf(member);
    const { id } = await app.data.one('account_deletions', { userId: member.userId });
    expect(await app.data.all('mails', { subjectId: id })).toMatchObject([
      { template: 'account-deletion', stream: 'service', recipient: member.email },
    ]);
    expect(await jobsOf(member)).toEqual([]);
    expect(await sessionOf(member)).not.toBeNull();
  });

  it('is accepted five times an hour', async () => {
    const { headers } = await createTestMember(app);
    const answers = [];
    for (let index = 0; index < 6; index += 1) answers.push((await ask(headers)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it.each(['admin', 'moderator'] as const)('is refused for an account with the rights of a %s', async (role) => {
    const headers = { cookie: `session=${await createTestSession(app, { roles: [role] })}` };
    expect(await (await ask(headers)).json()).toEqual({ outcome: 'staff' });
  });

  it('needs a session', async () => {
    expect((await ask({})).status).toBe(401);
  });
});

describe('the link', () => {
  it('shows what would end and be refunded, also without a session, and deletes nothing when opened', async () => {
    const member = await createTestMember(app);
    const token = await linkOf(member);
    expect(await read(token)).toEqual({
      outcome: 'found',
      emailHint: expect.stringContaining('@example.com'),
      membership: { registration: 'AB12CDE', refund: { kind: 'none', pence: 0 } },
    });
    for (const method of ['GET', 'HEAD']) {
      await fetch(`${app.url}/your-data/delete?token=${token}`, { method, headers: { accept: 'text/html' } });
    }
    expect(await jobsOf(member)).toEqual([]);
  });

  it('shows the refund by the rule', async () => {
    const periodEnd = new Date(now + 25 * aDay);
    const member = await createTestMember(app, {
      status: 'active',
      creditsUsed: 0,
      currentPeriodEnd: periodEnd,
      creditedPeriodEnd: periodEnd,
    });
    await app.data.add(
      'payments',
      {
        userId: member.userId,
        stripeInvoiceId: `in_${member.userId}`,
        stripeSubscriptionId: member.stripeSubscriptionId,
        paidAt: new Date(now - 5 * aDay),
        periodStart: new Date(now - 5 * aDay),
        periodEnd,
      },
      new Date(),
    );
    expect(await read(await linkOf(member))).toMatchObject({ membership: { refund: { kind: 'full', pence: 890 } } });
  });

  it('deletes once: membership and sessions end immediately, in any browser, and one job does the rest', async () => {
    const member = await createTestMember(app);
    const token = await linkOf(member);
    const spare = await linkOf(member);
    await app.data.add(
      'email_changes',
      { userId: member.userId, oldEmail: 'old@example.com', newEmail: 'new@example.com' },
      new Date(now),
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ outcome: 'confirmed' })));
    expect(await jobsOf(member)).toEqual(['accounts.delete', 'subscriptions.cancel']);
    const ended = await app.data.values('email_changes', 'finishedAt', { userId: member.userId });
    expect(ended).toEqual([expect.any(Date)]);
    expect(await sessionOf(member)).toBeNull();
    expect(await app.data.all('cancellation_requests', { userId: member.userId })).toMatchObject([
      { origin: 'deletion', endsAt: new Date(now) },
    ]);
    expect([await read(token), await read(spare), await confirm(spare)]).toEqual(
      Array.from({ length: 3 }, () => ({ outcome: 'confirmed' })),
    );
    expect(await jobsOf(member)).toEqual(['accounts.delete', 'subscriptions.cancel']);
  });

  it('deletes nothing once its account was given staff rights', async () => {
    const member = await createTestMember(app);
    const token = await linkOf(member);
    await app.data.add('user_roles', { userId: member.userId, role: 'admin' });
    expect(await confirm(token)).toEqual({ outcome: 'staff' });
    expect(await jobsOf(member)).toEqual([]);
    expect(
      await app.data.all('account_deletions', { userId: member.userId, confirmedAt: notEqualCondition(null) }),
    ).toEqual([]);
  });

  it('makes a later sign-in fail as for an unknown address', async () => {
    const member = await createTestMember(app);
    const token = await linkOf(member);
    const user = await app.data.one('users', { id: member.userId });
    const form = { email: user.email, registration: 'AB12CDE' };
    const signInWith = async () => (await postFromOwnPage(`${app.url}/api/auth/sign-in`, form)).json();
    expect(await signInWith()).toMatchObject({ outcome: 'sent' });
    await confirm(token);
    expect(await signInWith()).toMatchObject({ outcome: 'no-match' });
    expect(await app.data.all('sign_in_requests', { userId: member.userId })).toEqual([]);
  });

  it('works for a day', async () => {
    const member = await createTestMember(app);
    const token = await linkOf(member);
    now += aDay;
    expect([await read(token), await confirm(token)]).toEqual([{ outcome: 'expired' }, { outcome: 'expired' }]);
    expect(await jobsOf(member)).toEqual([]);
  });

  it('that is unknown, or of a deleted account, deletes nothing', async () => {
    for (const token of ['x', newSecretToken().token]) {
      expect([await read(token), await confirm(token)]).toEqual([{ outcome: 'expired' }, { outcome: 'expired' }]);
    }
  });
});
