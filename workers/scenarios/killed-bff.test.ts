import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { checkoutAnswerSchema, paymentConfirmationSchema } from '@ve/contracts/http/membership/checkout';
import { type UpgradeAnswer, upgradeAnswerSchema } from '@ve/contracts/http/membership/subscription';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { clearTables } from '@ve/data/testing/clear-tables';
import { currentConsents } from '@ve/domain/membership/consents';
import { randomBytes, randomUUID } from 'node:crypto';
import { reconcileSignUpPayments } from '@ve/app/membership/sign-up/reconcile-sign-ups';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import { startBff } from '@ve/workers/testing/bff-process';
import { createTestJobContext } from '@ve/workers/testing/test-job-context';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { startStripeHoldProxy } from '@ve/workers/testing/stripe-hold-proxy';
import { startStripeSandbox, type StripeSandbox } from '@ve/workers/testing/stripe-sandbox';
import { waitUntil } from '@ve/workers/testing/wait-until';

type Bff = Awaited<ReturnType<typeof startBff>>;

/* A BFF is killed (-9) in the middle of a sign-up, while another one continues. */

let sandbox: StripeSandbox;
let harness: QueueHarness;
let survivor: Bff;
const closers: (() => unknown)[] = [];

const start = (stripeUrl: string): Promise<Bff> =>
  startBff({
    DATABASE_URL: harness.url,
    STRIPE_URL: stripeUrl,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PRICE_ID: 'price_sandbox_membership',
    SIGN_UPS_AN_HOUR: '100',
    PAYMENT_ATTEMPTS_AN_HOUR: '100',
  });
beforeAll(async () => {
  [sandbox, harness] = await Promise.all([
    startStripeSandbox(),
    openQueueHarness({ name: 'Postgres', queueUrl: undefined }),
  ]);
  survivor = await start(sandbox.url);
}, 60_000);
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
  await harness.reset();
  await clearTables(harness.orm.em.fork(), 'users', 'sign_ups', 'mails');
});
afterAll(async () => {
  await survivor.close();
  await Promise.all([harness.close(), sandbox.close()]);
});

/** Starts a BFF whose call to Stripe hangs until the BFF is killed. */
const startDoomed = async (call: RegExp, at: 'call' | 'answer') => {
  const gate = await startStripeHoldProxy(sandbox.url, { call, at });
  const bff = await start(gate.url);
  closers.push(gate.close, bff.kill);
  return { ...bff, reached: gate.reached };
};

/** A returning browser with a filled-in form. */
const openBrowser = (email: string) => {
  const cookies = [`ve-browser=${randomBytes(32).toString('base64url')}`];
  const customerData = { fullName: 'Dana Driver', email, regNumber: 'AB12CDE' };
  const address = { line_1: '1 High Street', line_2: '', line_3: '', post_town: 'Leeds', postcode: 'LS1 1AA' };
  const form = {
    customerData: { ...customerData, address },
    consents: { terms: currentConsents.terms.version, startNow: currentConsents['start-now'].version },
    idempotencyKey: randomUUID(),
  };
  const post = async ({ url }: Bff, path: string, body: object): Promise<unknown> => {
    const cookie = cookies.join('; ');
    const headers = {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...firstPartyHeaders,
      cookie,
    };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    cookies.push(...answer.headers.getSetCookie().map((set) => set.split(';', 1)[0] ?? ''));
    return answer.json();
  };
  const begin = async (bff: Bff) => {
    const checkout = checkoutAnswerSchema.parse(await post(bff, '/api/create-checkout', form));
    if (checkout.outcome !== 'ready') throw new Error(checkout.outcome);
    const { clientSecret, stripeCustomerId } = checkout;
    return { clientSecret, stripeCustomerId, id: clientSecret.split('_secret_')[0] ?? '' };
  };
  type Payment = Awaited<ReturnType<typeof begin>>;
  return {
    begin,
    pay: async (payment: Payment) => (await sandbox.openTestEnvironment(new Date())).confirm(payment, 'visa'),
    /** Presses 'Upgrade Early' once. */
    upgrade: async (bff: Bff): Promise<UpgradeAnswer> => {
      const answer = await post(bff, '/api/upgrade-subscription', { consent: currentConsents.rejoin.version });
      return upgradeAnswerSchema.parse(answer);
    },
    /** Pays with a token; without one, requests the outcome. */
    confirm: async (bff: Bff, { id, stripeCustomerId }: Payment, confirmationToken?: string) =>
      paymentConfirmationSchema.parse(
        await post(bff, '/api/confirm-payment', {
          paymentIntentId: id,
          confirmationToken,
          customerData: { ...customerData, stripeCustomerId },
        }),
      ),
  };
};

const startWorkers = () => harness.startChild({ stripeUrl: sandbox.url });

/** Expects one account with one trial, here and at Stripe. */
const expectOneTrial = async (email: string): Promise<void> => {
  expect(await harness.data.all('sign_ups')).toMatchObject([
    { status: 'completed', paymentOutcome: 'open-account', email },
  ]);
  expect(await harness.data.values('users', 'email')).toEqual([email]);
  expect(await harness.data.values('payments', 'amountPence')).toEqual([50]);
  expect(await harness.data.values('subscriptions', 'status')).toEqual(['trialing']);
  const { data } = await sandbox.must('GET', 'customers', { email });
  const [customer, ...others] = data;
  expect(others).toEqual([]);
  const made = await sandbox.must('GET', 'payment_intents', { customer: customer!.id });
  expect(made.data.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 50]]);
  expect((await sandbox.payments.listSubscriptions(customer!.id)).map(({ status }) => status)).toEqual(['trialing']);
};

describe('a BFF that is killed between storing a sign-up and Stripe’s response', () => {
  it.each([
    ['before Stripe made the customer', /^POST \/v1\/customers/, 'call'],
    ['after Stripe made the customer', /^POST \/v1\/customers/, 'answer'],
    ['before Stripe made the PaymentIntent', /^POST \/v1\/payment_intents/, 'call'],
    ['after Stripe made the PaymentIntent', /^POST \/v1\/payment_intents/, 'answer'],
  ] as const)('%s leaves a form that is paid once, and becomes one account', async (name, call, at) => {
    const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`;
    const browser = openBrowser(email);
    const doomed = await startDoomed(call, at);
    const lost = expect(browser.begin(doomed)).rejects.toThrow();
    await doomed.reached;
    expect(await harness.data.all('sign_ups')).toMatchObject([{ status: 'open', stripePaymentIntentId: null }]);
    await doomed.kill();
    await lost;

    const payment = await browser.begin(survivor);
    await browser.pay(payment);
    await startWorkers();
    expect(await browser.confirm(survivor, payment)).toMatchObject({ outcome: 'signed-in', userEmail: email });
    await expectOneTrial(email);
  });
});

describe('a BFF that is killed while it confirms a payment', () => {
  /** Polls like the page: retries until there is an outcome. */
  const confirmed = async (
    browser: ReturnType<typeof openBrowser>,
    payment: Awaited<ReturnType<typeof browser.begin>>,
  ) => {
    for (;;) {
      const answer = await browser.confirm(survivor, payment);
      if (answer.outcome !== 'pending') return answer;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };

  it.each([
    ['before Stripe charged the card', 'call'],
    ['after Stripe charged the card', 'answer'],
  ] as const)('%s leaves one charge and one account, under the same key', async (name, at) => {
    const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`;
    const browser = openBrowser(email);
    const payment = await browser.begin(survivor);
    const token = await sandbox.tokenOf('visa');
    const doomed = await startDoomed(/^POST \/v1\/payment_intents\/\w+\/confirm/, at);
    const lost = expect(browser.confirm(doomed, payment, token)).rejects.toThrow();
    await doomed.reached;
    // Counted before the call to Stripe.
    expect(await harness.data.values('sign_ups', 'paymentAttempts')).toEqual([1]);
    await doomed.kill();
    await lost;
    expect(await browser.confirm(survivor, payment, token)).toEqual({ outcome: 'pending' });

    await startWorkers();
    expect(await confirmed(browser, payment)).toMatchObject({ outcome: 'signed-in', userEmail: email });
    expect(await harness.data.values('sign_ups', 'paymentAttempts')).toEqual([1]);
    await expectOneTrial(email);
  });

  it('leaves the account to the sweep when it dies after Stripe charged the card', async () => {
    const email = 'closed-tab@example.com';
    const browser = openBrowser(email);
    const payment = await browser.begin(survivor);
    const doomed = await startDoomed(/^POST \/v1\/payment_intents\/\w+\/confirm/, 'answer');
    const lost = expect(browser.confirm(doomed, payment, await sandbox.tokenOf('visa'))).rejects.toThrow();
    await doomed.reached;
    await doomed.kill();
    await lost;
    // Neither browser nor webhook follows.
    expect(await reconcileSignUpPayments(harness.orm.em.fork(), sandbox.payments, new Date())).toBe(1);
    await startWorkers();
    await waitUntil(
      'it is completed',
      async () => (await harness.data.count('sign_ups', { status: 'completed' })) === 1,
    );
    await expectOneTrial(email);
  });

  it('leaves one charge and one account when it dies after the bank’s authentication', async () => {
    const email = 'authenticated@example.com';
    const browser = openBrowser(email);
    const payment = await browser.begin(survivor);
    const asked = await browser.confirm(survivor, payment, await sandbox.tokenOf('authenticationRequired'));
    expect(asked).toMatchObject({ outcome: 'authenticate' });
    await sandbox.authenticate(payment.clientSecret);
    const doomed = await startDoomed(/^POST \/v1\/payment_intents\/\w+\/confirm/, 'answer');
    const lost = expect(browser.confirm(doomed, payment)).rejects.toThrow();
    await doomed.reached;
    await doomed.kill();
    await lost;
    await startWorkers();
    expect(await confirmed(browser, payment)).toMatchObject({ outcome: 'signed-in', userEmail: email });
    await expectOneTrial(email);
  });
});

describe('a BFF that is killed while a member pays with a card that needs authentication', () => {
  /** A trial whose bank requires authentication for each charge. */
  const openTrial = async (email: string) => {
    const browser = openBrowser(email);
    const payment = await browser.begin(survivor);
    await startWorkers();
    const token = await sandbox.tokenOf('authenticationRequired');
    const asked = await browser.confirm(survivor, payment, token);
    expect(asked).toMatchObject({ outcome: 'authenticate' });
    await sandbox.authenticate(payment.clientSecret);
    expect(await browser.confirm(survivor, payment)).toMatchObject({ outcome: 'signed-in' });
    return { browser, customer: payment.stripeCustomerId };
  };
  /** Polls like the page: retries until there is an outcome, and runs the job that each press leaves behind. */
  const upgraded = async ({ upgrade }: ReturnType<typeof openBrowser>): Promise<UpgradeAnswer> => {
    for (;;) {
      const answer = await upgrade(survivor);
      if (answer.outcome !== 'pending') return answer;
      const { id } = await harness.data.one('subscriptions');
      const context = createTestJobContext({ orm: harness.orm, now: () => new Date() });
      await syncSubscription(sandbox.payments, { id }, context);
    }
  };
  const killAt = async (call: RegExp, at: 'call' | 'answer', browser: ReturnType<typeof openBrowser>) => {
    const doomed = await startDoomed(call, at);
    const lost = expect(browser.upgrade(doomed)).rejects.toThrow();
    await doomed.reached;
    await doomed.kill();
    await lost;
  };
  const expectOneCharge = async (customer: string): Promise<void> => {
    const charges = (await sandbox.must('GET', 'charges', { customer })).data;
    expect(charges.map(({ status, amount }) => [status, amount])).toEqual([
      ['succeeded', 890],
      ['succeeded', 50],
    ]);
    expect((await sandbox.payments.listSubscriptions(customer)).map(({ status }) => status)).toEqual(['active']);
    expect((await harness.data.values('payments', 'amountPence')).toSorted((a, b) => a - b)).toEqual([50, 890]);
  };
  const isPaid = ({ outcome }: UpgradeAnswer): boolean => outcome === 'upgraded' || outcome === 'already-active';

  it.each([
    ['after Stripe made our payment', /^POST \/v1\/payment_intents$/, 'answer'],
    ['before it was attached', /^POST \/v1\/invoices\/\w+\/attach_payment/, 'call'],
    ['after it was attached', /^POST \/v1\/invoices\/\w+\/attach_payment/, 'answer'],
    ['after it was confirmed', /^POST \/v1\/payment_intents\/\w+\/confirm/, 'answer'],
  ] as const)('%s leaves the bank’s authentication to the next press, and one charge', async (name, call, at) => {
    const { browser, customer } = await openTrial(`${name.replaceAll(' ', '-').toLowerCase()}@example.com`);
    await killAt(call, at, browser);
    const asked = await upgraded(browser);
    if (asked.outcome !== 'authenticate') throw new Error(`not asked: ${asked.outcome}`);
    await sandbox.authenticate(asked.clientSecret);
    expect(isPaid(await upgraded(browser))).toBe(true);
    await expectOneCharge(customer);
  });

  it.each(['call', 'answer'] as const)(
    'leaves one charge to the next press when it dies after the card holder’s answer (%s)',
    async (at) => {
      const { browser, customer } = await openTrial(`answered-${at}@example.com`);
      const asked = await browser.upgrade(survivor);
      if (asked.outcome !== 'authenticate') throw new Error(`not asked: ${asked.outcome}`);
      await sandbox.authenticate(asked.clientSecret);
      await killAt(/^POST \/v1\/payment_intents\/\w+\/confirm/, at, browser);
      expect(isPaid(await upgraded(browser))).toBe(true);
      await expectOneCharge(customer);
    },
  );
});

describe('a BFF that is killed while a trial ends early', () => {
  const openTrial = async (email: string) => {
    const browser = openBrowser(email);
    const payment = await browser.begin(survivor);
    await startWorkers();
    const token = await sandbox.tokenOf('visa');
    expect(await browser.confirm(survivor, payment, token)).toMatchObject({ outcome: 'signed-in' });
    await harness.stopAll();
    const customer = payment.stripeCustomerId;
    const row = await harness.data.one('subscriptions');
    const subscription = String(row.stripeSubscriptionId);
    const useCard = async (card: string): Promise<void> => {
      const { id } = await sandbox.must('POST', `payment_methods/pm_card_${card}/attach`, { customer });
      await sandbox.must('POST', `subscriptions/${subscription}`, { default_payment_method: id });
    };
    const invoices = async () =>
      (await sandbox.must('GET', 'invoices', { subscription })).data.map(({ status }) => status);
    const charged = async () =>
      (await sandbox.must('GET', 'charges', { customer })).data
        .filter(({ status }) => status === 'succeeded')
        .map(({ amount }) => amount);
    return { browser, subscription, useCard, invoices, charged, row };
  };
  const sync = (id: string) =>
    syncSubscription(sandbox.payments, { id }, createTestJobContext({ orm: harness.orm, now: () => new Date() }));
  const press = async (browser: ReturnType<typeof openBrowser>, id: string): Promise<UpgradeAnswer> => {
    for (;;) {
      const answer = await browser.upgrade(survivor);
      if (answer.outcome !== 'pending') return answer;
      await sync(id);
    }
  };
  const killAt = async (call: RegExp, at: 'call' | 'answer', browser: ReturnType<typeof openBrowser>) => {
    const doomed = await startDoomed(call, at);
    const lost = expect(browser.upgrade(doomed)).rejects.toThrow();
    await doomed.reached;
    await doomed.kill();
    await lost;
  };
  const upgrade = /^POST \/v1\/subscriptions\/\w+$/;
  const voiding = /^POST \/v1\/invoices\/\w+\/void/;

  it.each([
    ['before the card was declined', upgrade, 'call', 'press'],
    ['after the card was declined', upgrade, 'answer', 'press'],
    ['after the card was declined', upgrade, 'answer', 'sync'],
    ['before its invoice was void', voiding, 'call', 'press'],
    ['before its invoice was void', voiding, 'call', 'sync'],
    ['after its invoice was void', voiding, 'answer', 'press'],
    ['after its invoice was void', voiding, 'answer', 'sync'],
  ] as const)('%s leaves the trial unchanged (%s, %s, then a %s), and one charge when it is paid', async (...given) => {
    const [name, call, at, then] = given;
    const trial = await openTrial(`${name.replaceAll(' ', '-').toLowerCase()}-${then}@example.com`);
    const before = await sandbox.payments.readSubscription(trial.subscription);
    await trial.useCard('chargeCustomerFail');
    await killAt(call, at, trial.browser);
    if (then === 'sync') {
      await sync(trial.row.id);
      expect(await trial.invoices()).toEqual(['void', 'paid']);
    }
    const { status, trialEndsAt } = await sandbox.payments.readSubscription(trial.subscription);
    expect([status, trialEndsAt]).toEqual(['trialing', before.trialEndsAt]);
    expect(await harness.data.one('subscriptions')).toMatchObject({ status: 'trialing', paymentProblem: null });

    await trial.useCard('visa');
    expect(['upgraded', 'already-active']).toContain((await press(trial.browser, trial.row.id)).outcome);
    expect(await trial.charged()).toEqual([890, 50]);
    expect((await trial.invoices()).filter((each) => each === 'open')).toEqual([]);
    expect((await harness.data.values('payments', 'amountPence')).toSorted((a, b) => a - b)).toEqual([50, 890]);
  });
});

describe('a BFF that is killed between the charge and the account', () => {
  const paid = async (email: string) => {
    const browser = openBrowser(email);
    const payment = await browser.begin(survivor);
    await browser.pay(payment);
    return { browser, payment };
  };

  it.each(['call', 'answer'] as const)(
    'leaves the payment to the next request when it dies during the Stripe %s',
    async (at) => {
      const email = `asking-${at}@example.com`;
      const { browser, payment } = await paid(email);
      const doomed = await startDoomed(/^GET \/v1\/payment_intents/, at);
      const lost = expect(browser.confirm(doomed, payment)).rejects.toThrow();
      await doomed.reached;
      await doomed.kill();
      await lost;
      expect(await harness.data.all('users')).toEqual([]);

      await startWorkers();
      expect(await browser.confirm(survivor, payment)).toMatchObject({ outcome: 'signed-in', userEmail: email });
      await expectOneTrial(email);
    },
  );

  it('leaves its job, which needs no browser, when it dies while it waits for the worker', async () => {
    const email = 'waiting@example.com';
    const { browser, payment } = await paid(email);
    const doomed = await start(sandbox.url);
    const lost = expect(browser.confirm(doomed, payment)).rejects.toThrow();
    await waitUntil('the job is stored', async () => (await harness.outboxRows()) === 1);
    await doomed.kill();
    await lost;
    expect(await harness.data.all('users')).toEqual([]);

    await startWorkers();
    await waitUntil(
      'it is completed',
      async () => (await harness.data.count('sign_ups', { status: 'completed' })) === 1,
    );
    await expectOneTrial(email);
    expect(await browser.confirm(survivor, payment)).toMatchObject({ outcome: 'signed-in' });
    await expectOneTrial(email);
  });
});
