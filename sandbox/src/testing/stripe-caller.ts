import { Stripe } from 'stripe';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { startSandboxCaller, type SandboxCaller } from './caller.ts';

export interface StripeCaller {
  caller: SandboxCaller;
  /** The SDK with the secret key. */
  stripe: Stripe;
  /** Makes a call as Stripe.js does, with the publishable key. */
  browser(path: string, fields?: Record<string, string>, method?: string): ReturnType<SandboxCaller['call']>;
  /** Creates a payment method from a card number, as Stripe.js does, and returns its id. */
  typed(number: string, more?: Record<string, string>): Promise<string>;
  /** Completes or fails the bank's authentication of an intent. */
  authenticate(intent: { id: string; client_secret: string | null }, outcome?: 'complete' | 'fail'): Promise<void>;
  /** Creates a customer with a test clock. */
  onTestClock(frozen: string): Promise<{ customer: Stripe.Customer; advance(seconds: number): Promise<void> }>;
  close(): Promise<void>;
}

/** A sandbox, with the official SDK configured for it by host, port and protocol only. */
export async function startSandboxStripeCaller(now?: () => Date): Promise<StripeCaller> {
  const caller = await startSandboxCaller(now);
  const { hostname, port } = new URL(caller.url);
  const stripe = new Stripe(sandboxCredentials.stripeSecretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const browser: StripeCaller['browser'] = (path, fields, method = fields ? 'POST' : 'GET') =>
    caller.call(path, {
      method,
      headers: { authorization: `Bearer ${sandboxCredentials.stripePublishableKey}` },
      ...(fields && { body: new URLSearchParams(fields) }),
    });
  return {
    caller,
    stripe,
    browser,
    typed: async (number, more = {}) => {
      const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2040', 'card[cvc]': '123' };
      const answer = await browser('/v1/payment_methods', { type: 'card', ...card, ...more });
      if (answer.status !== 200) throw new Error(answer.text);
      return String(Reflect.get(Object(answer.body), 'id'));
    },
    authenticate: async ({ id, client_secret: secret }, outcome = 'complete') => {
      await caller.call(`/stripe/3ds/${id}?client_secret=${secret}`, {
        method: 'POST',
        body: new URLSearchParams({ outcome }),
        redirect: 'manual',
      });
    },
    onTestClock: async (frozen) => {
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.parse(frozen) / 1000 });
      const customer = await stripe.customers.create({ email: 'driver@example.com', test_clock: clock.id });
      let time = clock.frozen_time;
      const advance = async (seconds: number): Promise<void> => {
        time += seconds;
        await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: time });
      };
      return { customer, advance };
    },
    close: () => caller.close(),
  };
}
