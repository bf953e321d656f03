import { randomUUID } from 'node:crypto';
import { interleaved, median, type Result } from '../support/measure.ts';

/** Sign-ups on each side. */
const rounds = 10;

const expected = async (response: Response, what: string): Promise<Record<string, string>> => {
  if (!response.ok) throw new Error(`${what}: ${String(response.status)} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
};

/** Calls of the sandbox's Stripe, with a secret or publishable key. */
const stripeAt =
  (sandbox: string) =>
  async (key: 'sk' | 'pk', path: string, form?: Record<string, string>): Promise<Record<string, string>> =>
    expected(
      await fetch(`${sandbox}/v1/${path}`, {
        headers: { authorization: `Bearer ${key}_test_sandbox` },
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      }),
      path,
    );

/** What Stripe.js sends when the card holder presses the button. */
const confirm = (stripe: ReturnType<typeof stripeAt>, id: string, secret: string) =>
  stripe('pk', `payment_intents/${id}/confirm`, { payment_method: 'pm_card_visa', client_secret: secret });

/** From the press of the button to the answer that signs the browser in and sends it to the report, in milliseconds. */
async function signUp(site: string, stripe: ReturnType<typeof stripeAt>): Promise<number> {
  const customer = { fullName: 'Dana Driver', email: `bench-${randomUUID()}@example.com`, regNumber: 'AB12CDE' };
  let cookie = '';
  const call = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const headers = {
      origin: site,
      'x-requested-with': 'vehicle-enquiry',
      'content-type': 'application/json',
      cookie,
    };
    const response = await fetch(site + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    return expected(response, path);
  };
  const started = performance.now();
  const { clientSecret = '', stripeCustomerId } = await call('/api/create-checkout', {
    customerData: { ...customer, address: { line_1: '1 High Street', post_town: 'Leeds', postcode: 'LS1 1AA' } },
    consents: { terms: '2026-11-21', startNow: '2026-11-21' },
    idempotencyKey: randomUUID(),
  });
  const [paymentIntentId = ''] = clientSecret.split('_secret_');
  await confirm(stripe, paymentIntentId, clientSecret);
  const customerData = { ...customer, stripeCustomerId, subscriptionId: null };
  for (;;) {
    const { outcome } = await call('/api/confirm-payment', { paymentIntentId, customerData });
    // A card that has started three trials has its payment returned, by the same way and with as many calls.
    if (outcome === 'signed-in' || outcome === 'check-email') return performance.now() - started;
    if (outcome !== 'pending') throw new Error(`The payment was not confirmed: ${String(outcome)}`);
  }
}

/** The calls of Stripe that such a sign-up waits for, one after the other, in milliseconds. */
async function bareCalls(stripe: ReturnType<typeof stripeAt>): Promise<number> {
  const started = performance.now();
  const { id: customer = '' } = await stripe('sk', 'customers', { email: 'bench@example.com' });
  const { id = '', client_secret: secret = '' } = await stripe('sk', 'payment_intents', {
    amount: '50',
    currency: 'gbp',
    customer,
    setup_future_usage: 'off_session',
  });
  await confirm(stripe, id, secret);
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
  const { BENCH_URL: site = '', BENCH_SANDBOX_URL: sandbox = '' } = process.env;
  if (site === '' || sandbox === '') {
    console.log('  not measured: start the product (npm start) and name it and its sandbox:');
    console.log('  BENCH_URL=http://localhost:3000 BENCH_SANDBOX_URL=http://127.0.0.1:3900');
    return [];
  }
  const stripe = stripeAt(sandbox);
  const measured = await interleaved(
    rounds,
    () => signUp(site, stripe),
    () => bareCalls(stripe),
  );
  const [ours, bare] = [median(measured.ours), median(measured.bare)];
  const ratio = ours / bare;
  return [{ name: 'pay', unit: 'ms', ours, bare, ratio, bar: '', kept: true, rounds }];
}
