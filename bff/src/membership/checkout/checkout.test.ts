import { checkoutAnswerSchema } from '@ve/contracts/http/membership/checkout';
import { apiErrors } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { currentConsents } from '@ve/domain/membership/consents';
import { startStripeSandbox, type StripeSandbox } from '@ve/providers/payments/stripe-sandbox.fixture';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { checkoutFormFixture } from '../../testing/checkout-form-fixture.ts';
import { likeCondition, notEqualCondition, type NewTestRow } from '@ve/data/testing/test-rows';
import { rawHttpRequest } from '../../testing/raw-http.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { isBackgroundStatement, openSqlStatementLog } from '../../testing/statement-log.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

let sandbox: StripeSandbox;
let app: TestApp;
let now: number;
const startApp = (env: Record<string, string> = {}, sharing?: TestApp): Promise<TestApp> =>
  startTestApp(
    {
      STRIPE_URL: sandbox.url,
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PRICE_ID: 'price_sandbox_membership',
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
  await app.empty('sign_ups', 'consents', 'token_buckets', 'outbox');
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

let clients = 0;
/** A browser with its own network address. */
const openBrowser = ({ to = app, address = `203.0.113.${(clients += 1) % 250}`, session = '' } = {}) => {
  let cookies = session === '' ? '' : `session=${session}`;
  const keep = (answer: Response): string | undefined => {
    const [set] = answer.headers.getSetCookie();
    if (set) cookies = [session === '' ? '' : `session=${session}; `, set.split(';')[0]].join('');
    return set;
  };
  return {
    create: async (form: object = checkoutFormFixture()) => {
      // The page requests the end of the trial before anything can be paid.
      if (!cookies.includes('ve-browser')) keep(await fetch(`${to.url}/api/trial-end`));
      const headers = { 'x-forwarded-for': address, ...(cookies === '' ? {} : { cookie: cookies }) };
      const answer = await postFromOwnPage(`${to.url}/api/create-checkout`, form, headers);
      const set = keep(answer);
      const body = (await answer.json()) as Record<string, unknown>;
      return { status: answer.status, set, body, headers: answer.headers };
    },
  };
};
const intents = () => sandbox.list('payment_intents');
const intentOf = ({ body }: { body: Record<string, unknown> }): string =>
  String(body['clientSecret']).split('_secret_')[0] ?? '';

it('returns when a trial paid for now would end, by the clock of the service', async () => {
  now = Date.parse('2030-03-30T18:30:00Z');
  const answer = await fetch(`${app.url}/api/trial-end`);
  expect([answer.headers.get('cache-control'), await answer.json()]).toEqual([
    'no-store',
    { trialEndsAt: '2030-03-31T18:30:00.000Z' },
  ]);
});

it('writes the sign-up with its consents, and returns the PaymentIntent of 50p', async () => {
  const before = (await intents()).length;
  const { status, body, set } = await openBrowser().create(checkoutFormFixture({ email: 'Dana@Example.com' }));
  expect([status, checkoutAnswerSchema.parse(body)]).toEqual([
    200,
    {
      outcome: 'ready',
      clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
      stripeCustomerId: expect.stringMatching(/^cus_/),
    },
  ]);
  expect(set).toMatch(/^ve-browser=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
  const [row] = await app.data.all('sign_ups');
  expect(row).toMatchObject({
    email: 'dana@example.com',
    fullName: 'Dana Driver',
    address: '1 High Street, Leeds',
    postcode: 'LS1 1AA',
    registrationNumber: 'AB12CDE',
    stripePaymentIntentId: intentOf({ body }),
    stripeCustomerId: body['stripeCustomerId'],
    status: 'open',
  });
  const own = { signUpId: row?.id, clientHash: expect.any(String) as unknown };
  expect(await app.data.all('consents', {}, 'kind')).toMatchObject([
    { kind: 'start-now', textVersion: '2026-11-26', ...own },
    { kind: 'terms', textVersion: '2026-11-21', ...own },
  ]);
  const [made, ...others] = await intents();
  expect(others).toHaveLength(before);
  expect(made).toMatchObject({
    id: intentOf({ body }),
    amount: 50,
    currency: 'gbp',
    setup_future_usage: 'off_session',
    confirmation_method: 'manual',
    metadata: { sign_up_id: row?.['id'] },
  });
});

it('an amount, a price or a currency in the form changes nothing', async () => {
  const form = { ...checkoutFormFixture(), amount: 1, currency: 'usd', priceId: 'price_1' };
  const { body } = await openBrowser().create(form);
  expect(await sandbox.call('GET', `payment_intents/${intentOf({ body })}`)).toMatchObject({
    amount: 50,
    currency: 'gbp',
  });
});

describe('a browser without our cookie', () => {
  const begin = (cookie: string, form: object) => postFromOwnPage(`${app.url}/api/create-checkout`, form, { cookie });

  it('starts nothing, gets the cookie, and then starts', async () => {
    const form = checkoutFormFixture();
    const refused = await begin('', form);
    expect(await refused.json()).toEqual({ outcome: 'cookie-needed' });
    expect(await app.data.all('sign_ups')).toEqual([]);
    const [set = ''] = refused.headers.getSetCookie();
    expect(set).toMatch(/^ve-browser=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    expect(await (await begin(set.split(';')[0] ?? '', form)).json()).toMatchObject({ outcome: 'ready' });
  });

  it('that refuses the cookie starts nothing, on every request', async () => {
    for (let times = 0; times < 3; times += 1) {
      expect(await (await begin('ve-browser=short', checkoutFormFixture())).json()).toEqual({
        outcome: 'cookie-needed',
      });
    }
    expect(await app.data.all('sign_ups')).toEqual([]);
  });

  it('has the cookie from the checkout page', async () => {
    const [set = '', ...others] = (await fetch(`${app.url}/api/trial-end`)).headers.getSetCookie();
    expect([set, others]).toEqual([expect.stringMatching(/^ve-browser=[\w-]{43}; .*HttpOnly; SameSite=Lax$/), []]);
    const cookie = set.split(';')[0] ?? '';
    const [cookieHeader] = (await fetch(`${app.url}/api/trial-end`, { headers: { cookie } })).headers.getSetCookie();
    expect(cookieHeader?.split(';')[0]).toBe(cookie);
  });
});

describe('the first response that never arrives', () => {
  it('is repeated with the same key, and gets the same PaymentIntent', async () => {
    const [set = ''] = (await fetch(`${app.url}/api/trial-end`)).headers.getSetCookie();
    const cookie = set.split(';')[0] ?? '';
    const form = checkoutFormFixture();
    const { host, hostname, port } = new URL(app.url);
    const head = {
      host,
      cookie,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...firstPartyHeaders,
    };
    const socket = connect(Number(port), hostname);
    socket.pause().write(rawHttpRequest('POST /api/create-checkout', head, JSON.stringify(form)));
    const stored = () => app.data.all('sign_ups', { stripePaymentIntentId: notEqualCondition(null) });
    while ((await stored()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    const before = await intents();

    const again = await postFromOwnPage(`${app.url}/api/create-checkout`, form, { cookie });
    expect(again.status).toBe(200);
    const body = (await again.json()) as Record<string, unknown>;
    expect(await stored()).toMatchObject([{ stripePaymentIntentId: intentOf({ body }) }]);
    expect(await intents()).toHaveLength(before.length);
  });
});

describe('the same form again', () => {
  it('gets the same PaymentIntent: a double click, a second tab, a reload', async () => {
    const browser = openBrowser();
    await browser.create();
    const before = (await intents()).length;
    const form = checkoutFormFixture();
    const both = await Promise.all([browser.create(form), browser.create(form)]);
    const later = await browser.create(form);
    expect([...both, later].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set([...both, later].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await intents()).toHaveLength(before + 1);
    expect(await app.data.count('sign_ups')).toBe(2);
    expect(await app.data.count('consents')).toBe(4);
  });

  it('gets the same one after Stripe’s response was lost', async () => {
    const before = await Promise.all([intents(), sandbox.list('customers')]);
    await sandbox.fault('answers-lost', { times: 6 });
    const browser = openBrowser();
    const form = checkoutFormFixture();
    const lost = await browser.create(form);
    expect([lost.status, lost.body]).toEqual([503, expect.objectContaining({ code: 'checkout-failed' })]);
    await sandbox.fault('ok');
    const { status, body } = await browser.create(form);
    expect(status).toBe(200);
    const after = await Promise.all([intents(), sandbox.list('customers')]);
    expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length + 1));
    expect(await app.data.values('sign_ups', 'stripePaymentIntentId')).toEqual([intentOf({ body })]);
  });

  it('is stored before Stripe is called: while Stripe is down, nothing is lost', async () => {
    const browser = openBrowser();
    const form = checkoutFormFixture({ email: 'waiting@example.com' });
    await sandbox.fault('drop');
    expect((await browser.create(form)).body).toMatchObject({ code: 'checkout-failed' });
    const waiting = await app.data.one('sign_ups', { email: 'waiting@example.com' });
    expect(waiting.stripePaymentIntentId).toBeNull();
    expect(await app.data.count('consents', { signUpId: waiting.id })).toBe(2);
    await sandbox.fault('ok');
    expect((await browser.create(form)).body).toMatchObject({ outcome: 'ready' });
  });

  it('gets the same one after the BFF died between the row, Stripe and the row', async () => {
    const browser = openBrowser();
    const form = checkoutFormFixture();
    const first = await browser.create(form);
    // The state after a process was killed before it stored Stripe's ids.
    await app.data.set('sign_ups', { stripePaymentIntentId: null, stripeCustomerId: null });
    const again = await browser.create(form);
    expect(again.body).toEqual(first.body);
    expect(await app.data.values('sign_ups', 'stripePaymentIntentId')).toEqual([intentOf(first)]);
  });

  it('gets the one that the sweep found for it meanwhile', async () => {
    const browser = openBrowser();
    const form = checkoutFormFixture();
    const first = await browser.create(form);
    const other = await openBrowser().create();
    await app.data.remove('sign_ups', { stripePaymentIntentId: intentOf(other) });
    await app.data.set('sign_ups', { stripePaymentIntentId: intentOf(other) });
    expect(intentOf(await browser.create(form))).toBe(intentOf(other));
    expect(intentOf(first)).not.toBe(intentOf(other));
  });

  it('gets the same response after it was paid', async () => {
    const browser = openBrowser();
    const form = checkoutFormFixture();
    const first = await browser.create(form);
    await sandbox.pay(String(first.body['clientSecret']));
    expect((await browser.create(form)).body).toEqual(first.body);
  });

  const conflict = [409, expect.objectContaining({ code: 'conflict' })];

  it.each([
    ['name', { fullName: 'Dan Driver' }],
    ['e-mail address', { email: 'dan@example.com' }],
    ['vehicle', { regNumber: 'FN15 FNC' }],
    ['address', { address: { line_1: '2 High Street', post_town: 'Leeds', postcode: 'LS1 1AA' } }],
  ])('with another %s conflicts', async (_, change) => {
    const browser = openBrowser();
    const idempotencyKey = randomUUID();
    await browser.create(checkoutFormFixture({ idempotencyKey }));
    const { status, body } = await browser.create(checkoutFormFixture({ idempotencyKey, ...change }));
    expect([status, body]).toEqual(conflict);
  });

  it('from another browser conflicts', async () => {
    const form = checkoutFormFixture();
    await openBrowser().create(form);
    const { status, body } = await openBrowser().create(form);
    expect([status, body]).toEqual(conflict);
  });

  it('whose page states another price or other terms by now conflicts, and a new key agrees to what it states', async () => {
    const browser = openBrowser();
    const form = checkoutFormFixture();
    await browser.create(form);
    await app.data.set('consents', { textVersion: '2026-01-01', monthlyPence: 790 }, { kind: 'terms' });
    const { status, body } = await browser.create(form);
    expect([status, body]).toEqual(conflict);
    const idempotencyKey = randomUUID();
    expect((await browser.create({ ...form, idempotencyKey })).body).toMatchObject({ outcome: 'ready' });
    const { id } = await app.data.one('sign_ups', { idempotencyKey });
    expect(await app.data.one('consents', { signUpId: id, kind: 'terms' })).toMatchObject({
      textVersion: currentConsents.terms.version,
      monthlyPence: 890,
    });
  });

  it('after nearly a day, or after its PaymentIntent was cancelled, conflicts: a new form is needed', async () => {
    const browser = openBrowser();
    const form = checkoutFormFixture();
    const { body } = await browser.create(form);
    now += 23 * 3_600_000 + 1;
    expect((await browser.create(form)).status).toBe(409);
    now -= 3_600_000;
    expect((await browser.create(form)).status).toBe(200);
    await sandbox.call('POST', `payment_intents/${intentOf({ body })}/cancel`);
    expect((await browser.create(form)).status).toBe(409);
    await app.data.set('sign_ups', { status: 'abandoned', finishedAt: new Date() });
    expect((await browser.create(form)).status).toBe(409);
  });

  it('is refused after five declined attempts', async () => {
    const browser = openBrowser();
    const form = checkoutFormFixture();
    await browser.create(form);
    await app.data.set('sign_ups', { paymentAttempts: 4 });
    expect((await browser.create(form)).status).toBe(200);
    await app.data.set('sign_ups', { paymentAttempts: 5 });
    const { status, body } = await browser.create(form);
    const detail = 'This payment takes no more cards. Try again to start a new one.';
    expect([status, body]).toEqual([429, expect.objectContaining({ code: 'payment-attempts-exceeded', detail })]);
  });
});

describe('limits', () => {
  const of = (answers: { status: number }[]) => answers.map(({ status }) => status);

  it('three new sign-ups an hour of one client, over all processes; repeated forms do not count', async () => {
    const second = await startApp({}, app);
    try {
      const answers = [];
      const first = checkoutFormFixture({ email: 'p0@example.com' });
      const browser = openBrowser({ address: '198.51.100.1' });
      answers.push(await browser.create(first), await browser.create(first), await browser.create(first));
      for (let n = 1; n < 4; n += 1) {
        const other = openBrowser({ address: '198.51.100.1', to: n % 2 ? second : app });
        answers.push(await other.create(checkoutFormFixture({ email: `p${n}@example.com` })));
      }
      expect(of(answers)).toEqual([200, 200, 200, 200, 200, 429]);
      const refused = answers[5];
      expect(refused?.body).toMatchObject({
        code: 'payment-attempts-exceeded',
        title: apiErrors['payment-attempts-exceeded'].title,
        detail: 'You can try again in 20 minutes.',
      });
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await browser.create(first)).status).toBe(200);
      expect(of([await openBrowser({ address: '198.51.100.2' }).create()])).toEqual([200]);
      // A refused sign-up stores nothing.
      expect(await app.data.all('sign_ups', { email: 'p3@example.com' })).toEqual([]);
      expect(JSON.stringify(await app.data.all('token_buckets'))).not.toMatch(/198\.51|example\.com/);
    } finally {
      await second.close();
    }
  });

  it('three new sign-ups an hour for one address, from any clients, then three per network', async () => {
    const answers = [];
    for (let n = 0; n < 8; n += 1)
      answers.push(await openBrowser().create(checkoutFormFixture({ email: 'same@example.com' })));
    expect(of(answers)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    const elsewhere = await openBrowser({ address: '198.51.100.9' }).create(
      checkoutFormFixture({ email: 'same@example.com' }),
    );
    expect(elsewhere.status).toBe(200);
    now += 3_600_000;
    expect(of([await openBrowser().create(checkoutFormFixture({ email: 'same@example.com' }))])).toEqual([200]);
  });
});

describe('an address that has an account', () => {
  const subscribe = async (address: string, given: Partial<NewTestRow<'subscriptions'>> = {}) =>
    app.data.add('subscriptions', { userId: (await app.data.one('users', { email: address })).id, ...given });

  it('gets the same response as any other, except for the member in their own session', async () => {
    const session = await createTestSession(app, { email: 'known@example.com' });
    await subscribe('known@example.com');
    const askAs = async (email: string) => {
      const { status, body, set } = await openBrowser().create(checkoutFormFixture({ email }));
      return { status, keys: Object.keys(body), outcome: body['outcome'], cookie: set?.replace(/=[\w-]{43}/, '') };
    };
    expect(await askAs('known@example.com')).toEqual(await askAs('unknown@example.com'));

    const own = openBrowser({ session });
    expect((await own.create(checkoutFormFixture({ email: 'known@example.com' }))).body).toEqual({
      outcome: 'already-member',
    });
    expect((await own.create(checkoutFormFixture({ email: 'another@example.com' }))).body).toEqual({
      outcome: 'already-member',
    });
  });

  it('costs the same statements as any other, so that timing reveals nothing', async () => {
    await createTestSession(app, { email: 'member@example.com' });
    await subscribe('member@example.com');
    const log = await openSqlStatementLog(app.databaseUrl);
    const counted = await startApp({}, { ...app, databaseUrl: log.url });
    try {
      const asked = async (email: string) => {
        log.take();
        expect((await openBrowser({ to: counted }).create(checkoutFormFixture({ email }))).status).toBe(200);
        return log.take().filter((statement) => !isBackgroundStatement(statement));
      };
      // Warms up keys and connections that a process opens once.
      await asked('first@example.com');
      const unknown = await asked('unknown@example.com');
      expect(unknown.filter((statement) => statement.includes('sign_ups')).length).toBeGreaterThan(1);
      expect(await asked('member@example.com')).toEqual(unknown);
    } finally {
      await counted.close();
      log.close();
    }
  });

  it('a customer whose membership has ended, or who never had one, can start a sign-up', async () => {
    const ended = await createTestSession(app, { email: 'ended@example.com' });
    await subscribe('ended@example.com', { status: 'canceled', currentPeriodEnd: null, creditedPeriodEnd: null });
    const never = await createTestSession(app, { email: 'never@example.com' });
    for (const session of [ended, never, await createTestSession(app, { state: 'expired' })]) {
      expect((await openBrowser({ session }).create()).body).toMatchObject({ outcome: 'ready' });
    }
  });
});

it.each([
  { terms: '2026-01-01', startNow: '2026-11-21' },
  { terms: '2026-11-21', startNow: '' },
  { terms: '2026-11-21', startNow: '2026-11-21 ' },
])('consents to other texts (%j) are outdated, and nothing is started', async (consents) => {
  expect((await openBrowser().create({ ...checkoutFormFixture(), consents })).body).toEqual({
    outcome: 'consent-outdated',
  });
  expect(await app.data.all('sign_ups')).toEqual([]);
});

it('a consent whose refund is no longer offered is outdated', async () => {
  const form = { ...checkoutFormFixture(), consents: { terms: currentConsents.terms.version, startNow: '2026-11-21' } };
  expect((await openBrowser().create(form)).body).toEqual({ outcome: 'consent-outdated' });
  expect(await app.data.all('sign_ups')).toEqual([]);
});

it.each(['error-500', 'error-503', 'rate-limit', 'malformed', 'wrong-shape', 'drop', 'forbidden'])(
  'Stripe answers %s: the checkout failed, nothing was charged, and the same form works later',
  async (mode) => {
    const own = await startApp({}, app);
    try {
      await sandbox.fault(mode);
      const browser = openBrowser({ to: own });
      const form = checkoutFormFixture();
      const { status, body, headers } = await browser.create(form);
      expect([status, body['code'], body['title']]).toEqual([
        503,
        'checkout-failed',
        'Checkout creation failed. Nothing was charged. Try again in a minute.',
      ]);
      expect(headers.get('retry-after')).toBe('60');
      expect(own.logLines.join('')).not.toMatch(/dana@example|sk_test|Dana Driver/);
      await sandbox.fault('ok');
      // The limiter may still hold the pause that Stripe requested.
      await app.data.remove('token_buckets', { key: likeCondition('vendor:Stripe%') });
      expect((await browser.create(form)).status).toBe(200);
    } finally {
      await own.close();
    }
  },
);

const long = 'x'.repeat(201);
it.each<[string, object]>([
  ['nothing', {}],
  [
    'no address',
    { ...checkoutFormFixture(), customerData: { ...checkoutFormFixture().customerData, address: undefined } },
  ],
  ['no key', { ...checkoutFormFixture(), idempotencyKey: undefined }],
  ['a key that is not a UUID', checkoutFormFixture({ idempotencyKey: "' or 1=1 --" })],
  ['no consents', { ...checkoutFormFixture(), consents: undefined }],
  ['an empty name', checkoutFormFixture({ fullName: '   ' })],
  ['an oversized name', checkoutFormFixture({ fullName: long })],
  ['a name with a control character', checkoutFormFixture({ fullName: 'Dana\u0000Driver' })],
  ['a name with a lone surrogate', checkoutFormFixture({ fullName: 'Dana \ud83d' })],
  ['a name over two lines', checkoutFormFixture({ fullName: 'Dana\r\nBcc: x@example.com' })],
  [
    'a name that is an object',
    { ...checkoutFormFixture(), customerData: { ...checkoutFormFixture().customerData, fullName: {} } },
  ],
  ['no e-mail address', checkoutFormFixture({ email: 'dana' })],
  ['two e-mail addresses', checkoutFormFixture({ email: 'a@example.com,b@example.com' })],
  ['an invalid postcode', checkoutFormFixture({ address: { line_1: '1', post_town: 'Leeds', postcode: 'LS1' } })],
  ['an oversized line', checkoutFormFixture({ address: { line_1: long, post_town: 'Leeds', postcode: 'LS1 1AA' } })],
])('refuses %s', async (_, form) => {
  const { status, body } = await openBrowser().create(form);
  expect([status, body['code']]).toEqual([400, 'request-invalid']);
  expect(await app.data.all('sign_ups')).toEqual([]);
});

it('refuses a body above eight kilobytes', async () => {
  expect((await openBrowser().create({ ...checkoutFormFixture(), padding: 'x'.repeat(8_192) })).status).toBe(413);
});
