import { createStripeSdk } from './stripe.adapter.ts';
import { createStripeHttpClient } from './stripe-http-client.ts';
import { setUpStripe, stripeSetupMessages } from './stripe-setup.ts';
import { readStripeSetupConfig, type StripeSetupConfig } from './stripe-setup.config.ts';

const fail = (message: string): void => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
};

const setUp = async ({ STRIPE_URL: url, STRIPE_SECRET_KEY: key, PUBLIC_ORIGIN: publicOrigin }: StripeSetupConfig) => {
  const http = createStripeHttpClient(url, {
    // No limiter is needed for a dozen calls by hand.
    createVendorLimiter: () => ({
      consumeAttempt: () => Promise.resolve({ granted: true, waitMs: 0 }),
      pause: () => Promise.resolve(),
      spend: () => Promise.resolve({ refundAttempt: () => Promise.resolve() }),
    }),
  });
  try {
    const lines = stripeSetupMessages(await setUpStripe(createStripeSdk(key, http), { publicOrigin }));
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await http.close();
  }
};

const read = readStripeSetupConfig();
if ('issues' in read) {
  fail(`The configuration has errors:\n${read.issues.map((issue) => `  - ${issue}`).join('\n')}`);
} else {
  try {
    await setUp(read.config);
  } catch (error) {
    // The SDK's error names the call; the error of our client, in its detail, gives the reason.
    const { detail } = error as { detail?: unknown };
    fail(
      `stripe:setup failed: ${[error, detail].flatMap((each) => (each instanceof Error ? each.message : [])).join(' ')}`,
    );
  }
}
