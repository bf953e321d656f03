import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { measureInterleaved } from '../support/measure.ts';
import { signUp, createSandboxStripeClient, createConfirmationToken } from '../support/sign-up.ts';
import { measureOnStack } from '../support/stack.ts';

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

/** A sign-up over HTTP, against the same calls made directly to Stripe of the stack's sandbox. */
export const signUpPaymentBench = (): AsyncIterable<BenchResult> =>
  measureOnStack(async function* ({ site, sandbox }) {
    const stripe = createSandboxStripeClient(sandbox);
    const measured = await measureInterleaved(
      rounds,
      async () => (await signUp(site, stripe)).ms,
      () => baselineCalls(stripe),
    );
    yield compareRounds({ name: 'pay', unit: 'ms', rounds: measured });
  });
