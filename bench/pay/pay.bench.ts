import { interleaved, median, type Result } from '../support/measure.ts';
import { runningStack } from '../support/running-stack.ts';
import { signUp, stripeAt, tokenOf } from '../support/sign-up.ts';

/** Sign-ups on each side. */
const rounds = 10;

/** The calls of Stripe that such a sign-up waits for, one after the other, in milliseconds. */
async function bareCalls(stripe: ReturnType<typeof stripeAt>): Promise<number> {
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
  const token = await tokenOf(stripe);
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
 * A sign-up on a running stack at `BENCH_URL`, against the bare calls of its sandbox's Stripe at `BENCH_SANDBOX_URL`.
 * Skipped with a message when either is unset.
 */
export async function payBench(): Promise<Result[]> {
  const stack = runningStack();
  if (stack === null) return [];
  const { site, sandbox } = stack;
  const stripe = stripeAt(sandbox);
  const measured = await interleaved(
    rounds,
    async () => (await signUp(site, stripe)).ms,
    () => bareCalls(stripe),
  );
  const [ours, bare] = [median(measured.ours), median(measured.bare)];
  const ratio = ours / bare;
  return [{ name: 'pay', unit: 'ms', ours, bare, ratio, bar: '', kept: true, rounds }];
}
