import { newSecretToken } from '@ve/app/kernel/secret-token';
import { setChangeNoticeDay } from '@ve/app/membership/announced-change/notice-period';
import { signedIdPurposes, signId } from '@ve/app/kernel/signed-id';
import { unsubscribeToken } from '@ve/app/messaging/mails/unsubscribe-token';
import { optionalMailStreams } from '@ve/contracts/mails';
import {
  announcedChangeLinkSigningKey,
  membershipLinkSigningKey,
  readSharedSecret,
  unsubscribeSigningKey,
} from '@ve/data/jobs/limit/secret.repository';
import {
  addMembershipCharge,
  announcedChangeTokenOf,
  createTestMember,
  membershipLinkTokenOf,
  type TestMember,
} from '../../testing/members.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const aDay = 86_400_000;
let now = Date.now();
const start = now;
const inDays = (days: number) => new Date(start + days * aDay);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, () => new Date(now));
});
beforeEach(async () => {
  now = start;
  await app.empty('announced_changes', 'membership_prices', 'outbox');
});
afterAll(() => app.close());

const effectiveAt = inDays(30);

/** A member who pays £7.90, to whom £8.90 was announced. */
const announcedTo = async ({ kind = 'price' as 'price' | 'terms' } = {}) => {
  const member = await createTestMember(app, { status: 'active', creditsUsed: 0, currentPeriodEnd: inDays(20) });
  await app.data.set('subscriptions', { monthlyPence: 790 }, { id: member.subscriptionId });
  const price = await app.data.add('membership_prices', {
    stripePriceId: `price_${member.userId.replaceAll('-', '')}`,
    pence: 890,
    currency: 'gbp',
    effectiveFrom: inDays(0),
  });
  await app.data.set('announced_changes', { closedAt: new Date(start) }, {});
  const content =
    kind === 'price'
      ? { membershipPriceId: price.id, termsVersion: null }
      : { termsVersion: '2027-01-01', membershipPriceId: null };
  const change = await app.data.add('announced_changes', { kind, ...content, announcedAt: inDays(0), effectiveAt });
  const { id } = await app.data.add('change_notices', {
    announcedChangeId: change.id,
    userId: member.userId,
    stripeSubscriptionId: member.stripeSubscriptionId,
    previousPence: 790,
    effectiveAt,
    createdAt: inDays(0),
  });
  return { member, id, token: await announcedChangeTokenOf(app, member, id) };
};

const read = async ({ headers }: TestMember) => (await fetch(`${app.url}/api/subscription`, { headers })).json();
const agree = async ({ headers }: Pick<TestMember, 'headers'>, id: string) =>
  (await postFromOwnPage(`${app.url}/api/subscription/changes/agree`, { id }, headers)).json();
const readLink = async (token: string) => (await postFromOwnPage(`${app.url}/api/membership-change`, { token })).json();
const agreeByLink = async (token: string, id: string) =>
  (await postFromOwnPage(`${app.url}/api/membership-change/agree`, { token, id })).json();
const consentsTo = (id: string) => app.data.all('consents', { changeNoticeId: id });

describe('an announced price', () => {
  it('is in the membership, with both prices, the day, the end without agreement and the text of the consent', async () => {
    const { member, id, token } = await announcedTo();
    const change = {
      id,
      kind: 'price',
      previousPence: 790,
      pence: 890,
      effectiveAt: effectiveAt.toISOString(),
      endsAt: expect.stringMatching(/T.*Z$/) as unknown,
      agreedAt: null,
      consent: expect.stringMatching(
        /^I agree to pay £8\.90 a month instead of £7\.90, from my first payment/,
      ) as unknown,
    };
    expect(await read(member)).toMatchObject({ monthlyPence: 790, changes: [change] });
    expect(await readLink(token)).toEqual({
      outcome: 'found',
      registration: 'AB12CDE',
      cancelled: false,
      changes: [change],
    });
  });

  it('is agreed to in the account once, also when the button is pressed several times at the same time', async () => {
    const { member, id } = await announcedTo();
    const answers = await Promise.all([1, 2, 3].map(() => agree(member, id)));
    expect(answers).toEqual([{ outcome: 'agreed' }, { outcome: 'agreed' }, { outcome: 'agreed' }]);
    expect(await consentsTo(id)).toMatchObject([
      {
        userId: member.userId,
        kind: 'new-price',
        textVersion: '2026-11-27',
        monthlyPence: 890,
        givenAt: new Date(now),
      },
    ]);
    expect(await read(member)).toMatchObject({
      monthlyPence: 790,
      nextCharge: { pence: 790, at: inDays(20).toISOString() },
      changes: [{ agreedAt: new Date(now).toISOString() }],
    });
  });

  it('is agreed to by the link of the mail, without signing in', async () => {
    const { id, token } = await announcedTo();
    expect(await agreeByLink(token, id)).toEqual({ outcome: 'agreed' });
    expect(await agreeByLink(token, id)).toEqual({ outcome: 'agreed' });
    expect(await consentsTo(id)).toHaveLength(1);
  });

  it('of another member cannot be agreed to, in the account or with a link', async () => {
    const { id } = await announcedTo();
    const other = await announcedTo();
    expect(await agree(other.member, id)).toEqual({ outcome: 'unknown' });
    expect(await agreeByLink(other.token, id)).toEqual({ outcome: 'unknown' });
    expect(await agreeByLink('x'.repeat(43), id)).toEqual({ outcome: 'unknown' });
    expect(await readLink('x'.repeat(43))).toEqual({ outcome: 'unknown' });
    expect(await consentsTo(id)).toEqual([]);
  });

  it('is agreed to by no other token than that of its own mail', async () => {
    const { member, id, token } = await announcedTo();
    const other = await announcedTo();
    const keys = await Promise.all([
      membershipLinkSigningKey(app.em()),
      unsubscribeSigningKey(app.em()),
      ...['calendar', 'known-browser', 'release-channel', 'release-override', 'mailbox'].map((name) =>
        readSharedSecret(app.em(), name),
      ),
    ]);
    const boundTo = [member.userId, member.stripeSubscriptionId];
    const ownKey = await announcedChangeLinkSigningKey(app.em());
    const tokens = [
      await membershipLinkTokenOf(app, member),
      ...optionalMailStreams.map((stream) => unsubscribeToken({ userId: member.userId, stream }, keys[1] ?? '')),
      member.headers.cookie.replace('session=', ''),
      // Every link with a stored hash has one of these.
      newSecretToken().token,
      other.token,
      // Every purpose, by every key: also for what the right token names.
      ...keys.flatMap((key) => signedIdPurposes.map((purpose) => signId({ purpose, id, boundTo }, key))),
      signId({ purpose: 'membership', id, boundTo }, ownKey),
      signId({ purpose: 'agree-to-change', id, boundTo: [other.member.userId, member.stripeSubscriptionId] }, ownKey),
      signId({ purpose: 'agree-to-change', id: member.subscriptionId, boundTo }, ownKey),
    ];
    for (const each of tokens) {
      expect(await agreeByLink(each, id)).toEqual({ outcome: 'unknown' });
      if (each !== other.token) expect(await readLink(each)).toEqual({ outcome: 'unknown' });
    }
    expect(await consentsTo(id)).toEqual([]);
    expect(await agreeByLink(token, id)).toEqual({ outcome: 'agreed' });
  });

  it('has a token that opens nothing else of the membership', async () => {
    const { member, token } = await announcedTo();
    expect(await (await postFromOwnPage(`${app.url}/api/membership-link`, { token })).json()).toEqual({
      outcome: 'unknown',
    });
    await postFromOwnPage(`${app.url}/api/membership-link/cancel`, { token });
    expect(await read(member)).toMatchObject({ cancellation: null });
  });

  it('needs a session in the account', async () => {
    const { id } = await announcedTo();
    expect((await postFromOwnPage(`${app.url}/api/subscription/changes/agree`, { id })).status).toBe(401);
  });

  it('refuses malformed answers, and stores nothing', async () => {
    const { member, id, token } = await announcedTo();
    for (const body of [
      {},
      { id: 'x' },
      { id: [id] },
      { id: `${id} ` },
      { id: null },
      [id],
      { id: 'x'.repeat(5_000) },
    ]) {
      const { status } = await postFromOwnPage(`${app.url}/api/subscription/changes/agree`, body, member.headers);
      expect(status).toBe(JSON.stringify(body).length > 4_096 ? 413 : 400);
    }
    for (const body of [{ token }, { id }, { token: '', id }, { token: 'x'.repeat(201), id }, { token: [token], id }]) {
      expect((await postFromOwnPage(`${app.url}/api/membership-change/agree`, body)).status).toBe(400);
    }
    for (const wrong of [`${token}=`, `${token} `, token.slice(1), `\u0000${token.slice(1)}`, token.toLowerCase()]) {
      expect(await agreeByLink(wrong, id)).toEqual({ outcome: 'unknown' });
    }
    expect(await consentsTo(id)).toEqual([]);
  });

  it('that is agreed to and cancelled at the same time is never left with a consent', async () => {
    const { member, id, token } = await announcedTo();
    await Promise.all([
      agree(member, id),
      postFromOwnPage(`${app.url}/api/subscription/cancel`, {}, member.headers),
      agreeByLink(token, id),
    ]);
    expect(await consentsTo(id)).toEqual([]);
    expect(await read(member)).toMatchObject({ nextCharge: null });
  });

  it('whose day moves while its member agrees stays decided once', async () => {
    const { member, id } = await announcedTo();
    const em = app.em();
    const [outcome] = await Promise.all([
      agree(member, id),
      em.transactional((transaction) => setChangeNoticeDay(transaction, id, inDays(10))),
    ]);
    expect(outcome).toEqual({ outcome: 'agreed' });
    const notice = await app.data.one('change_notices', { id });
    // Before or after the consent: a day that was agreed to does not move any more.
    await app.em().transactional((transaction) => setChangeNoticeDay(transaction, id, inDays(20)));
    expect(await app.data.one('change_notices', { id })).toEqual(notice);
  });

  it('cannot be agreed to from its day on', async () => {
    const { member, id, token } = await announcedTo();
    const soon = inDays(1 / 24);
    await app.data.set('change_notices', { effectiveAt: soon }, { id });
    now = soon.getTime() - 1;
    expect(await readLink(token)).toMatchObject({ changes: [{ agreedAt: null }] });
    now = soon.getTime();
    expect(await agree(member, id)).toEqual({ outcome: 'closed' });
    expect(await agreeByLink(token, id)).toEqual({ outcome: 'closed' });
    expect(await readLink(token)).toMatchObject({ outcome: 'found', changes: [] });
    expect(await consentsTo(id)).toEqual([]);
  });

  it('cannot be agreed to once the membership is cancelled, and cancelling withdraws an agreement', async () => {
    const { member, id, token } = await announcedTo();
    expect(await agree(member, id)).toEqual({ outcome: 'agreed' });
    const other = await announcedTo();
    for (const { headers } of [member, other.member])
      await postFromOwnPage(`${app.url}/api/subscription/cancel`, {}, headers);
    expect(await agree(other.member, other.id)).toEqual({ outcome: 'closed' });
    expect(await readLink(token)).toMatchObject({ outcome: 'found', cancelled: true });
    expect(await read(member)).toMatchObject({ nextCharge: null });
  });

  it('that is not agreed to lets nothing be charged from its day on', async () => {
    const { member } = await announcedTo();
    await app.data.set(
      'subscriptions',
      { currentPeriodEnd: inDays(31), creditedPeriodEnd: inDays(31) },
      { id: member.subscriptionId },
    );
    expect(await read(member)).toMatchObject({ state: 'active', nextCharge: null, endsAt: null });
  });
});

it('new terms are agreed to under their version, without a price', async () => {
  const { member, id } = await announcedTo({ kind: 'terms' });
  expect(await read(member)).toMatchObject({ changes: [{ kind: 'terms', pence: null, previousPence: null }] });
  expect(await agree(member, id)).toEqual({ outcome: 'agreed' });
  expect(await consentsTo(id)).toMatchObject([{ kind: 'new-terms', textVersion: '2027-01-01', monthlyPence: null }]);
});

it('a membership that ends because its member did not agree can still be cancelled for the refund that is due', async () => {
  const { member } = await announcedTo();
  const token = await membershipLinkTokenOf(app, member);
  await addMembershipCharge(app, member, { pence: 790, paidAt: inDays(-5), periodEnd: inDays(20) });
  await app.data.set(
    'subscriptions',
    { cancelRequestedAt: inDays(0), endsAt: inDays(20) },
    { id: member.subscriptionId },
  );
  await app.data.add('cancellation_requests', {
    userId: member.userId,
    customerEmail: member.email,
    stripeSubscriptionId: member.stripeSubscriptionId,
    origin: 'change',
    noRefundReason: 'not-agreed',
    paidUntil: inDays(20),
    endsAt: inDays(20),
    createdAt: inDays(0),
  });
  expect(await read(member)).toMatchObject({
    cancellation: { canWithdraw: false },
    ifCancelled: { endsImmediately: true, refund: { kind: 'full', pence: 790 } },
  });
  expect(await (await postFromOwnPage(`${app.url}/api/membership-link`, { token })).json()).toMatchObject({
    cancelled: false,
    refund: { kind: 'full', pence: 790 },
  });
  expect(await (await postFromOwnPage(`${app.url}/api/subscription/cancel`, {}, member.headers)).json()).toMatchObject({
    outcome: 'cancelled',
    summary: { ended: true, refund: { kind: 'full', pence: 790 } },
  });
});
