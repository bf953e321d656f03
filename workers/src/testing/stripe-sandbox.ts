import { unlimitedVendorLimiter } from '@ve/providers/http/single-call';
import { createHmac } from 'node:crypto';
import type { ProviderEvent } from '@ve/providers/payments/payments.port';
import { sandboxStripeKeys, startStripeSandboxApi } from '@ve/providers/payments/stripe-sandbox-api.fixture';
import { createStripeAdapter } from '@ve/providers/payments/stripe.adapter';
import { testClockListings } from './test-clock-listings.ts';

const webhookSecret = 'whsec_test';
/** A test clock advances at most two months at a time. */
const maxStepMs = 28 * 86_400_000;

/** A card of Stripe's list, by its id. */
export type StripeTestCard =
  | 'visa'
  | 'visa_debit'
  | 'gb'
  | 'mastercard'
  | 'chargeDeclined'
  | 'chargeCustomerFail'
  | 'authenticationRequired'
  | 'createDispute'
  | 'refundFail';

export type StripeSandbox = Awaited<ReturnType<typeof startStripeSandbox>>;
export type StripeTestEnvironment = Awaited<ReturnType<StripeSandbox['openTestEnvironment']>>;

/** Our adapter to a sandbox, without limits. */
export const sandboxPayments = (url: string) =>
  createStripeAdapter({
    url,
    secretKey: sandboxStripeKeys.secret,
    priceId: 'price_sandbox_membership',
    webhookSecrets: [webhookSecret],
    createVendorLimiter: unlimitedVendorLimiter,
    limits: { breakerFailures: 1_000 },
  });

/** The sandbox as a process, with our adapter. */
export const startStripeSandbox = async () => {
  const { url, call, must, confirm, tokenOf, authenticate, close } = await startStripeSandboxApi();
  const payments = sandboxPayments(url);

  const closing: (() => Promise<void>)[] = [];
  let lastEvent: string | null = null;
  /** Events since the last call, oldest first, as verified by the webhook. */
  const newEvents = async (now: Date): Promise<ProviderEvent[]> => {
    const found: ProviderEvent[] = [];
    for (;;) {
      const { data } = await must('GET', 'events', {
        limit: '100',
        ...(lastEvent === null ? {} : { ending_before: lastEvent }),
      });
      for (const body of data.toReversed()) {
        const rawBody = Buffer.from(JSON.stringify(body));
        const at = Math.floor(now.getTime() / 1_000);
        const mac = createHmac('sha256', webhookSecret).update(`${at}.`).update(rawBody).digest('hex');
        const event = payments.readEvent({ rawBody, signature: `t=${at},v1=${mac}`, now });
        if (event === null) throw new Error(`an event cannot be read: ${rawBody.toString()}`);
        found.push(event);
      }
      lastEvent = data[0]?.id ?? lastEvent;
      if (data.length < 100) return found;
    }
  };

  /** Opens a separate set of customers with a test clock. */
  const openTestEnvironment = async (from: Date) => {
    let at = from;
    const seconds = (instant: Date) => String(Math.floor(instant.getTime() / 1_000));
    const clock = await must('POST', 'test_helpers/test_clocks', { frozen_time: seconds(at) });
    await newEvents(at);
    const customers = new Set<string>();
    const { listings, close: closeListings } = testClockListings(url, clock.id, (id) => customers.has(id));
    closing.push(closeListings);
    return {
      payments: Object.assign(Object.create(payments) as typeof payments, listings),
      clockId: clock.id,
      now: () => at,
      newEvents: () => newEvents(at),

      /** Advances the clock; everything that is due at Stripe by then happens. */
      advanceTo: async (target: Date): Promise<void> => {
        while (at < target) {
          at = new Date(Math.min(target.getTime(), at.getTime() + maxStepMs));
          await must('POST', `test_helpers/test_clocks/${clock.id}/advance`, { frozen_time: seconds(at) });
        }
      },

      /** Creates a customer like `create-checkout` if a sign-up is given. */
      createCustomer: async (email: string, signUpId?: string): Promise<string> => {
        const metadata = signUpId === undefined ? {} : { 'metadata[sign_up_id]': signUpId };
        const customer = await must('POST', 'customers', { email, test_clock: clock.id, ...metadata });
        customers.add(customer.id);
        return customer.id;
      },

      /** Attaches a working card to a customer, for their next subscription. */
      attachCard: async (customer: string): Promise<void> => {
        const method = await must('POST', 'payment_methods/pm_card_visa/attach', { customer });
        await must('POST', `customers/${customer}`, { 'invoice_settings[default_payment_method]': method.id });
      },

      /** Pays like the BFF, including the bank's authentication. */
      confirm: ({ clientSecret }: { clientSecret: string | null }, card: StripeTestCard) =>
        confirm(clientSecret ?? '', card),

      /** Sets the card for the next charges of a subscription. */
      setCard: async (customer: string, subscription: string, card: StripeTestCard): Promise<void> => {
        const method = await must('POST', `payment_methods/pm_card_${card}/attach`, { customer });
        await must('POST', `subscriptions/${subscription}`, { default_payment_method: method.id });
      },
    };
  };

  /** Decides a dispute as the bank. */
  const closeDispute = async (id: string, status: 'won' | 'lost'): Promise<void> => {
    const closed = await fetch(`${url}/control/stripe/disputes/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    });
    if (!closed.ok) throw new Error(await closed.text());
  };

  return {
    url,
    payments,
    closeDispute,
    call,
    must,
    tokenOf,
    authenticate,
    openTestEnvironment,
    close: async () => {
      await Promise.all([payments.close(), ...closing.map((each) => each())]);
      await close();
    },
  };
};
