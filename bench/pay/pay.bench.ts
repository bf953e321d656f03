import { setTimeout } from 'node:timers/promises';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { mapRounds, measureInterleaved } from '../support/measure.ts';
import {
  signUp,
  createSandboxStripeClient,
  createConfirmationToken,
  createLapTimer,
  type PaymentDurations,
} from '../support/sign-up.ts';
import { measureOnStack } from '../support/stack.ts';

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

/** A sign-up over HTTP, against the same calls made directly to Stripe of the stack's sandbox. */
export const signUpPaymentBench = (): AsyncIterable<BenchResult> =>
  measureOnStack(async function* ({ site, sandbox }) {
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
    yield compareRounds({
      name: 'pay',
      unit: 'ms',
      rounds: mapRounds(measured, ({ checkout, token, confirmation }) => checkout + token + confirmation),
      limit: { of: 'added', max: maxAddedMs },
    });
    yield compareRounds({
      name: 'pay: the form, to its PaymentIntent',
      unit: 'ms',
      rounds: mapRounds(measured, ({ checkout }) => checkout),
    });
    yield compareRounds({
      name: 'pay: the confirmation, to the answer',
      unit: 'ms',
      rounds: mapRounds(measured, ({ confirmation }) => confirmation),
    });
  });
