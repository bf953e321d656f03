import { measureInterleaved, median, type BenchResult } from '../support/measure.ts';
import { findRunningStack } from '../support/running-stack.ts';
import { signUp, createSandboxStripeClient, createConfirmationToken } from '../support/sign-up.ts';

/** The number of sign-ups on each side. */
const rounds = 10;

/** Makes the Stripe calls that a sign-up waits for, in sequence. Returns the duration in milliseconds. */
async function baselineCalls(stripe: ReturnType<typeof createSandboxStripeClient>): Promise<number> {
  const started = performance.now();
  const { id: customer = '' } = await stripe('sk', 'customers', { email: 'bench@example.com' });
  const { id = '' } = await stripe('sk', 'payment_intents', {
    amount: '50',
    currency: 'gbp',
    customer,
    setup_future_usage: 'off_session',
    confirmation_method: 'manual',
    'allowed_payment_method_types[0]': 'card',
  });
  const token = await createConfirmationToken(stripe);
  await stripe('sk', `payment_intents/${id}/confirm`, { confirmation_token: token });
  const { payment_method: method = '' } = await stripe('sk', `payment_intents/${id}`);
  await stripe('sk', 'subscriptions', {
    customer,
    'items[0][price]': 'price_sandbox_membership',
    default_payment_method: method,
    trial_end: String(Math.floor(Date.now() / 1_000) + 86_400),
  });
  return performance.now() - started;
}

/**
 * A sign-up on a running stack at `BENCH_URL`, against the same calls made directly to its sandbox's Stripe at
 * `BENCH_SANDBOX_URL`. Skipped with a message when either is unset.
 */
export async function signUpPaymentBench(): Promise<BenchResult[]> {
  const stack = findRunningStack();
  if (stack === null) return [];
  const { site, sandbox } = stack;
  const stripe = createSandboxStripeClient(sandbox);
  const measured = await measureInterleaved(
    rounds,
    async () => (await signUp(site, stripe)).ms,
    () => baselineCalls(stripe),
  );
  const [product, baseline] = [median(measured.product), median(measured.baseline)];
  const ratio = product / baseline;
  return [{ name: 'pay', unit: 'ms', product, baseline, ratio, maxRatio: '', isWithinLimit: true, rounds }];
}
