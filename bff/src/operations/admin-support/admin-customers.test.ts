import {
  type CustomerSupportFile,
  customerSupportFileSchema,
  type CustomerSearchResult,
} from '@ve/contracts/http/operations/admin-customers';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addMembershipCharge, createTestMember, type TestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { type StripeSandbox, startStripeSandbox } from '../../testing/stripe-sandbox.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const aDay = 86_400_000;
let sandbox: StripeSandbox;
let app: TestApp;
let headers: { cookie: string };
let staffId: string;
let dana: TestMember;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
  app = await startTestApp(sandbox.env);
  headers = {
    cookie: `session=${await createTestSession(app, { email: 'sam.staff@example.com', openedBy: 'password-totp', roles: ['admin'] })}`,
  };
  staffId = await idOf('sam.staff@example.com');
  dana = await createTestMember(app, { status: 'active', currentPeriodEnd: in30Days(), creditedPeriodEnd: in30Days() });
  await app.data.set('customers', { name: "Dana O'Neill-Żółć" }, { userId: dana.userId });
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const in30Days = () => new Date(Date.now() + 30 * aDay);
const idOf = async (email: string): Promise<string> => (await app.data.one('users', { email })).id;
const ask = (term: unknown, by: Record<string, string> = headers) =>
  postFromOwnPage(`${app.url}/api/admin/customer-search`, { term }, by);
const search = async (term: string): Promise<CustomerSearchResult> =>
  (await (await ask(term)).json()) as CustomerSearchResult;
const found = async (term: string) => (await search(term)).people.map(({ userId, why }) => ({ userId, why }));
const requestFile = (userId: string, by: Record<string, string> = headers) =>
  fetch(`${app.url}/api/admin/customers/${userId}`, { headers: by });
const fileOf = async ({ userId }: Pick<TestMember, 'userId'>): Promise<CustomerSupportFile> =>
  customerSupportFileSchema.parse(await (await requestFile(userId)).json());
const audit = async (action: string) =>
  (await app.data.all('audit_log', { action }, ['createdAt', 'id'])).map(
    ({ actor, actorUserId: user, subject, details }) => ({
      actor,
      user,
      subject,
      details: details ?? {},
    }),
  );

describe('the search', () => {
  it.each([
    'żółć dana',
    'Neill-Żółć, Dana'.replace(',', ''),
    'oneill',
    'O’Neill',
    "o'neill dana",
    'dana o`neill',
    "d o'neill",
  ])('finds a name by %j', async (term) => {
    expect((await search(term)).people.map(({ userId }) => userId)).toEqual([dana.userId]);
  });

  it.each(['Dana Nobody', '.*.', 'dana (', String.raw`\w+\w+`, "''''"])('finds no account by %j', async (term) => {
    expect((await search(term)).people).toEqual([]);
  });

  it('finds an account by parts of address and name, and shows which part matched', async () => {
    expect(await search('NEILL')).toEqual({
      people: [
        {
          userId: dana.userId,
          email: dana.email,
          name: "Dana O'Neill-Żółć",
          state: 'active',
          registration: 'AB12CDE',
          why: [{ by: 'name', value: "Dana O'Neill-Żółć" }],
        },
      ],
      isMore: false,
    });
    expect(await found(`  ${dana.email.toUpperCase()} `)).toEqual([
      { userId: dana.userId, why: [{ by: 'email', value: dana.email }] },
    ]);
  });

  it('finds it by the start of a registration, of a report or of the membership', async () => {
    const owner = await createTestMember(app);
    await app.data.set('subscriptions', { registrationNumber: 'FN15FNC' }, { userId: owner.userId });
    const { id } = await app.data.one('customers', { userId: owner.userId });
    await app.data.add('reports', { customerId: id, registrationNumber: 'FN15ABC' });
    const both = [
      { by: 'registration', value: 'FN15ABC' },
      { by: 'registration', value: 'FN15FNC' },
    ];
    expect(await found('fn15')).toEqual([{ userId: owner.userId, why: both }]);
    expect(await found('FN15 abc')).toEqual([{ userId: owner.userId, why: both.slice(0, 1) }]);
    expect(await found('N15 FNC')).toEqual([]);
  });

  it('finds it by every Stripe id, also by a charge, whose payment only Stripe knows', async () => {
    const { stripeCustomerId, stripeSubscriptionId } = await sandbox.createTrial('visa');
    const member = await createTestMember(app, { stripeCustomerId, stripeSubscriptionId });
    await addMembershipCharge(app, member, { paidAt: new Date(), periodEnd: in30Days() });
    await sandbox.endTrial(stripeSubscriptionId);
    const [charge] = await sandbox.chargesOf(stripeCustomerId);
    await app.data.set('payments', { stripePaymentIntentId: charge?.paymentIntentId }, { userId: member.userId });
    const payment = await app.data.one('payments', { userId: member.userId });
    for (const id of [
      stripeCustomerId,
      stripeSubscriptionId,
      charge?.paymentIntentId,
      payment.stripeInvoiceId,
      charge?.id,
    ]) {
      expect([id, (await found(id ?? '')).map(({ userId }) => userId)]).toEqual([id, [member.userId]]);
    }
    expect(await found('ch_unknown')).toEqual([]);
    expect(await found('cus_unknown')).toEqual([]);
  });

  it('returns a problem when Stripe does not answer for a charge', async () => {
    const dead = await startTestApp({ STRIPE_URL: 'http://127.0.0.1:9' }, undefined, { sharing: app });
    const answer = await postFromOwnPage(`${dead.url}/api/admin/customer-search`, { term: 'ch_1234' }, headers);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'payments-unavailable' }]);
    await dead.close();
  });

  it.each(['%%%', '___', '\\\\\\', "';--", '<script>', '100%', 'ünïcode', '🚗🚗🚗', 'a\u202eb', '((((', '*.*'])(
    'treats %j as text, and finds no account by it',
    async (term) => {
      const answer = await ask(term);
      expect(answer.status).toBe(term.includes('\u202e') ? 400 : 200);
      if (answer.ok) expect(await answer.json()).toEqual({ people: [], isMore: false });
    },
  );

  it.each([
    ['two characters', 'ab'],
    ['one character between spaces', '  a  '],
    ['nothing', ''],
    ['a null character', 'a\u0000b'],
    ['201 characters', 'x'.repeat(201)],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['null', null],
    ['a list', ['abc']],
  ])('refuses %s', async (_what, term) => {
    expect((await ask(term)).status).toBe(400);
  });

  it('shows at most twenty people, the exact address first, and that more exist', async () => {
    for (let index = 10; index < 33; index += 1) await createTestSession(app, { email: `a${index}.crowd@example.org` });
    await createTestSession(app, { email: 'crowd@example.org' });
    const { people, isMore } = await search('crowd@example.org');
    expect([people.length, people[0]?.email, people[1]?.email, isMore]).toEqual([
      20,
      'crowd@example.org',
      'a10.crowd@example.org',
      true,
    ]);
  });

  it('is audited by the ids that it found: the search text is in no log and no table', async () => {
    await search('Żółć');
    expect((await audit('support.searched')).at(-1)).toEqual({
      actor: 'sam.staff@example.com',
      user: staffId,
      subject: null,
      details: { by: ['email', 'name'], found: [dana.userId] },
    });
    expect(app.logLines.join('\n')).not.toMatch(/Żółć|member\d+@/);
  });
});

describe('the file of a customer', () => {
  it('contains all data about them, and audits each read', async () => {
    const member = await createTestMember(app, {
      status: 'active',
      currentPeriodEnd: in30Days(),
      creditedPeriodEnd: in30Days(),
      creditsUsed: 0,
    });
    const { userId, email, subscriptionId } = member;
    await addMembershipCharge(app, member, { refundedPence: 100, paidAt: new Date(), periodEnd: in30Days() });
    await app.data.set('payments', { disputeState: 'open', disputedAt: new Date() }, { userId });
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await app.data.add('mails', { recipient: email, template: 'receipt', sentAt: at(0) }, at(-3));
    const failed = { template: 'welcome', failedAt: at(0), failure: 'refused 550' };
    await app.data.add('mails', { recipient: email, ...failed }, at(-2));
    const skipped = { template: 'six-monthly', skippedAt: at(0), skipReason: 'not-needed' };
    await app.data.add('mails', { recipient: email, ...skipped }, at(-1));
    await app.data.add('mails', { recipient: email, template: 'pre-charge' });
    await app.data.add('mail_opt_outs', { email, stream: 'newsletter' });
    await app.data.add('contact_messages', {
      name: 'Dana',
      email,
      message: 'Where is it',
      kind: 'complaint',
      reference: 'VE-ABCDEFGH',
      receivedAt: new Date(),
    });
    const cancelled = { origin: 'account', finishedAt: new Date(), withdrawnAt: new Date() } as const;
    await app.data.add('cancellation_requests', { customerEmail: email, userId, ...cancelled }, at(-9 * 24));
    await app
      .em()
      .transactional((em) =>
        addToOutbox(
          em,
          { jobName: 'subscriptions.sync', payload: { subscriptionId, correlationId: 'request-1' } },
          { now: new Date() },
        ),
      );
    await createTestMember(app);

    const file = await fileOf(member);
    expect(file.person).toMatchObject({ userId, email, name: 'Dana Driver', roles: [], deletingSince: null });
    expect(file.plan).toMatchObject({
      membership: { state: 'active', credits: 1, ifCancelled: { refund: { kind: 'none', pence: 0 } } },
      stripeSubscriptionId: member.stripeSubscriptionId,
      credit: 'unused',
    });
    expect(file.charges).toMatchObject([{ pence: 890, refundedPence: 100, dispute: 'open', kind: 'membership' }]);
    expect(file.vehicles).toEqual({ checks: [], reports: [] });
    expect(file.mails?.mails.map(({ template, state, why }) => [template, state, why])).toEqual([
      ['pre-charge', 'queued', null],
      ['six-monthly', 'skipped', 'not-needed'],
      ['welcome', 'failed', 'refused 550'],
      ['receipt', 'sent', null],
    ]);
    expect(file.mails?.stopped).toEqual(['newsletter']);
    expect(file.jobs?.map(({ name, relayedAt }) => [name, relayedAt])).toEqual([['subscriptions.sync', null]]);
    expect(file.requests).toMatchObject({
      cancellations: [{ origin: 'account', refundPence: 0 }],
      others: [{ kind: 'complaint', state: 'open', reference: 'VE-ABCDEFGH', text: 'Where is it' }],
    });
    expect(file.sessions).toHaveLength(1);
    expect(file.consents).toEqual([]);
    expect((await audit('customer.viewed')).at(-1)).toMatchObject({ subject: userId, user: staffId, details: {} });
  });

  it('shows an account without customer, membership or other data', async () => {
    await createTestSession(app, { email: 'bare@example.net', roles: ['user'] });
    const file = await fileOf({ userId: await idOf('bare@example.net') });
    expect(file).toMatchObject({
      person: { name: null, roles: ['user'], stripeCustomerId: null },
      plan: { membership: { state: 'none' }, credit: 'no-period', ifDeleted: { pence: 0 } },
      charges: [],
      mails: { mails: [], stopped: [] },
      jobs: [],
      requests: { cancellations: [], others: [] },
    });
  });

  it('contains the readable sections when one cannot be read', async () => {
    await app.rows('alter table mails rename to mails_away');
    const file = await fileOf(dana).finally(() => app.rows('alter table mails_away rename to mails'));
    expect([file.mails, file.jobs]).toEqual([null, null]);
    expect(file.charges).toEqual([]);
    expect(file.sessions).toHaveLength(1);
    expect((await fileOf(dana)).mails).not.toBeNull();
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '..%2f..'])(
    'of an unknown id (%s) is not found, and no read is audited',
    async (id) => {
      const before = (await audit('customer.viewed')).length;
      expect((await requestFile(id)).status).toBe(404);
      expect((await audit('customer.viewed')).length).toBe(before);
    },
  );

  it('requires an admin with a second factor', async () => {
    const byLink = { cookie: `session=${await createTestSession(app, { roles: ['admin'] })}` };
    const other = await createTestMember(app);
    for (const by of [byLink, other.headers, dana.headers]) {
      expect([(await requestFile(dana.userId, by)).status, (await ask('dana', by)).status]).toEqual([403, 403]);
    }
  });
});
