import { currentConsents, consentVersions } from '@ve/domain/membership/consents';
import type { CardChange } from '@ve/contracts/http/membership/card';
import type { Subscription, UpgradeAnswer } from '@ve/contracts/http/membership/subscription';
import { setTimeout as pause } from 'node:timers/promises';
import {
  postWithoutBodyFromOwnPage,
  createTestMember,
  membershipLinkTokenOf,
  type TestMember,
  type TestMembershipOptions,
} from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestCard } from '../../testing/stripe-sandbox.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

let stripe: StripeSandbox;
let app: TestApp;
/** A second process of the same BFF. */
let other: TestApp;
beforeAll(async () => {
  stripe = await startStripeSandbox();
  app = await startTestApp(stripe.env);
  other = await startTestApp(stripe.env, undefined, { sharing: app });
});
afterAll(async () => {
  await Promise.all([app.close(), other.close(), stripe.close()]);
});
beforeEach(() => app.empty('outbox', 'token_buckets'));
afterEach(() => stripe.makeWell());

const member = async (card: StripeTestCard = 'visa', given: TestMembershipOptions = {}) =>
  createTestMember(app, { ...(await stripe.createTrial(card)), ...given });
const agreed = { consent: currentConsents.rejoin.version };
/** Presses the upgrade button; by default with the consent to rejoin, which is shown next to it. */
const press = ({ headers }: TestMember, through = app, body: object | null = agreed): Promise<Response> => {
  const url = `${through.url}/api/upgrade-subscription`;
  return body === null ? postWithoutBodyFromOwnPage(url, headers) : postFromOwnPage(url, body, headers);
};
const upgrade = async (...given: Parameters<typeof press>): Promise<UpgradeAnswer> =>
  (await press(...given)).json() as Promise<UpgradeAnswer>;
const consentsOf = ({ userId }: TestMember) => app.data.all('consents', { userId });
const row = ({ subscriptionId }: TestMember) => app.data.one('subscriptions', { id: subscriptionId });
const syncs = async (given: TestMember) =>
  (await app.data.values('outbox', 'payload', { jobName: 'subscriptions.sync' })).filter(
    ({ subscriptionId }) => subscriptionId === given.subscriptionId,
  ).length;

/** Acts as the worker, once: waits for its job, and records the payment. */
const sync = async (given: TestMember): Promise<void> => {
  while ((await syncs(given)) === 0) await pause(20);
  await app.rows(
    `update subscriptions set status = 'active', credits_used = 0, trial_ends_at = now(), payment_problem = null,
       current_period_end = now() + interval '1 month', credited_period_end = now() + interval '1 month',
       revision = revision + 1 where id = ?`,
    [given.subscriptionId],
  );
  await app.rows(`select pg_notify('ve_subscriptions', ?)`, [given.subscriptionId]);
};
const upgraded = async (given: TestMember, through = app): Promise<UpgradeAnswer> => {
  // Jobs of earlier calls, which no worker has processed here.
  await app.empty('outbox');
  const [answer] = await Promise.all([upgrade(given, through), sync(given)]);
  return answer;
};

/** A request that arrives after the payment was recorded has nothing left to do. */
const isDone = ({ outcome }: UpgradeAnswer): boolean => outcome === 'upgraded' || outcome === 'already-active';

describe('a trial', () => {
  it('ends now: the full price is charged, and the check is available', async () => {
    const trial = await member();
    expect(await upgraded(trial)).toMatchObject({
      outcome: 'upgraded',
      subscription: { state: 'active', subscribed: true, credits: 1 },
    });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
    expect(await consentsOf(trial)).toEqual([]);
    expect(await upgrade(trial)).toEqual({ outcome: 'already-active' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
  });

  it('at another price than the consent on the page states is not charged, and is without that consent', async () => {
    const trial = await createTestMember(app, await stripe.createTrial('visa', 790));
    expect(await upgrade(trial)).toEqual({ outcome: 'consent-needed' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([]);
    expect(await stripe.subscription(trial.stripeSubscriptionId)).toMatchObject({ status: 'trialing' });
    await upgrade(trial, app, null);
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([790]);
  });

  it('is charged next on the day that was stated before', async () => {
    const trial = await member();
    const { payNow } = (await (
      await fetch(`${app.url}/api/subscription`, { headers: trial.headers })
    ).json()) as Subscription;
    await upgrade(trial);
    expect(payNow?.pence).toBe(890);
    const renewal = await stripe.renewsAt(trial.stripeCustomerId);
    expect(Math.abs(renewal - Date.parse(payNow?.nextChargeAt ?? ''))).toBeLessThan(60_000);
  });

  it('is charged once by double clicks in two tabs, in two processes', async () => {
    const trial = await member();
    const [, ...answers] = await Promise.all([
      sync(trial),
      ...[app, other, app, other, app, other].map((through) => upgrade(trial, through)),
    ]);
    expect(answers.filter(isDone)).toEqual(answers);
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
    expect(await stripe.subscriptions(trial.stripeCustomerId)).toEqual([
      { id: trial.stripeSubscriptionId, status: 'active' },
    ]);
  });

  it('whose bank asks for authentication is charged after it, once', async () => {
    const trial = await member('authenticationRequired');
    const question = await upgrade(trial);
    if (question.outcome !== 'authenticate') throw new Error(`no question: ${question.outcome}`);
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([]);
    // A second press before the authentication returns the same question.
    expect(await upgrade(trial)).toEqual(question);
    await stripe.authenticate(question.clientSecret);
    expect(await upgraded(trial)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
  });

  it('whose holder does not authenticate gets a new question on the next press', async () => {
    const trial = await member('authenticationRequired');
    const question = await upgrade(trial);
    if (question.outcome !== 'authenticate') throw new Error(`no question: ${question.outcome}`);
    await stripe.authenticate(question.clientSecret, 'fail');
    const again = await upgrade(trial);
    if (again.outcome !== 'authenticate') throw new Error(`no question: ${again.outcome}`);
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([]);
    expect(await stripe.invoices(trial.stripeSubscriptionId)).toEqual(['open', 'void', 'paid']);
    await stripe.authenticate(again.clientSecret);
    expect(await upgraded(trial)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
  });

  it('whose card is declined shows why in plain words, and keeps one subscription', async () => {
    const trial = await member('chargeCustomerFail');
    const declined = {
      outcome: 'card-needed',
      message: expect.stringMatching(/^Your bank.* Nothing was charged. Your trial continues.$/),
    };
    expect(await upgrade(trial)).toEqual(declined);
    expect(await upgrade(trial)).toEqual(declined);
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([]);
    expect(await stripe.subscriptions(trial.stripeCustomerId)).toHaveLength(1);
    expect(await syncs(trial)).toBeGreaterThan(0);
  });

  it('whose card is declined continues, and is charged to another card that its member chooses', async () => {
    const trial = await member('chargeCustomerFail');
    const before = await stripe.subscription(trial.stripeSubscriptionId);
    await upgrade(trial);
    expect(await stripe.subscription(trial.stripeSubscriptionId)).toEqual(before);
    // No open invoice is left to be collected.
    expect(await stripe.invoices(trial.stripeSubscriptionId)).toEqual(['void', 'paid']);
    const confirmationToken = await stripe.tokenOf('visa');
    await postFromOwnPage(`${app.url}/api/me/card`, { confirmationToken }, trial.headers);
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([]);
    expect(await upgraded(trial)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
    expect(await stripe.subscription(trial.stripeSubscriptionId)).toMatchObject({ status: 'active' });
  });

  it('whose card is declined after the bank’s question continues', async () => {
    const trial = await member('authenticationRequired');
    const before = await stripe.subscription(trial.stripeSubscriptionId);
    const question = await upgrade(trial);
    expect(await stripe.subscription(trial.stripeSubscriptionId)).toEqual(before);
    if (question.outcome !== 'authenticate') throw new Error(`no question: ${question.outcome}`);
    await stripe.useCard(trial.stripeCustomerId, trial.stripeSubscriptionId, 'chargeCustomerFail');
    expect(await upgrade(trial)).toMatchObject({ outcome: 'card-needed' });
    expect(await stripe.subscription(trial.stripeSubscriptionId)).toEqual(before);
    expect(await stripe.invoices(trial.stripeSubscriptionId)).toEqual(['void', 'paid']);
    expect(await stripe.payments(trial.stripeCustomerId)).toEqual(['canceled', 'canceled']);
  });

  it('that is cancelled while its bank asks cannot be charged by authenticating', async () => {
    const trial = await member('authenticationRequired');
    const question = await upgrade(trial);
    if (question.outcome !== 'authenticate') throw new Error(`no question: ${question.outcome}`);
    await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`, trial.headers);
    await stripe.authenticate(question.clientSecret);
    // As the page calls it after authentication: for the trial, without the consent to start again.
    expect(await upgrade(trial, app, null)).toEqual({ outcome: 'consent-needed' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([]);
  });

  it('of another user is unchanged', async () => {
    const trial = await member();
    const otherUser = { ...trial, headers: { cookie: `session=${await createTestSession(app)}` } };
    expect(await upgrade(otherUser)).toMatchObject({ outcome: 'card-needed' });
    expect((await postWithoutBodyFromOwnPage(`${app.url}/api/upgrade-subscription`)).status).toBe(401);
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([]);
  });
});

describe('Stripe', () => {
  it('down: returns the problem, charges nothing, and has the worker sync again', async () => {
    const trial = await member();
    await stripe.fault({ mode: 'error-503' });
    const answer = await postWithoutBodyFromOwnPage(`${app.url}/api/upgrade-subscription`, trial.headers);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'payments-unavailable' }),
    ]);
    expect(await syncs(trial)).toBe(1);
    await stripe.makeWell();
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([]);
  });

  it('slow: charged once, though pressed again meanwhile', async () => {
    const trial = await member();
    await stripe.fault({ mode: 'slow', delayMs: 800 });
    const [, ...answers] = await Promise.all([sync(trial), upgrade(trial), upgrade(trial, other)]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['upgraded', 'upgraded']);
    await stripe.makeWell();
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
  });

  it('losing its response to the charge: still charged once', async () => {
    const trial = await member();
    await stripe.fault({ mode: 'answers-lost', operation: 'POST /v1/subscriptions/:id', times: 1 });
    expect(await upgraded(trial)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
  });

  it('losing every response: the next press finds it paid', async () => {
    const trial = await member();
    await stripe.fault({ mode: 'answers-lost', operation: 'POST /v1/subscriptions/:id' });
    expect((await postWithoutBodyFromOwnPage(`${app.url}/api/upgrade-subscription`, trial.headers)).status).toBe(503);
    await stripe.makeWell();
    expect(await upgraded(trial, other)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
  });
});

describe('our own payment for an invoice whose bank asks', () => {
  const asked = async (given: TestMember, through = app) => {
    const answer = await upgrade(given, through);
    if (answer.outcome !== 'authenticate') throw new Error(`no question: ${answer.outcome}`);
    return answer.clientSecret;
  };

  it.each([
    ['error-500', 'POST /v1/payment_intents'],
    ['answers-lost', 'POST /v1/payment_intents'],
    ['error-500', 'POST /v1/invoices/:id/attach_payment'],
    ['answers-lost', 'POST /v1/invoices/:id/attach_payment'],
    ['error-500', 'POST /v1/payment_intents/:id/confirm'],
    ['answers-lost', 'POST /v1/payment_intents/:id/confirm'],
  ])('is created once though Stripe fails (%s) at %s', async (mode, operation) => {
    const trial = await member('authenticationRequired');
    await stripe.fault({ mode, operation });
    expect((await press(trial)).status).toBe(503);
    await stripe.makeWell();
    await stripe.authenticate(await asked(trial, other));
    expect(await upgraded(trial)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
    // Stripe's own payment is cancelled with the invoice.
    expect(await stripe.payments(trial.stripeCustomerId)).toEqual(['succeeded', 'canceled']);
  });

  it.each(['error-500', 'answers-lost'])(
    'is created once though Stripe fails (%s) after the holder’s answer',
    async (mode) => {
      const trial = await member('authenticationRequired');
      await stripe.authenticate(await asked(trial));
      await stripe.fault({ mode, operation: 'POST /v1/payment_intents/:id/confirm' });
      expect((await press(trial)).status).toBe(503);
      await stripe.makeWell();
      expect(await upgraded(trial, other)).toMatchObject({ outcome: 'upgraded' });
      expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
    },
  );

  it('is not created once Stripe has collected the invoice automatically', async () => {
    const trial = await member('authenticationRequired');
    const clientSecret = await asked(trial);
    await stripe.collect(trial.stripeSubscriptionId);
    await stripe.authenticate(clientSecret);
    expect(await upgraded(trial)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
  });

  it('waits while Stripe is about to try the invoice automatically', async () => {
    // The sandbox's next attempt is three days after the charge that needs authentication.
    const later = await startTestApp(stripe.env, () => new Date(Date.now() + 3 * 86_400_000 - 60_000), {
      sharing: app,
    });
    try {
      const trial = await createTestMember(later, await stripe.createTrial('authenticationRequired'));
      await stripe.endTrial(trial.stripeSubscriptionId);
      await asked(trial);
      await app.data.set('subscriptions', { status: 'past_due' }, { id: trial.subscriptionId });
      const then = new Date(Date.now() + 4 * 86_400_000);
      await app.data.set('sessions', { lastSeenAt: then, expiresAt: then }, { userId: trial.userId });
      expect(await upgrade(trial, later)).toEqual({ outcome: 'pending' });
    } finally {
      await later.close();
    }
  });
});

describe('a membership that has ended', () => {
  const ended = async (card: StripeTestCard = 'visa', given: TestMembershipOptions = {}) => {
    const former = await member(card, { status: 'canceled', ...given });
    await stripe.cancel(former.stripeSubscriptionId);
    return former;
  };

  it('is started again at the full price, without a trial, with the stored card', async () => {
    const former = await ended();
    expect(await upgraded(former)).toMatchObject({
      outcome: 'upgraded',
      subscription: { state: 'active', endsAt: null },
    });
    expect(await stripe.charged(former.stripeCustomerId)).toEqual([890]);
    const [newest, oldest] = await stripe.subscriptions(former.stripeCustomerId);
    expect([newest?.status, oldest]).toEqual(['active', { id: former.stripeSubscriptionId, status: 'canceled' }]);
    expect(await row(former)).toMatchObject({ stripeSubscriptionId: newest?.id, cancelRequestedAt: null });
  });

  it('is started once by two tabs in two processes', async () => {
    const former = await ended();
    const [, ...answers] = await Promise.all([
      sync(former),
      ...[app, other, app, other].map((through) => upgrade(former, through)),
    ]);
    expect(answers.filter(isDone)).toEqual(answers);
    expect(await stripe.charged(former.stripeCustomerId)).toEqual([890]);
    expect(await stripe.subscriptions(former.stripeCustomerId)).toHaveLength(2);
  });

  it('is started again three times in 30 days, and a fourth is refused without a charge', async () => {
    const former = await ended();
    for (let n = 1; n <= 3; n += 1) {
      expect(await upgraded(former)).toMatchObject({ outcome: 'upgraded' });
      const [newest] = await stripe.subscriptions(former.stripeCustomerId);
      await stripe.cancel(newest?.id ?? '');
      await app.data.set('subscriptions', { status: 'canceled' }, { id: former.subscriptionId });
    }
    const refused = await press(former);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 29 * 86_400]).toEqual([429, true]);
    expect(await stripe.charged(former.stripeCustomerId)).toEqual([890, 890, 890]);
  });

  it('is found again after its response was lost, and not started twice', async () => {
    const former = await ended();
    await stripe.fault({ mode: 'answers-lost', operation: 'POST /v1/subscriptions' });
    expect((await press(former)).status).toBe(503);
    await stripe.makeWell();
    expect(await upgraded(former)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(former.stripeCustomerId)).toEqual([890]);
    expect(await stripe.subscriptions(former.stripeCustomerId)).toHaveLength(2);
  });

  it('cannot be cancelled by an earlier link', async () => {
    const former = await ended();
    const token = await membershipLinkTokenOf(app, former);
    await upgraded(former);
    expect(await (await postFromOwnPage(`${app.url}/api/membership-link/cancel`, { token })).json()).toEqual({
      outcome: 'none',
    });
    expect(await row(former)).toMatchObject({ cancelRequestedAt: null });
  });

  it('is started with the consent, which is stored', async () => {
    const former = await ended();
    await upgraded(former);
    expect(await consentsOf(former)).toMatchObject([
      { kind: 'rejoin', textVersion: agreed.consent, clientHash: expect.any(String) as unknown },
    ]);
  });

  it('is started with the consent of a page of the release before, which is stored as it was shown', async () => {
    const [, before] = consentVersions('rejoin');
    const former = await ended();
    const [answer] = await Promise.all([upgrade(former, app, { consent: before?.version }), sync(former)]);
    expect(answer).toMatchObject({ outcome: 'upgraded' });
    expect(await consentsOf(former)).toMatchObject([
      { kind: 'rejoin', textVersion: before?.version, fullCheckPence: before?.fullCheckPence },
    ]);
  });

  it('is not started with the consent of a page from before the day of a change, and no price is charged', async () => {
    const [present, before] = consentVersions('rejoin');
    const former = await ended();
    const effectiveAt = new Date(Date.now() - 86_400_000);
    await app.data.add('announced_changes', {
      kind: 'terms',
      termsVersion: currentConsents.terms.version,
      membershipPriceId: null,
      announcedAt: new Date(effectiveAt.getTime() - 40 * 86_400_000),
      effectiveAt,
      closedAt: effectiveAt,
    });
    try {
      expect(await upgrade(former, app, { consent: before?.version })).toEqual({ outcome: 'consent-needed' });
      expect(await stripe.charged(former.stripeCustomerId)).toEqual([]);
      expect(await consentsOf(former)).toEqual([]);
      const other = await ended();
      const [answer] = await Promise.all([upgrade(other, app, { consent: present?.version }), sync(other)]);
      expect(answer).toMatchObject({ outcome: 'upgraded' });
    } finally {
      await app.empty('announced_changes');
    }
  });

  it.each([null, { consent: '2020-01-01' }])(
    'is not started without a consent that can be given (%j)',
    async (body) => {
      const former = await ended();
      expect(await upgrade(former, app, body)).toEqual({ outcome: 'consent-needed' });
      expect(await stripe.charged(former.stripeCustomerId)).toEqual([]);
      expect(await stripe.subscriptions(former.stripeCustomerId)).toHaveLength(1);
      expect(await consentsOf(former)).toEqual([]);
    },
  );

  it('without our knowledge is not started by a press for the trial', async () => {
    const former = await ended('visa', { status: 'trialing' });
    expect(await upgrade(former, app, null)).toEqual({ outcome: 'consent-needed' });
    expect(await upgrade(former)).toEqual({ outcome: 'consent-needed' });
    expect(await stripe.charged(former.stripeCustomerId)).toEqual([]);
    expect(await syncs(former)).toBeGreaterThan(0);
    expect(await consentsOf(former)).toEqual([]);
  });

  it('stores the consent though Stripe’s response is lost', async () => {
    const former = await ended();
    await stripe.fault({ mode: 'answers-lost', operation: 'POST /v1/subscriptions' });
    expect((await press(former)).status).toBe(503);
    expect(await consentsOf(former)).toHaveLength(1);
  });

  it('accepts only a consent of bounded length', async () => {
    expect((await press(await ended(), app, { consent: 'x'.repeat(41) })).status).toBe(400);
  });

  it('carries no unused check over', async () => {
    const former = await ended('chargeCustomerFail', { creditsUsed: 0 });
    expect(await upgrade(former)).toMatchObject({ outcome: 'card-needed' });
    expect(await row(former)).toMatchObject({ creditsUsed: 1 });
  });
});

it('a trial that was cancelled while Stripe was down is ended before another is started', async () => {
  const trial = await member();
  await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`, trial.headers);
  expect(await upgraded(trial)).toMatchObject({ outcome: 'upgraded' });
  expect((await stripe.subscriptions(trial.stripeCustomerId)).map(({ status }) => status)).toEqual([
    'active',
    'canceled',
  ]);
  expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
});

describe('changing the card', () => {
  const change = async ({ headers }: TestMember, card: StripeTestCard): Promise<CardChange> =>
    (
      await postFromOwnPage(`${app.url}/api/me/card`, { confirmationToken: await stripe.tokenOf(card) }, headers)
    ).json() as Promise<CardChange>;
  const finish = async ({ headers }: TestMember, setupIntentId: string): Promise<CardChange> =>
    (await postFromOwnPage(`${app.url}/api/me/card/confirm`, { setupIntentId }, headers)).json() as Promise<CardChange>;
  const asked = async (given: TestMember, card: StripeTestCard = 'authenticationRequired') => {
    const answer = await change(given, card);
    if (answer.outcome !== 'authenticate') throw new Error(`no question: ${answer.outcome}`);
    return answer;
  };
  const refused = { outcome: 'refused', message: 'The card was not confirmed. Try again, or use another card.' };

  it('sets the card of the next charge', async () => {
    const trial = await member('chargeCustomerFail');
    expect(await change(trial, 'mastercard')).toEqual({
      outcome: 'saved',
      card: expect.objectContaining({ brand: 'mastercard', last4: '4444' }),
    });
    expect(await row(trial)).toMatchObject({ card: expect.objectContaining({ last4: '4444' }) });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([]);
    expect(await upgraded(trial)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(trial.stripeCustomerId)).toEqual([890]);
  });

  it('whose bank asks its holder is done after authentication, also when reported repeatedly', async () => {
    const trial = await member();
    const { setupIntentId, clientSecret } = await asked(trial);
    expect(await row(trial)).toMatchObject({ card: expect.objectContaining({ last4: '4242' }) });
    await stripe.authenticate(clientSecret);
    const saved = { outcome: 'saved', card: expect.objectContaining({ last4: '3184' }) };
    expect([await finish(trial, setupIntentId), await finish(trial, setupIntentId)]).toEqual([saved, saved]);
    expect(await stripe.setups(trial.stripeCustomerId)).toEqual(['succeeded']);
  });

  it('whose holder declines, or does nothing, keeps the old card and closes the question', async () => {
    const trial = await member();
    const first = await asked(trial);
    await stripe.authenticate(first.clientSecret, 'fail');
    expect(await finish(trial, first.setupIntentId)).toEqual({
      outcome: 'refused',
      message: 'Your bank could not confirm that it was you. Try again, or use another card.',
    });
    const second = await asked(trial);
    expect(await finish(trial, second.setupIntentId)).toEqual(refused);
    expect(await stripe.setups(trial.stripeCustomerId)).toEqual(['canceled', 'canceled']);
    expect(await row(trial)).toMatchObject({ card: expect.objectContaining({ last4: '4242' }) });
  });

  it('whose bank takes longer to confirm it is announced as such, and left to the workers', async () => {
    const trial = await member();
    const { setupIntentId, clientSecret } = await asked(trial, 'savedLater');
    await stripe.authenticate(clientSecret);
    expect(await finish(trial, setupIntentId)).toEqual({
      outcome: 'refused',
      message:
        'Your bank is still confirming this card. We will use it once that is done: look at this page again later.',
    });
    expect(await stripe.setups(trial.stripeCustomerId)).toEqual(['processing']);
    expect(await row(trial)).toMatchObject({ cardSetupId: setupIntentId, cardAuthenticationOpen: true });
  });

  it('that is declined shows why, and returns no secret to try other cards with', async () => {
    const trial = await member();
    expect(await change(trial, 'chargeDeclined')).toEqual({
      outcome: 'refused',
      message: 'Your bank declined this card. Use another card, or ask your bank why.',
    });
    expect(await stripe.setups(trial.stripeCustomerId)).toEqual(['canceled']);
  });

  it('is refused while the bank confirms another card, with that reason', async () => {
    const trial = await member();
    const { setupIntentId, clientSecret } = await asked(trial, 'savedLater');
    await stripe.authenticate(clientSecret);
    expect(await change(trial, 'mastercard')).toEqual({
      outcome: 'refused',
      message: 'Your bank is still confirming another card. Look at this page again in a few minutes.',
    });
    expect(await row(trial)).toMatchObject({ cardSetupId: setupIntentId });
  });

  it('that is declined leaves the card in use whose holder has authenticated before', async () => {
    const trial = await member();
    const { clientSecret } = await asked(trial);
    await stripe.authenticate(clientSecret);
    expect(await change(trial, 'chargeDeclined')).toMatchObject({ outcome: 'refused' });
    expect(await row(trial)).toMatchObject({ card: expect.objectContaining({ last4: '3184' }) });
    expect(await stripe.setups(trial.stripeCustomerId)).toEqual(['canceled', 'succeeded']);
  });

  it('of an unpaid membership charges the owed amount to it, once', async () => {
    const unpaid = await member('chargeCustomerFail');
    await stripe.endTrial(unpaid.stripeSubscriptionId);
    await app.data.set('subscriptions', { status: 'past_due' }, { id: unpaid.subscriptionId });
    expect(await change(unpaid, 'visa')).toMatchObject({ outcome: 'saved' });
    expect(await stripe.charged(unpaid.stripeCustomerId)).toEqual([890]);
    expect(await upgraded(unpaid)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(unpaid.stripeCustomerId)).toEqual([890]);
  });

  it('while the bank’s question about the old one is open charges the new one, once', async () => {
    const unpaid = await member('authenticationRequired');
    await stripe.endTrial(unpaid.stripeSubscriptionId);
    expect(await upgrade(unpaid)).toMatchObject({ outcome: 'authenticate' });
    await app.data.set('subscriptions', { status: 'past_due' }, { id: unpaid.subscriptionId });
    expect(await change(unpaid, 'visa')).toMatchObject({ outcome: 'saved' });
    expect(await stripe.charged(unpaid.stripeCustomerId)).toEqual([890]);
  });

  const chargesOf = async ({ stripeCustomerId }: TestMember) => (await stripe.asked(stripeCustomerId)).length;
  /** A member with a declined stored card and an unpaid invoice. */
  const owing = async (given: TestMembershipOptions = {}) => {
    const unpaid = await member('chargeCustomerFail', given);
    await stripe.endTrial(unpaid.stripeSubscriptionId);
    await app.data.set('subscriptions', { status: 'past_due' }, { id: unpaid.subscriptionId });
    return unpaid;
  };

  it('of an unpaid membership returns the result of the owed charge', async () => {
    const [paid, declined] = [await owing(), await owing()];
    expect(await change(paid, 'visa')).toMatchObject({ outcome: 'saved', payment: { outcome: 'paid' } });
    expect(await change(declined, 'chargeCustomerFail')).toMatchObject({
      outcome: 'saved',
      payment: { outcome: 'declined', message: expect.stringMatching(/^Your bank/) },
    });
  });

  it('whose bank asks about the card and then about the payment returns that the payment is to be confirmed', async () => {
    const unpaid = await owing();
    const question = await change(unpaid, 'authenticationRequired');
    if (question.outcome !== 'authenticate') throw new Error(question.outcome);
    await stripe.authenticate(question.clientSecret);
    expect(await finish(unpaid, question.setupIntentId)).toMatchObject({
      outcome: 'saved',
      payment: { outcome: 'authenticate' },
    });
    expect(await stripe.charged(unpaid.stripeCustomerId)).toEqual([]);
    const payment = await upgrade(unpaid);
    if (payment.outcome !== 'authenticate') throw new Error(payment.outcome);
    await stripe.authenticate(payment.clientSecret);
    expect(await upgraded(unpaid)).toMatchObject({ outcome: 'upgraded' });
    expect(await stripe.charged(unpaid.stripeCustomerId)).toEqual([890]);
  });

  it('after twenty charges is saved, and returns that the owed amount was not tried, and when it will be', async () => {
    const nextAttemptAt = '2027-01-02T03:04:05.000Z';
    const paymentProblem = { kind: 'declined', pence: 890, nextAttemptAt, invoiceId: 'in_1' };
    const unpaid = await owing({ paymentProblem });
    const charges = await chargesOf(unpaid);
    for (let presses = 1; presses <= 20; presses += 1) await press(unpaid);
    expect((await press(unpaid)).status).toBe(429);
    const tried = await chargesOf(unpaid);
    expect(tried).toBeGreaterThan(charges);
    const answer = await change(unpaid, 'visa');
    expect(answer).toEqual({
      outcome: 'saved',
      card: expect.objectContaining({ last4: '4242' }),
      payment: { outcome: 'not-tried', nextAttemptAt, payableAt: expect.any(String) },
    });
    expect(await chargesOf(unpaid)).toBe(tried);
    if (answer.outcome !== 'saved' || answer.payment?.outcome !== 'not-tried') throw new Error('tried');
    const wait = Date.parse(answer.payment.payableAt) - Date.now();
    expect([wait > 0, wait <= 181_000]).toEqual([true, true]);
  });

  it('of an earlier question is refused once a newer card is charged, and the newer one stays', async () => {
    const trial = await member();
    const earlier = await asked(trial);
    await stripe.authenticate(earlier.clientSecret);
    expect(await change(trial, 'mastercard')).toMatchObject({ outcome: 'saved' });
    const newer = { outcome: 'refused', message: expect.stringContaining('A newer change of card') };
    expect(await finish(trial, earlier.setupIntentId)).toEqual(newer);
    expect(await row(trial)).toMatchObject({ card: expect.objectContaining({ last4: '4444' }) });
    await upgraded(trial);
    expect(await stripe.lastCharged(trial.stripeCustomerId)).toBe('4444');
  });

  it('of an earlier question is refused while a newer one is open', async () => {
    const trial = await member();
    const earlier = await asked(trial);
    await stripe.authenticate(earlier.clientSecret);
    const latest = await asked(trial);
    expect(await finish(trial, earlier.setupIntentId)).toMatchObject({ outcome: 'refused' });
    await stripe.authenticate(latest.clientSecret);
    expect(await finish(trial, latest.setupIntentId)).toMatchObject({ outcome: 'saved' });
    expect(await finish(trial, earlier.setupIntentId)).toMatchObject({ outcome: 'refused' });
  });

  it('whose response is lost asks the bank once with the same token', async () => {
    const trial = await member();
    const confirmationToken = await stripe.tokenOf('mastercard');
    const send = () => postFromOwnPage(`${app.url}/api/me/card`, { confirmationToken }, trial.headers);
    await stripe.fault({ mode: 'answers-lost', operation: 'POST /v1/setup_intents' });
    expect((await send()).status).toBe(503);
    await stripe.makeWell();
    expect(await (await send()).json()).toMatchObject({ outcome: 'saved' });
    expect(await stripe.setups(trial.stripeCustomerId)).toEqual(['succeeded']);
  });

  it('accepts no SetupIntent of another user, no unknown one, and no used or made-up token', async () => {
    const [mine, theirs] = [await member(), await member()];
    const { setupIntentId, clientSecret } = await asked(theirs);
    await stripe.authenticate(clientSecret);
    for (const id of [setupIntentId, 'seti_unknown']) expect(await finish(mine, id)).toEqual(refused);
    expect(await finish(theirs, setupIntentId)).toMatchObject({ outcome: 'saved' });
    const confirmationToken = await stripe.tokenOf('mastercard');
    await postFromOwnPage(`${app.url}/api/me/card`, { confirmationToken }, theirs.headers);
    for (const token of [confirmationToken, 'ctoken_made_up']) {
      const answer = await postFromOwnPage(`${app.url}/api/me/card`, { confirmationToken: token }, mine.headers);
      expect(await answer.json()).toEqual(refused);
    }
    expect(await row(mine)).toMatchObject({ card: expect.objectContaining({ last4: '4242' }) });
  });

  it('requires an earlier payment, and Stripe', async () => {
    const nonMember = { headers: { cookie: `session=${await createTestSession(app)}` } } as TestMember;
    expect(await change(nonMember, 'visa')).toEqual({ outcome: 'no-customer' });
    expect(await finish(nonMember, 'seti_1')).toEqual(refused);
    const trial = await member();
    await stripe.fault({ mode: 'error-503' });
    for (const answer of [
      await postFromOwnPage(`${app.url}/api/me/card`, { confirmationToken: 'ctoken_1' }, trial.headers),
      await postFromOwnPage(`${app.url}/api/me/card/confirm`, { setupIntentId: 'seti_1' }, trial.headers),
    ]) {
      expect(answer.status).toBe(503);
    }
  });
});

describe('a customer that Stripe does not know', () => {
  // Members without Stripe ids have made-up ones here.
  const unknown = () => createTestMember(app);

  it('learns that no card is stored, and sees the data we have', async () => {
    const trial = await unknown();
    expect(await upgrade(trial)).toMatchObject({ outcome: 'card-needed' });
    expect(await syncs(trial)).toBe(1);
    const card = await postFromOwnPage(`${app.url}/api/me/card`, { confirmationToken: 'ctoken_1' }, trial.headers);
    expect([card.status, await card.json()]).toEqual([200, { outcome: 'no-customer' }]);
    const shown = await fetch(`${app.url}/api/subscription`, { headers: trial.headers });
    expect([shown.status, await shown.json()]).toEqual([200, expect.objectContaining({ state: 'trial' })]);
    for (const path of ['reports', 'payments']) {
      expect((await fetch(`${app.url}/api/me/${path}`, { headers: trial.headers })).status).toBe(200);
    }
  });

  it('can cancel', async () => {
    const trial = await unknown();
    const answer = await postWithoutBodyFromOwnPage(`${app.url}/api/subscription/cancel`, trial.headers);
    expect(await answer.json()).toMatchObject({ outcome: 'cancelled' });
  });
});
