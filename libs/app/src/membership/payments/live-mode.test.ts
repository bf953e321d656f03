import { companyFixture } from '@ve/domain/membership/company-identity.fixture';
import type { CompanyIdentity } from '@ve/domain/membership/company-identity';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import { startLiveModeProxy } from '@ve/providers/payments/stripe-proxy.fixture';
import { startStripeSandbox, type StripeSandbox } from '@ve/providers/payments/stripe-sandbox.fixture';
import { createInMemoryLimiter } from '@ve/providers/http/vendor-limiter.fixture';
import { refusalOfLiveMode } from './live-mode.ts';

const liveKey = 'sk_live_owner';
const offered = 'price_sandbox_membership';
let sandbox: StripeSandbox;
let live: Awaited<ReturnType<typeof startLiveModeProxy>>;
let payments: ReturnType<typeof createStripeAdapter>;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
  live = await startLiveModeProxy(sandbox.url, liveKey);
  payments = createStripeAdapter({
    url: live.url,
    secretKey: liveKey,
    priceId: null,
    webhookSecrets: [],
    createVendorLimiter: createInMemoryLimiter,
    limits: { totalTimeoutMs: 2_000 },
  });
});
afterAll(async () => {
  await payments.close();
  live.close();
  await sandbox.close();
});

const company = /^STRIPE_SECRET_KEY takes real money, and no page names the company.+$/m;
const price = /^STRIPE_PRICE_ID cannot be charged: Stripe knows no such price in live mode\..+$/m;

it.each<[string, string, { key: string; priceId: string; named: CompanyIdentity | null }, RegExp[]]>([
  ['takes', 'with the company named', { key: liveKey, priceId: offered, named: companyFixture }, []],
  ['refuses', 'while no page names the company', { key: liveKey, priceId: offered, named: null }, [company]],
  ['refuses', 'at another price', { key: 'rk_live_1', priceId: 'price_unknown', named: companyFixture }, [price]],
  ['refuses', 'for both reasons', { key: liveKey, priceId: 'price_unknown', named: null }, [company, price]],
  ['takes', 'of test mode as it is', { key: 'sk_test_1', priceId: 'price_unknown', named: null }, []],
])('%s money %s', async (_, __, { key, priceId, named }, reasons) => {
  const logger = { warn: () => undefined };
  const refusal = await refusalOfLiveMode(
    { payments, logger, company: named },
    { STRIPE_SECRET_KEY: key, STRIPE_PRICE_ID: priceId },
  );
  expect(refusal?.split('\n') ?? []).toEqual(reasons.map((reason) => expect.stringMatching(reason) as unknown));
});
