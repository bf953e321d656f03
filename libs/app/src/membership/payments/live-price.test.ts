import { PaymentsRefusedError } from '@ve/providers/payments/payments.port';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import { startLiveModeProxy } from '@ve/providers/payments/stripe-proxy.fixture';
import { startStripeSandbox, type StripeSandbox } from '@ve/providers/payments/stripe-sandbox.fixture';
import { createInMemoryLimiter } from '@ve/providers/http/vendor-limiter.fixture';
import { findPriceProblem, refusalOfLivePrice } from './live-price.ts';

const liveKey = 'sk_live_owner';
const offered = 'price_sandbox_membership';
let sandbox: StripeSandbox;
let live: Awaited<ReturnType<typeof startLiveModeProxy>>;
const adapters: ReturnType<typeof createStripeAdapter>[] = [];
const connect = (url: string, secretKey: string) => {
  const adapter = createStripeAdapter({
    url,
    secretKey,
    priceId: null,
    webhookSecrets: [],
    createVendorLimiter: createInMemoryLimiter,
    limits: { totalTimeoutMs: 2_000 },
  });
  adapters.push(adapter);
  return adapter;
};
beforeAll(async () => {
  sandbox = await startStripeSandbox();
  live = await startLiveModeProxy(sandbox.url, liveKey);
});
afterAll(async () => {
  await Promise.all(adapters.map((adapter) => adapter.close()));
  live.close();
  await sandbox.close();
});

const logged: unknown[] = [];
const logger = { warn: (fields: { event: string }) => void logged.push(fields.event) };
beforeEach(() => logged.splice(0));

it('finds nothing wrong with the offered price, in the mode of its key', async () => {
  const payments = connect(live.url, liveKey);
  expect(await refusalOfLivePrice({ payments, logger }, offered)).toBeNull();
  const test = connect(sandbox.url, 'sk_test_sandbox');
  expect(await findPriceProblem({ payments: test }, { priceId: offered, livemode: false })).toBeNull();
});

it.each<[string, () => Promise<string>, string]>([
  ['one that live mode does not know', async () => 'price_unknown', 'Stripe knows no such price in live mode'],
  [
    'an archived one',
    async () => {
      const price = await newPrice('890');
      await sandbox.call('POST', `prices/${price}`, { active: 'false' });
      return price;
    },
    'the price is archived',
  ],
  ['one of another amount', () => newPrice('990'), 'the price is not £8.90 a month, which the pages show'],
])('refuses to take money at %s', async (_, price, problem) => {
  const payments = connect(live.url, liveKey);
  expect(await refusalOfLivePrice({ payments, logger }, await price())).toBe(
    `STRIPE_PRICE_ID cannot be charged: ${problem}. Run npm run stripe:setup (docs/operations/stripe.md).`,
  );
});

it('refuses a price of the other mode', async () => {
  const payments = connect(sandbox.url, 'sk_test_sandbox');
  expect(await findPriceProblem({ payments }, { priceId: offered, livemode: true })).toBe(
    'the price is of test mode, the key is not',
  );
});

it('starts with a warning while Stripe is out, and not with a key that Stripe refuses', async () => {
  const payments = connect('http://127.0.0.1:9', liveKey);
  expect(await refusalOfLivePrice({ payments, logger }, offered)).toBeNull();
  expect(logged).toEqual(['live_price_not_checked']);
  const refused = connect(live.url, 'sk_live_another');
  await expect(refusalOfLivePrice({ payments: refused, logger }, offered)).rejects.toThrow(PaymentsRefusedError);
});

const newPrice = async (pence: string): Promise<string> => {
  const { id: product } = await sandbox.call('POST', 'products', { name: 'Another' });
  const price = { product, currency: 'gbp', unit_amount: pence, 'recurring[interval]': 'month' };
  return (await sandbox.call('POST', 'prices', price)).id;
};
