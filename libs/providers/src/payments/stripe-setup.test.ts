import { membershipOffer } from '@ve/domain/membership/offer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { createStripeSdk } from './stripe.adapter.ts';
import { createStripeHttpClient } from './stripe-http-client.ts';
import { handledStripeEvents } from './stripe-handled-events.ts';
import { setUpStripe, stripeSetupMessages } from './stripe-setup.ts';
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

const setUp = (more: object = {}) =>
  setUpStripe(createStripeSdk('sk_test_sandbox', http), { publicOrigin: 'https://site.example', ...more });

/** Runs the command as `npm run stripe:setup` does. */
const run = async (env: Record<string, string>) => {
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import=./tools/dev/register.mjs', 'libs/providers/src/payments/stripe-setup.command.ts'],
    { cwd: root, env: { PATH: '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
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
  });
  expect(await sandbox.list('webhook_endpoints')).toEqual([
    expect.objectContaining({
      url,
      status: 'enabled',
      api_version: '2026-10-28.endive',
      enabled_events: [...handledStripeEvents],
    }),
  ]);

  const before = await Promise.all(['products', 'prices', 'webhook_endpoints'].map(sandbox.list));
  expect(await setUp(options)).toEqual({ ...first, webhook: { url, secret: null, older: [] } });
  expect(await Promise.all(['products', 'prices', 'webhook_endpoints'].map(sandbox.list))).toEqual(before);
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
  const first = await run(env());
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(/STRIPE_PRICE_ID=price_sandbox_membership\n {2}STRIPE_WEBHOOK_SECRET=whsec_\w+ /);
  const second = await run(env());
  expect(second.code).toBe(0);
  expect(second.out).toContain('STRIPE_PRICE_ID=price_sandbox_membership');
  expect(second.out).not.toContain('whsec_');
  expect(second.out).toContain('Roll it in the dashboard');
});

it('creates no endpoint for an address that Stripe cannot reach', async () => {
  const { out, code } = await run({ ...env(), PUBLIC_ORIGIN: 'http://localhost:3000' });
  expect(code).toBe(0);
  expect(out).toContain('stripe listen --forward-to');
  expect(await sandbox.list('webhook_endpoints')).toEqual([]);
});

it.each<[string, Record<string, string>, string]>([
  [
    'a key of live mode',
    { STRIPE_SECRET_KEY: 'sk_live_1' },
    'STRIPE_SECRET_KEY must not be of live mode until refunds exist',
  ],
  ['no key', { STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is not set'],
  ['a path', { PUBLIC_ORIGIN: 'https://site.example/shop' }, 'PUBLIC_ORIGIN must be an origin alone'],
  ['a key that Stripe refuses', { STRIPE_SECRET_KEY: 'sk_test_wrong' }, 'Stripe refuses our key'],
])('with %s reports the error without the key', async (_, change, message) => {
  const { code, err, out } = await run({ ...env(), ...change });
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(message);
  expect(err).not.toMatch(/sk_(test|live)_[a-z1]/);
});
