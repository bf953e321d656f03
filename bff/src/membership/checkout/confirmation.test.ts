import { paymentConfirmationSchema } from '@ve/contracts/http/membership/checkout';
import {
  abandonSignUp,
  completeSignUp,
  decideSignUpRefund,
  finishRefundedSignUp,
} from '@ve/data/membership/sign-up/sign-up.repository';
import type { PaymentReturnReason } from '@ve/domain/membership/sign-up-outcome';
import { createUser } from '@ve/data/identity/user/user.repository';
import { startStripeSandbox, type StripeSandbox, type TestCard } from '@ve/providers/payments/stripe-sandbox.fixture';
import { openCheckoutBrowser, whenAccountJobQueued as ordered } from '../../testing/checkout-browser.ts';
import type { checkoutFormFixture } from '../../testing/checkout-form-fixture.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let sandbox: StripeSandbox;
let app: TestApp;
let now: number;
const startApp = (env: Record<string, string> = {}, sharing?: TestApp): Promise<TestApp> =>
  startTestApp(
    {
      STRIPE_URL: sandbox.url,
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PRICE_ID: 'price_sandbox_membership',
      SIGN_UPS_AN_HOUR: '1000',
      PAYMENT_ATTEMPTS_AN_HOUR: '1000',
      ...env,
    },
    () => new Date(now),
    sharing ? { sharing } : {},
  );
beforeAll(async () => {
  sandbox = await startStripeSandbox();
  now = Date.now();
  app = await startApp();
});
beforeEach(async () => {
  now = Date.now();
  await sandbox.fault('ok');
  await app.empty('sign_ups', 'consents', 'token_buckets', 'outbox', 'users');
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const openBrowser = (session?: string) => openCheckoutBrowser(app, session === undefined ? {} : { session });

/** A browser whose 50p is paid. */
const pay = async (changes: Parameters<typeof checkoutFormFixture>[0] = {}, card: TestCard = 'visa') => {
  const browser = openBrowser();
  const payment = await browser.begin(changes);
  await sandbox.pay(payment.clientSecret, card);
  return { browser, ...payment };
};

type SignUpOf = (id: string) => Promise<void>;
const paid = () => ({ paidAt: new Date(now), cardHash: null });

const refundAttempt =
  (reason: PaymentReturnReason): SignUpOf =>
  async (id) => {
    await app.em().transactional(async (em) => {
      await decideSignUpRefund(em, id, { ...paid(), reason });
      await finishRefundedSignUp(em, { id, refundId: 're_1' }, new Date(now));
    });
  };

/** Acts as the workers on a paid sign-up. */
const work = {
  openAccount: async (id) => {
    const row = await app.data.one('sign_ups', { id });
    await app.em().transactional(async (em) => {
      const userId = (await createUser(em, row.email, new Date(now))) ?? '';
      await completeSignUp(em, { id, result: { ...paid(), outcome: 'open-account', userId } }, new Date(now));
    });
  },
  addToAccount: async (id) => {
    const user = await app.data.one('users');
    const result = { ...paid(), outcome: 'add-to-account', userId: user.id } as const;
    await app.em().transactional((em) => completeSignUp(em, { id, result }, new Date(now)));
  },
  returnPayment: (id) => refundAttempt('had-trial')(id),
  abandon: async (id) => {
    await app.em().transactional((em) => abandonSignUp(em, id, new Date(now)));
  },
} satisfies Record<string, SignUpOf>;

const signUpId = async (paymentIntentId: string): Promise<string> =>
  (await app.data.one('sign_ups', { stripePaymentIntentId: paymentIntentId })).id;

const whenAccountJobQueued = (paymentIntentId: string, act: SignUpOf) => ordered(app, paymentIntentId, act);
const signedIn = (email = 'dana@example.com') => ({ outcome: 'signed-in', userEmail: email, registration: 'AB12CDE' });
const checkEmail = { outcome: 'check-email', userEmail: 'dana@example.com' };

it.each(['trial-limit', 'not-started'] as const)(
  'shows that the payment is refunded where that reveals nothing about the address (%s)',
  async (reason) => {
    const { browser, id } = await pay();
    const [answer] = await Promise.all([browser.confirm(id), whenAccountJobQueued(id, refundAttempt(reason))]);
    expect(paymentConfirmationSchema.parse(answer.body)).toEqual({ ...checkEmail, returned: reason });
  },
);

it('answers for an address that had its trial as for one whose account never had one', async () => {
  await createTestSession(app, { email: 'dana@example.com' });
  const known = await pay();
  await Promise.all([known.browser.confirm(known.id), whenAccountJobQueued(known.id, work.addToAccount)]);
  const had = await pay();
  const [returned] = await Promise.all([
    had.browser.confirm(had.id),
    whenAccountJobQueued(had.id, refundAttempt('had-trial')),
  ]);
  const added = await known.browser.confirm(known.id);
  expect(returned.body).toEqual(added.body);
  expect(returned.set).toEqual(added.set);
});

it.each(['/api/session', '/api/sessions'])(
  'does not sign in a browser that was signed out in the meantime (%s)',
  async (path) => {
    const { browser, id } = await pay();
    await Promise.all([browser.confirm(id), whenAccountJobQueued(id, work.openAccount)]);
    await browser.signOut(path);
    const { set, body } = await browser.confirm(id);
    expect([set, body]).toEqual([[], { outcome: 'unknown' }]);
  },
);

it('queues the account job, waits for it, and signs the browser in', async () => {
  const { browser, id } = await pay();
  const [answer] = await Promise.all([browser.confirm(id), whenAccountJobQueued(id, work.openAccount)]);
  expect([answer.status, paymentConfirmationSchema.parse(answer.body)]).toEqual([200, signedIn()]);
  expect(Object.keys(answer.body).toSorted()).toEqual(['outcome', 'registration', 'userEmail']);
  expect(answer.set).toEqual([expect.stringMatching(/^session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/)]);
  expect(await browser.reads()).toBe('dana@example.com');
  expect(await app.data.all('sessions')).toMatchObject([{ openedBy: 'payment', userAgent: 'Test/1' }]);
  expect(await app.data.all('outbox')).toMatchObject([
    { jobName: 'sign-ups.complete', dedupeId: `sign-ups.complete.${await signUpId(id)}` },
  ]);
});

it('a double call and two tabs are all signed in, and the account job is queued once', async () => {
  const { browser, id } = await pay();
  const confirms = Array.from({ length: 4 }, () => browser.confirm(id));
  await whenAccountJobQueued(id, work.openAccount);
  const answers = await Promise.all(confirms);
  expect(answers.map(({ body }) => body)).toEqual(Array(4).fill(signedIn()));
  expect(await app.data.count('outbox')).toBe(1);
  expect(await browser.reads()).toBe('dana@example.com');
});

it('also signs in when the webhook was faster than the browser, on any process', async () => {
  const { browser, id } = await pay();
  await work.openAccount(await signUpId(id));
  const second = await startApp({}, app);
  try {
    expect((await browser.confirm(id, { to: second })).body).toEqual(signedIn());
    expect(await app.data.all('outbox')).toEqual([]);
  } finally {
    await second.close();
  }
});

it('opening the session ends the browser’s earlier one', async () => {
  const { browser, id } = await pay();
  const old = await createTestSession(app, { email: 'old@example.com' });
  browser.jar.set('session', old);
  await work.openAccount(await signUpId(id));
  expect((await browser.confirm(id)).body).toEqual(signedIn());
  expect(await browser.reads()).toBe('dana@example.com');
  browser.jar.set('session', old);
  expect(await browser.reads()).toBeNull();
});

describe('never signs in', () => {
  const expectNone = async ({ set, body }: { set: string[]; body: object }, answer: object) => {
    expect(body).toEqual(answer);
    expect(set.filter((each) => each.startsWith('session='))).toEqual([]);
    expect(await app.data.all('sessions', { openedBy: 'payment' })).toEqual([]);
  };

  it('to an account that already existed', async () => {
    await createTestSession(app, { email: 'dana@example.com' });
    const { browser, id } = await pay();
    const [answer] = await Promise.all([browser.confirm(id), whenAccountJobQueued(id, work.addToAccount)]);
    await expectNone(answer, checkEmail);
  });

  it('when the payment was returned', async () => {
    const { browser, id } = await pay();
    const [answer] = await Promise.all([browser.confirm(id), whenAccountJobQueued(id, work.returnPayment)]);
    await expectNone(answer, checkEmail);
  });

  it('once the mailbox’s owner has verified the address', async () => {
    const { browser, id } = await pay();
    await work.openAccount(await signUpId(id));
    await app.data.set('users', { emailVerifiedAt: new Date() });
    await expectNone(await browser.confirm(id), checkEmail);
  });

  it('later than an hour after the payment: a different person may use the browser', async () => {
    const { browser, id } = await pay();
    await work.openAccount(await signUpId(id));
    now += 3_600_001;
    await expectNone(await browser.confirm(id), checkEmail);
  });

  it.each(['another browser', 'no cookie', 'nonsense in the cookie'])('%s', async (who) => {
    const { id } = await pay();
    await work.openAccount(await signUpId(id));
    const other = openBrowser();
    if (who === 'another browser') await other.begin({ email: 'other@example.com' });
    if (who === 'nonsense in the cookie') other.jar.set('ve-browser', "' or 1=1 --");
    await expectNone(await other.confirm(id), { outcome: 'unknown' });
  });

  it('with a PaymentIntent that is unknown or another user’s at Stripe', async () => {
    const { browser } = await pay();
    const { id } = await sandbox.call('POST', 'payment_intents', { amount: '50', currency: 'gbp' });
    await expectNone(await browser.confirm('pi_unknown'), { outcome: 'unknown' });
    await expectNone(await browser.confirm(id), { outcome: 'unknown' });
  });
});

describe('a payment that has not succeeded', () => {
  const message = async (prepare: (payment: { id: string; clientSecret: string }) => Promise<unknown>) => {
    const browser = openBrowser();
    const payment = await browser.begin();
    await prepare(payment);
    const { body } = await browser.confirm(payment.id);
    expect(await app.data.all('outbox')).toEqual([]);
    expect(body['outcome']).toBe('not-paid');
    return body['message'];
  };

  it('is explained in plain words', async () => {
    expect(await message(async () => undefined)).toBe(
      'The payment was not completed. Nothing was charged. Enter your card and try again.',
    );
    const poor = ({ clientSecret }: { clientSecret: string }) =>
      sandbox.pay(clientSecret, 'chargeDeclinedInsufficientFunds');
    expect(await message(poor)).toBe('There is not enough money on this card. Use another card. Nothing was charged.');
    const cancel = ({ id }: { id: string }) => sandbox.call('POST', `payment_intents/${id}/cancel`);
    expect(await message(cancel)).toBe('This payment was cancelled. Nothing was charged. Start again.');
  });

  it('can be paid with another card', async () => {
    const browser = openBrowser();
    const { id, clientSecret } = await browser.begin();
    await sandbox.pay(clientSecret, 'chargeDeclined');
    expect((await browser.confirm(id)).body).toMatchObject({ outcome: 'not-paid' });
    await sandbox.pay(clientSecret, 'authenticationRequired');
    const [{ body }] = await Promise.all([browser.confirm(id), whenAccountJobQueued(id, work.openAccount)]);
    expect(body).toEqual(signedIn());
  });

  it('was cancelled', async () => {
    const browser = openBrowser();
    const { id } = await browser.begin();
    await work.abandon(await signUpId(id));
    expect((await browser.confirm(id)).body).toEqual({
      outcome: 'not-paid',
      message: 'This payment was cancelled. Nothing was charged. Start again.',
    });
  });
});

it('is pending while the workers take longer, and continues with the next call', async () => {
  const { browser, id } = await pay();
  const since = performance.now();
  expect((await browser.confirm(id)).body).toEqual({ outcome: 'pending' });
  expect(performance.now() - since).toBeGreaterThan(9_000);
  expect(await app.data.count('outbox')).toBe(1);
  await work.openAccount(await signUpId(id));
  expect((await browser.confirm(id)).body).toEqual(signedIn());
});

it.each(['error-500', 'malformed', 'drop'])(
  'while Stripe answers %s, it reports that and loses nothing',
  async (mode) => {
    const { browser, id } = await pay();
    await sandbox.fault(mode);
    const own = await startApp({}, app);
    try {
      const { status, body } = await browser.confirm(id, { to: own });
      expect([status, body['code']]).toEqual([503, 'payments-unavailable']);
    } finally {
      await own.close();
    }
    await sandbox.fault('ok');
    const [answer] = await Promise.all([browser.confirm(id), whenAccountJobQueued(id, work.openAccount)]);
    expect(answer.body).toEqual(signedIn());
  },
);

it.each([
  ['no id', undefined],
  ['another object’s id', 'cus_1'],
  ['a path', 'pi_1/../../customers'],
  ['an oversized id', `pi_${'1'.repeat(300)}`],
  ['a query', 'pi_1?expand=x'],
])('refuses %s', async (_, id) => {
  const { status, body } = await openBrowser().confirm(id as string);
  expect([status, body['code']]).toEqual([400, 'request-invalid']);
});
