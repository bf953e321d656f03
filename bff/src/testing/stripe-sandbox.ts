import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url));
const secretKey = 'sk_test_sandbox';

/** A card of Stripe's list, by the id that stands for it. */
export type TestCard = 'visa' | 'mastercard' | 'chargeCustomerFail' | 'authenticationRequired';

export interface StripeObject {
  id: string;
  status: string;
  customer: string;
  client_secret: string;
  data: StripeObject[];
  [field: string]: unknown;
}

export type StripeSandbox = Awaited<ReturnType<typeof startStripeSandbox>>;

/** The sandbox in a process of its own, and what the tests do at Stripe. */
export const startStripeSandbox = async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: '', PORT: '0', SMTP_PORT: '0', PARENT_PIPE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve((JSON.parse(line) as { url: string }).url));
  });

  const call = async (
    method: 'GET' | 'POST',
    path: string,
    given: Record<string, string> = {},
  ): Promise<StripeObject> => {
    const form = new URLSearchParams(given).toString();
    const answer = await fetch(`${url}/v1/${path}${method === 'GET' && form !== '' ? `?${form}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'GET' ? {} : { body: form }),
    });
    const body = (await answer.json()) as StripeObject;
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const attach = (customer: string, card: TestCard) =>
    call('POST', `payment_methods/pm_card_${card}/attach`, { customer });

  return {
    /** The BFF's settings of Stripe. */
    env: { STRIPE_URL: url, STRIPE_SECRET_KEY: secretKey, STRIPE_PRICE_ID: 'price_sandbox_membership' },

    /** A customer in a trial that ends in 20 hours. */
    createTrial: async (card: TestCard) => {
      const { id: stripeCustomerId } = await call('POST', 'customers', { email: 'dana@example.com' });
      const method = await attach(stripeCustomerId, card);
      const subscription = await call('POST', 'subscriptions', {
        customer: stripeCustomerId,
        'items[0][price]': 'price_sandbox_membership',
        default_payment_method: method.id,
        trial_end: String(Math.floor(Date.now() / 1_000) + 20 * 3_600),
        off_session: 'true',
      });
      return { stripeCustomerId, stripeSubscriptionId: subscription.id };
    },

    subscriptions: async (customer: string) =>
      (await call('GET', 'subscriptions', { customer, status: 'all' })).data.map(({ id, status }) => ({ id, status })),

    /** What was charged of the customer, in pence. */
    charged: async (customer: string) =>
      (await call('GET', 'charges', { customer })).data
        .filter(({ status }) => status === 'succeeded')
        .map(({ amount }) => amount),

    cancel: async (subscription: string) =>
      fetch(`${url}/v1/subscriptions/${subscription}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${secretKey}` },
      }),

    /** The bank's page, answered by the card holder. */
    authenticate: async (clientSecret: string, outcome: 'complete' | 'fail' = 'complete') => {
      const intent = clientSecret.split('_secret_')[0] ?? '';
      await fetch(`${url}/stripe/3ds/${intent}?client_secret=${clientSecret}`, {
        method: 'POST',
        headers: { origin: url },
        body: new URLSearchParams({ outcome }),
      });
    },

    /** A new card, confirmed as Stripe.js does it. */
    confirmSetup: async (clientSecret: string, card: TestCard) => {
      const id = clientSecret.split('_secret_')[0] ?? '';
      await call('POST', `setup_intents/${id}/confirm`, { payment_method: `pm_card_${card}` });
      return id;
    },

    fault: (fault: { mode: string; operation?: string; times?: number; delayMs?: number }) =>
      fetch(`${url}/control/faults/stripe`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      }),
    makeWell: () => fetch(`${url}/control/faults`, { method: 'DELETE' }),
    close: () => child.kill('SIGKILL'),
  };
};
