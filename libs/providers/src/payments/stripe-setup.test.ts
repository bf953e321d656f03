import { membershipOffer } from '@ve/domain/membership/offer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { createStripeSdk } from './stripe.adapter.ts';
import { createStripeHttpClient } from './stripe-http-client.ts';
import { handledStripeEvents } from './stripe-handled-events.ts';
import { startLiveModeProxy } from './stripe-proxy.fixture.ts';
import { planStripeSetup, stripeSetupMessages } from './stripe-setup.ts';
import { startStripeSandbox, type StripeSandbox } from './stripe-sandbox.fixture.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const url = 'https://site.example/api/webhooks/stripe';

let sandbox: StripeSandbox;
let http: ReturnType<typeof createStripeHttpClient>;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
  http = createStripeHttpClient(sandbox.url, {
    createVendorLimiter: createInMemoryLimiter,
    limits: { ratePerSecond: 1_000, burst: 1_000 },
  });
});
afterEach(async () => {
  for (const { id } of await sandbox.list('webhook_endpoints')) await sandbox.call('DELETE', `webhook_endpoints/${id}`);
});
afterAll(async () => {
  await http.close();
  await sandbox.close();
});

const plan = (more: object = {}) =>
  planStripeSetup(createStripeSdk('sk_test_sandbox', http), { publicOrigin: 'https://site.example', ...more });
const setUp = async (more: object = {}) => (await plan(more)).apply();
const kinds = ['products', 'prices', 'webhook_endpoints', 'payment_method_domains'];
const account = () => Promise.all(kinds.map(sandbox.list));

/** Runs the command as `npm run stripe:setup` does. */
const run = async (env: Record<string, string>, ...args: string[]) => {
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--import=./tools/dev/register.mjs',
      'libs/providers/src/payments/stripe-setup.command.ts',
      ...args,
    ],
    {
      cwd: root,
      env: { PATH: '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code: code as number };
};
const env = () => ({
  STRIPE_URL: sandbox.url,
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  PUBLIC_ORIGIN: 'https://site.example',
});

it('creates product, price and webhook in an empty account, and nothing the second time', async () => {
  const options = { lookupKey: 'another_monthly', productId: 'another_membership' };
  const first = await setUp(options);
  expect(first.webhook).toEqual({ url, secret: expect.stringMatching(/^whsec_/), older: [] });
  expect(await sandbox.call('GET', `prices/${first.priceId}`)).toMatchObject({
    unit_amount: membershipOffer.membership.pence,
    currency: 'gbp',
    lookup_key: 'another_monthly',
    product: 'another_membership',
    recurring: { interval: 'month', interval_count: 1 },
  });
  expect(await sandbox.call('GET', 'products/another_membership')).toMatchObject({
    name: membershipOffer.membership.name,
    statement_descriptor: 'VEHICLE ENQUIRY',
  });
  expect(await sandbox.list('payment_method_domains')).toEqual([
    expect.objectContaining({ domain_name: 'site.example', enabled: true }),
  ]);
  expect(await sandbox.list('webhook_endpoints')).toEqual([
    expect.objectContaining({
      url,
      status: 'enabled',
      api_version: '2026-10-28.endive',
      enabled_events: [...handledStripeEvents],
    }),
  ]);

  const before = await account();
  const again = await plan(options);
  expect([again.changes, again.dashboard]).toEqual([[], []]);
  expect(await again.apply()).toEqual({ ...first, webhook: { url, secret: null, older: [] } });
  expect(await account()).toEqual(before);
});

it('plans each change, and makes none before it is applied', async () => {
  const before = await account();
  const { id: product } = await sandbox.call('POST', 'products', { name: 'Old name' });
  const price = { product, currency: 'gbp', unit_amount: '790', lookup_key: 'planned', 'recurring[interval]': 'month' };
  const { id } = await sandbox.call('POST', 'prices', price);
  const { changes } = await plan({ publicOrigin: 'https://planned.example', lookupKey: 'planned' });
  expect(changes).toEqual([
    `set the product ${product}: its name “Vehicle Companion Membership”, its name on card statements VEHICLE ENQUIRY`,
    `make the price £8.90 a month, lookup key planned, to which the key moves from ${id}; memberships that run keep that one`,
    `make the webhook endpoint https://planned.example/api/webhooks/stripe: ${handledStripeEvents.length} events, API version 2026-10-28.endive`,
    'register the domain planned.example for Apple Pay and Google Pay',
  ]);
  await sandbox.call('POST', `prices/${id}`, { active: 'false' });
  expect((await account()).slice(2)).toEqual(before.slice(2));
});

it('enables a domain and a product again', async () => {
  await setUp();
  const [domain] = await sandbox.list('payment_method_domains');
  await sandbox.call('POST', `payment_method_domains/${domain?.id}`, { enabled: 'false' });
  await sandbox.call('POST', 'products/prod_sandbox_membership', { active: 'false' });
  const again = await plan();
  expect(again.changes).toEqual([
    'set the product prod_sandbox_membership: active',
    'enable the domain site.example for Apple Pay and Google Pay',
  ]);
  await again.apply();
  expect((await plan()).changes).toEqual([]);
});

it('finds the existing price', async () => {
  expect((await setUp()).priceId).toBe('price_sandbox_membership');
});

it('creates a new price when the offer has changed, and moves the lookup key to it', async () => {
  const { id: product } = await sandbox.call('POST', 'products', { name: 'Membership' });
  const old = {
    product,
    currency: 'gbp',
    unit_amount: '790',
    lookup_key: 'old_monthly',
    'recurring[interval]': 'month',
  };
  const { id } = await sandbox.call('POST', 'prices', old);
  const { priceId } = await setUp({ lookupKey: 'old_monthly' });
  expect(priceId).not.toBe(id);
  expect(await sandbox.call('GET', `prices/${priceId}`)).toMatchObject({
    unit_amount: 890,
    product,
    lookup_key: 'old_monthly',
  });
  expect(await sandbox.call('GET', `prices/${id}`)).toMatchObject({ active: true, lookup_key: null });
  expect((await setUp({ lookupKey: 'old_monthly' })).priceId).toBe(priceId);
});

it('updates an endpoint, and lists those of an older version', async () => {
  const { id: old } = await sandbox.call('POST', 'webhook_endpoints', { url, 'enabled_events[0]': '*' });
  await setUp();
  const made = (await sandbox.list('webhook_endpoints')).find(({ id }) => id !== old);
  await sandbox.call('POST', `webhook_endpoints/${made?.id}`, {
    disabled: 'true',
    'enabled_events[0]': 'charge.refunded',
  });
  const again = await setUp();
  expect(again.webhook).toEqual({ url, secret: null, older: [old] });
  expect(stripeSetupMessages(again).join('\n')).toContain(`left over: ${old}`);
  expect(await sandbox.call('GET', `webhook_endpoints/${made?.id}`)).toMatchObject({
    status: 'enabled',
    enabled_events: [...handledStripeEvents],
  });
});

it('prints the configuration, and the secret only when it was created now', async () => {
  const planned = await run(env());
  expect(planned).toMatchObject({ code: 0, err: '' });
  expect(planned.out).toContain('Nothing was changed. To do this:\n  npm run stripe:setup -- --confirm test');
  expect(await sandbox.list('webhook_endpoints')).toEqual([]);
  const first = await run(env(), '--confirm', 'test');
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toContain('Stripe in test mode, for https://site.example.');
  expect(first.out).toMatch(/STRIPE_PRICE_ID=price_sandbox_membership\n {2}STRIPE_WEBHOOK_SECRET=whsec_\w+ /);
  const second = await run(env(), '--confirm', 'test');
  expect(second.code).toBe(0);
  expect(second.out).toContain('nothing to change');
  expect(second.out).toContain('STRIPE_PRICE_ID=price_sandbox_membership');
  expect(second.out).not.toContain('whsec_');
  expect(second.out).toContain('Roll it in the dashboard');
});

it('sets up live mode with a live key alone, once live mode is confirmed', async () => {
  const live = await startLiveModeProxy(sandbox.url, 'sk_live_owner');
  try {
    const given = { ...env(), STRIPE_URL: live.url, STRIPE_SECRET_KEY: 'sk_live_owner' };
    const planned = await run(given);
    expect(planned).toMatchObject({ code: 0, err: '' });
    expect(planned.out).toContain('Stripe in live mode, which takes real money, for https://site.example.');
    expect(planned.out).toContain('npm run stripe:setup -- --confirm live');
    expect(await run(given, '--confirm', 'test')).toEqual({
      code: 1,
      out: '',
      err: 'Refused, nothing was changed: STRIPE_SECRET_KEY is of live mode, not test.\n',
    });
    expect(await sandbox.list('webhook_endpoints')).toEqual([]);
    expect((await run(given, '--confirm', 'live')).out).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_/);
    expect(await sandbox.list('webhook_endpoints')).toHaveLength(1);
  } finally {
    live.close();
  }
});

it('creates no endpoint for an address that Stripe cannot reach', async () => {
  const { out, code } = await run({ ...env(), PUBLIC_ORIGIN: 'http://localhost:3000' });
  expect(code).toBe(0);
  expect(out).toContain('stripe listen --forward-to');
  expect(await sandbox.list('webhook_endpoints')).toEqual([]);
});

it.each([['--yes'], ['--confirm', 'production'], ['--confirm']])('does not understand %s', async (...args) => {
  const { code, out, err } = await run(env(), ...args);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('Usage: npm run stripe:setup -- [--confirm test|live]');
});

it.each<[string, Record<string, string>, string]>([
  [
    'a key of live mode and an http origin',
    { STRIPE_SECRET_KEY: 'sk_live_1', PUBLIC_ORIGIN: 'http://site.example' },
    'PUBLIC_ORIGIN must be an https address with a key of live mode',
  ],
  ['a publishable key', { STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY must be a secret key'],
  ['no key', { STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is not set'],
  ['a path', { PUBLIC_ORIGIN: 'https://site.example/shop' }, 'PUBLIC_ORIGIN must be an origin alone'],
  ['a key that Stripe refuses', { STRIPE_SECRET_KEY: 'sk_test_wrong' }, 'Stripe refuses our key'],
])('with %s reports the error without the key', async (_, change, message) => {
  const { code, err, out } = await run({ ...env(), ...change });
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(message);
  expect(err).not.toMatch(/sk_(test|live)_[a-z1]/);
});
