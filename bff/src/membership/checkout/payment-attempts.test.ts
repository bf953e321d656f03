import { paymentConfirmationSchema } from '@ve/contracts/http/membership/checkout';
import { completeSignUp } from '@ve/data/membership/sign-up/sign-up.repository';
import { createUser } from '@ve/data/identity/user/user.repository';
import { maxConfirmationsPerPaymentAttempt, maxSignUpPaymentDeclines } from '@ve/domain/membership/sign-up-limits';
import { startStripeSandbox, type StripeSandbox, type TestCard } from '@ve/providers/payments/stripe-sandbox.fixture';
import { type CheckoutBrowser, openCheckoutBrowser, whenAccountJobQueued } from '../../testing/checkout-browser.ts';
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
      TRUST_PROXY: '1',
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

let people = 0;
/** A browser with its own network and a sign-up with its own e-mail address. */
const begin = async ({ to = app, address = '', email = '' } = {}) => {
  const number = (people += 1);
  const network = address === '' ? `198.51.${String(Math.floor(number / 250))}.${String(number % 250)}` : address;
  const browser = openCheckoutBrowser(to, { address: network });
  const payment = await browser.begin({ email: email === '' ? `person${String(number)}@example.com` : email });
  return { browser, ...payment };
};
const tokens = (count: number, card: TestCard = 'chargeDeclined') =>
  Promise.all(Array.from({ length: count }, () => sandbox.tokenOf(card)));

/** The charges of a payment at Stripe; each is a request to a bank. */
const chargesOf = async (paymentIntentId: string): Promise<string[]> =>
  (await sandbox.call('GET', 'charges', { payment_intent: paymentIntentId, limit: '100' })).data.map(
    ({ status }) => status,
  );
const chargesOfAll = async (ids: string[]): Promise<string[]> => (await Promise.all(ids.map(chargesOf))).flat();
const attemptsOf = async (paymentIntentId: string) =>
  (await app.data.all('sign_ups', { stripePaymentIntentId: paymentIntentId })).map((row) => ({
    attempts: row.paymentAttempts,
    settled: row.confirmationLeaseUntil === null,
  }));

/** Acts as the workers once the job is queued: opens the account. */
const openAccount = (paymentIntentId: string): Promise<void> =>
  whenAccountJobQueued(app, paymentIntentId, async (id) => {
    await app.em().transactional(async (em) => {
      const row = await app.data.one('sign_ups', { id });
      const userId = (await createUser(em, row.email, new Date(now))) ?? '';
      const paid = { paidAt: new Date(now), cardHash: null, outcome: 'open-account', userId } as const;
      await completeSignUp(em, { id, result: paid }, new Date(now));
    });
  });
const signedIn = expect.objectContaining({ outcome: 'signed-in' });
const declined = {
  outcome: 'not-paid',
  message: 'Your bank declined this card. Use another card, or ask your bank why. Nothing was charged.',
};

describe('a payment', () => {
  it('is made with the token from Stripe.js, and signs its browser in', async () => {
    const { browser, id } = await begin();
    const token = await sandbox.tokenOf();
    const [answer] = await Promise.all([browser.confirm(id, { token }), openAccount(id)]);
    expect(paymentConfirmationSchema.parse(answer.body)).toEqual(signedIn);
    expect(await chargesOf(id)).toEqual(['succeeded']);
    expect(await attemptsOf(id)).toEqual([{ attempts: 1, settled: true }]);
  });

  it('that is declined shows why; the same token is the same attempt, and another card pays', async () => {
    const { browser, id } = await begin();
    const [token = ''] = await tokens(1);
    for (let times = 0; times < 3; times += 1) expect((await browser.confirm(id, { token })).body).toEqual(declined);
    expect(await chargesOf(id)).toEqual(['failed']);
    const good = await sandbox.tokenOf();
    const [answer] = await Promise.all([browser.confirm(id, { token: good }), openAccount(id)]);
    expect(answer.body).toEqual(signedIn);
    expect(await attemptsOf(id)).toEqual([{ attempts: 2, settled: true }]);
  });

  it('is not made under a consent that is no longer offered: the page was open over the day of a change', async () => {
    const { browser, id } = await begin();
    const [tried = ''] = await tokens(1);
    expect((await browser.confirm(id, { token: tried })).body).toEqual(declined);
    await app.data.set('consents', { textVersion: '2026-01-01', monthlyPence: 790 }, { kind: 'terms' });
    const outdated = {
      outcome: 'not-paid',
      message:
        'Our price or our terms have changed since you opened this page. Nothing was charged. Reload the page to read them.',
    };
    for (let times = 0; times < 2; times += 1) {
      expect((await browser.confirm(id, { token: await sandbox.tokenOf() })).body).toEqual(outdated);
    }
    expect(await attemptsOf(id)).toEqual([{ attempts: 1, settled: true }]);
    // What was tried before can still be read.
    expect((await browser.confirm(id, { token: tried })).body).toEqual(declined);
    expect(await chargesOf(id)).toEqual(['failed']);
  });

  it('of another browser, or without one, is not made', async () => {
    const { id } = await begin();
    const token = await sandbox.tokenOf();
    const other = await begin();
    expect((await other.browser.confirm(id, { token })).body).toEqual({ outcome: 'unknown' });
    expect((await openCheckoutBrowser(app).confirm(id, { token })).body).toEqual({ outcome: 'unknown' });
    expect(await chargesOf(id)).toEqual([]);
  });

  it.each(['unknown', 'used'])('is not made with a token that is %s, but counts as an attempt', async (kind) => {
    const { browser, id } = await begin();
    const used = await sandbox.tokenOf();
    const other = await sandbox.call('POST', 'payment_intents', { amount: '50', currency: 'gbp' });
    const given = { confirmation_token: used, return_url: 'http://localhost' };
    await sandbox.call('POST', `payment_intents/${other.id}/confirm`, given);
    const token = kind === 'used' ? used : 'ctoken_made_up';
    expect((await browser.confirm(id, { token })).body).toEqual({
      outcome: 'not-paid',
      message: 'The payment was not completed. Nothing was charged. Enter your card and try again.',
    });
    expect([await chargesOf(id), await attemptsOf(id)]).toEqual([[], [{ attempts: 1, settled: true }]]);
  });

  it.each([['pi_1'], ['ctoken_'], ['ctoken_1/../x'], [`ctoken_${'1'.repeat(300)}`], ['ctoken_1 or 1=1']])(
    'refuses %s as a token',
    async (token) => {
      const { browser, id } = await begin();
      const { status, body } = await browser.confirm(id, { token });
      expect([status, body['code']]).toEqual([400, 'request-invalid']);
    },
  );

  it('cannot be confirmed with the publishable key', async () => {
    const { id, clientSecret } = await begin();
    const fields = { payment_method: 'pm_card_chargeDeclined', client_secret: clientSecret, use_stripe_sdk: 'true' };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        sandbox.call('POST', `payment_intents/${id}/confirm`, fields, 'pk_test_sandbox'),
      ),
    );
    const messages = new Set(answers.map(({ error }) => (error as { message: string }).message));
    expect([...messages]).toEqual([expect.stringContaining('cannot be confirmed using your publishable key')]);
    expect(await chargesOf(id)).toEqual([]);
  });
});

describe('the bank’s question', () => {
  const ask = async () => {
    const begun = await begin();
    const token = await sandbox.tokenOf('authenticationRequired');
    const { body } = await begun.browser.confirm(begun.id, { token });
    expect(paymentConfirmationSchema.parse(body)).toEqual({
      outcome: 'authenticate',
      clientSecret: begun.clientSecret,
      message: 'Your bank wants you to confirm this payment. Try again and follow its steps. Nothing was charged.',
    });
    return begun;
  };

  it('is passed to the browser; then the server confirms again, without a new attempt', async () => {
    const { browser, id, clientSecret } = await ask();
    expect((await browser.confirm(id)).body).toMatchObject({ outcome: 'authenticate' });
    await sandbox.authenticate(clientSecret);
    const [answer] = await Promise.all([browser.confirm(id), openAccount(id)]);
    expect(answer.body).toEqual(signedIn);
    expect([await chargesOf(id), await attemptsOf(id)]).toEqual([['succeeded'], [{ attempts: 1, settled: true }]]);
  });

  it('that is declined keeps the form, and another card pays', async () => {
    const { browser, id, clientSecret } = await ask();
    await sandbox.authenticate(clientSecret, 'fail');
    expect((await browser.confirm(id)).body).toEqual({
      outcome: 'not-paid',
      message: 'Your bank could not confirm that it was you. Try again, or use another card. Nothing was charged.',
    });
    const token = await sandbox.tokenOf();
    const [answer] = await Promise.all([browser.confirm(id, { token }), openAccount(id)]);
    expect(answer.body).toEqual(signedIn);
  });

  it('leads to one charge, regardless of how many calls read its state', async () => {
    const { browser, id, clientSecret } = await ask();
    await sandbox.authenticate(clientSecret);
    const calls = Array.from({ length: 20 }, () => browser.confirm(id));
    await openAccount(id);
    for (const { body } of await Promise.all(calls)) expect(['signed-in', 'pending']).toContain(body['outcome']);
    expect(await chargesOf(id)).toEqual(['succeeded']);
  });

  it('is followed by a bounded number of confirmations', async () => {
    const { browser, id, clientSecret } = await ask();
    await sandbox.authenticate(clientSecret);
    await app.data.set('sign_ups', { confirmationCount: maxConfirmationsPerPaymentAttempt });
    expect((await browser.confirm(id)).body).toMatchObject({ outcome: 'not-paid' });
    expect(await chargesOf(id)).toEqual([]);
  });
});

describe('a response that is lost', () => {
  it.each(['answers-lost', 'drop', 'error-500'])('(%s) leads to one charge and one account', async (mode) => {
    const { browser, id } = await begin();
    const token = await sandbox.tokenOf();
    const own = await startApp({}, app);
    try {
      await sandbox.fault(mode);
      const lost = await browser.confirm(id, { token, to: own });
      expect([lost.status, lost.body['code']]).toEqual([503, 'payments-unavailable']);
      expect(await attemptsOf(id)).toEqual([{ attempts: 1, settled: false }]);
    } finally {
      await own.close();
    }
    await sandbox.fault('ok');
    // The page reads the state without the token: the attempt continues.
    const [answer] = await Promise.all([browser.confirm(id), openAccount(id)]);
    expect(answer.body).toEqual(signedIn);
    expect([await chargesOf(id), await attemptsOf(id)]).toEqual([['succeeded'], [{ attempts: 1, settled: true }]]);
  });

  it('of a process that was killed is waited for, then the next call continues it', async () => {
    const { browser, id } = await begin();
    const token = await sandbox.tokenOf();
    await app.data.set('sign_ups', {
      paymentAttempts: 1,
      confirmationToken: token,
      confirmationCount: 1,
      attemptedAt: new Date(now),
      confirmationLeaseUntil: new Date(now + 15_000),
    });
    expect((await browser.confirm(id)).body).toEqual({ outcome: 'pending' });
    expect((await browser.confirm(id, { token })).body).toEqual({ outcome: 'pending' });
    expect(await chargesOf(id)).toEqual([]);
    now += 15_001;
    const [answer] = await Promise.all([browser.confirm(id), openAccount(id)]);
    expect(answer.body).toEqual(signedIn);
    expect(await chargesOf(id)).toEqual(['succeeded']);
  });

  it('is not charged for when no request follows within ten minutes', async () => {
    const { browser, id } = await begin();
    const token = await sandbox.tokenOf();
    await sandbox.fault('error-500');
    const own = await startApp({}, app);
    await browser.confirm(id, { token, to: own }).finally(() => own.close());
    await sandbox.fault('ok');
    now += 600_001;
    expect((await browser.confirm(id)).body).toMatchObject({ outcome: 'not-paid' });
    expect(await chargesOf(id)).toEqual([]);
  });
});

describe('trying cards', () => {
  const confirmAll = (browser: CheckoutBrowser, id: string, given: string[]) =>
    Promise.all(given.map((token) => browser.confirm(id, { token })));

  it('with 200 concurrent calls on one sign-up, over two processes, asks banks five times in total', async () => {
    const second = await startApp({}, app);
    try {
      const { browser, id } = await begin();
      const given = await tokens(200);
      const codes = new Set<unknown>();
      while (!codes.has('payment-attempts-exceeded')) {
        const answers = await Promise.all(
          given.map((token, n) => browser.confirm(id, { token, to: n % 2 ? second : app })),
        );
        for (const { body } of answers) codes.add(body['code'] ?? body['outcome']);
      }
      expect(codes).not.toContain('internal-error');
      expect(await chargesOf(id)).toEqual(Array(maxSignUpPaymentDeclines).fill('failed'));
      expect(await attemptsOf(id)).toEqual([{ attempts: maxSignUpPaymentDeclines, settled: true }]);
      const { status, body } = await browser.confirm(id, { token: await sandbox.tokenOf() });
      expect([status, body['code']]).toEqual([429, 'payment-attempts-exceeded']);
      expect(body['detail']).toBe('This payment takes no more cards. Try again to start a new one.');
      // The workers cancel it, so that nothing can be paid with it.
      expect(await app.data.values('outbox', 'jobName')).toEqual(['sign-ups.complete']);
    } finally {
      await second.close();
    }
  });

  it('with many sign-ups of one network asks banks ten times an hour', async () => {
    const begun = await Promise.all(Array.from({ length: 12 }, () => begin({ address: '203.0.113.7' })));
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(begun.map(async ({ browser, id }) => confirmAll(browser, id, await tokens(3))));
    }
    expect(await chargesOfAll(begun.map(({ id }) => id))).toEqual(Array(10).fill('failed'));
    // Other clients can pay.
    const other = await begin();
    const token = await sandbox.tokenOf();
    const [answer] = await Promise.all([other.browser.confirm(other.id, { token }), openAccount(other.id)]);
    expect(answer.body).toEqual(signedIn);
    // A confirmation refused by a limit does not count as an attempt of the sign-up.
    const attempts = await app.data.values('sign_ups', 'paymentAttempts');
    expect(attempts.reduce((sum, count) => sum + count, 0)).toBe(11);
  });

  it('with many sign-ups of one address asks banks ten times an hour, and from other networks ten times more', async () => {
    const address = (n: number) => `192.0.${String(n)}.1`;
    const begun = await Promise.all(
      Array.from({ length: 8 }, (_, n) => begin({ email: 'same@example.com', address: address(n) })),
    );
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(begun.map(async ({ browser, id }) => confirmAll(browser, id, await tokens(2))));
    }
    expect(await chargesOfAll(begun.map(({ id }) => id))).toEqual(Array(20).fill('failed'));
  });

  it('from many networks with many addresses is refused for all, with an alarm, until fewer are declined', async () => {
    const careful = await startApp({ DECLINES_A_MINUTE: '4' }, app);
    try {
      const begun = await Promise.all(Array.from({ length: 20 }, () => begin({ to: careful })));
      const all = await Promise.all(begun.map(async ({ browser, id }) => confirmAll(browser, id, await tokens(3))));
      expect(await chargesOfAll(begun.map(({ id }) => id))).toEqual(Array(4).fill('failed'));
      const refused = all.flat().filter(({ status }) => status === 429);
      expect(new Set(refused.map(({ body }) => body['code']))).toEqual(new Set(['too-many-requests']));
      expect(careful.logLines.join('\n')).toContain('decline_limit_reached');
      const metrics = await (await fetch(`${careful.url}/metrics`)).text();
      expect(metrics).toMatch(/payment_confirmations_total\{result="declined"\} 4/);
      expect(metrics).toMatch(/payment_confirmations_total\{result="held-back"\} [1-9]/);

      now += 60_000;
      // Successful payments never add up to a limit.
      for (let n = 0; n < 6; n += 1) {
        const payer = await begin({ to: careful });
        const token = await sandbox.tokenOf();
        const [answer] = await Promise.all([payer.browser.confirm(payer.id, { token }), openAccount(payer.id)]);
        expect(answer.body).toEqual(signedIn);
      }
    } finally {
      await careful.close();
    }
  });
});
