import { setTimeout } from 'node:timers/promises';
import { measureInterleaved, median, type BenchResult } from '../support/measure.ts';
import { findRunningStack } from '../support/running-stack.ts';
import {
  signUp,
  createSandboxStripeClient,
  createConfirmationToken,
  createLapTimer,
  type PaymentDurations,
} from '../support/sign-up.ts';

/** The number of sign-ups on each side. */
const rounds = 10;
/** How much the product may add to Stripe's own calls, in milliseconds. */
const maxAddedMs = 200;
/** Before each, in milliseconds: the events, mails and report of the one before take processor time for a while. */
const pauseMs = 2_000;

/** Makes the Stripe calls that a sign-up waits for, in sequence. */
async function baselineCalls(stripe: ReturnType<typeof createSandboxStripeClient>): Promise<PaymentDurations> {
  const lap = createLapTimer();
  const { id: customer = '' } = await stripe('sk', 'customers', { email: 'bench@example.com' });
  const { id = '' } = await stripe('sk', 'payment_intents', {
    amount: '50',
    currency: 'gbp',
    customer,
    setup_future_usage: 'off_session',
    confirmation_method: 'manual',
    'allowed_payment_method_types[0]': 'card',
  });
  const checkout = lap();
  const confirmationToken = await createConfirmationToken(stripe);
  const token = lap();
  await stripe('sk', `payment_intents/${id}/confirm`, { confirmation_token: confirmationToken });
  const { payment_method: method = '' } = await stripe('sk', `payment_intents/${id}`);
  await stripe('sk', 'subscriptions', {
    customer,
    'items[0][price]': 'price_sandbox_membership',
    default_payment_method: method,
    trial_end: String(Math.floor(Date.now() / 1_000) + 86_400),
  });
  return { checkout, token, confirmation: lap() };
}

/** What the results call each part, and which durations belong to it. */
const parts: [name: string, of: (durations: PaymentDurations) => number][] = [
  ['pay', ({ checkout, token, confirmation }) => checkout + token + confirmation],
  ['pay: the form, to its PaymentIntent', ({ checkout }) => checkout],
  ['pay: the confirmation, to the answer', ({ confirmation }) => confirmation],
];

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
    async () => {
      await setTimeout(pauseMs);
      return (await signUp(site, stripe)).durations;
    },
    async () => {
      await setTimeout(pauseMs);
      return baselineCalls(stripe);
    },
  );
  return parts.map(([name, of], index) => {
    const [product, baseline] = [median(measured.product.map(of)), median(measured.baseline.map(of))];
    const isLimited = index === 0;
    return {
      name,
      unit: 'ms',
      product,
      baseline,
      ratio: product / baseline,
      maxRatio: isLimited ? `≤ ${String(maxAddedMs)} ms more` : '',
      isWithinLimit: !isLimited || product - baseline <= maxAddedMs,
      rounds,
    };
  });
}
