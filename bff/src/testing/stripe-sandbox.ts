import { sandboxStripeKeys, startStripeSandboxApi } from '@ve/providers/payments/stripe-sandbox-api.fixture';

/** A card of Stripe's list of test cards, by its id. */
export type StripeTestCard =
  | 'visa'
  | 'mastercard'
  | 'chargeDeclined'
  | 'chargeCustomerFail'
  | 'authenticationRequired'
  | 'authenticationRequiredOnSetup'
  | 'savedLater';

export type StripeSandbox = Awaited<ReturnType<typeof startStripeSandbox>>;

/** Starts the sandbox as a separate process, with the tests' actions at Stripe. */
export const startStripeSandbox = async () => {
  const { url, call: send, must: call, tokenOf, authenticate, fault, makeWell, close } = await startStripeSandboxApi();
  const attach = (customer: string, card: StripeTestCard) =>
    call('POST', `payment_methods/pm_card_${card}/attach`, { customer });
  const createPrice = (pence: number) =>
    call('POST', 'prices', {
      product: 'prod_sandbox_membership',
      currency: 'gbp',
      unit_amount: String(pence),
      'recurring[interval]': 'month',
    });

  return {
    /** The BFF's settings for Stripe. */
    env: { STRIPE_URL: url, STRIPE_SECRET_KEY: sandboxStripeKeys.secret, STRIPE_PRICE_ID: 'price_sandbox_membership' },

    /** A customer in a trial that ends in 20 hours; `pence`: with another price of a month than the offered one. */
    createTrial: async (card: StripeTestCard, pence?: number) => {
      const price = pence === undefined ? 'price_sandbox_membership' : (await createPrice(pence)).id;
      const { id: stripeCustomerId } = await call('POST', 'customers', { email: 'dana@example.com' });
      const method = await attach(stripeCustomerId, card);
      const subscription = await call('POST', 'subscriptions', {
        customer: stripeCustomerId,
        'items[0][price]': price,
        default_payment_method: method.id,
        trial_end: String(Math.floor(Date.now() / 1_000) + 20 * 3_600),
        off_session: 'true',
      });
      return { stripeCustomerId, stripeSubscriptionId: subscription.id };
    },

    subscriptions: async (customer: string) =>
      (await call('GET', 'subscriptions', { customer, status: 'all' })).data.map(({ id, status }) => ({ id, status })),

    /** The time of the customer's next charge, in milliseconds. */
    renewsAt: async (customer: string) => {
      const [subscription] = (await call('GET', 'subscriptions', { customer })).data;
      const items = subscription?.['items'] as { data: { current_period_end: number }[] } | undefined;
      return (items?.data[0]?.current_period_end ?? 0) * 1_000;
    },

    /** The amounts charged to the customer, in pence. */
    charged: async (customer: string) =>
      (await call('GET', 'charges', { customer })).data
        .filter(({ status }) => status === 'succeeded')
        .map(({ amount }) => amount),

    /** The last digits of the card of the latest charge. */
    lastCharged: async (customer: string): Promise<string | undefined> => {
      const [charge] = (await call('GET', 'charges', { customer })).data;
      return (charge?.['payment_method_details'] as { card: { last4: string } } | undefined)?.card.last4;
    },

    /** The status and the period of a subscription. */
    subscription: async (id: string) => {
      const { status, trial_end: trialEnd, items } = await call('GET', `subscriptions/${id}`);
      const [item] = (items as { data: { current_period_end: number }[] }).data;
      return { status, trialEnd, periodEnd: item?.current_period_end };
    },

    /** The states of the subscription's invoices, newest first. */
    invoices: async (subscription: string): Promise<string[]> =>
      (await call('GET', 'invoices', { subscription })).data.map(({ status }) => status),

    /** Charges the subscription to another card from now on. */
    useCard: async (customer: string, subscription: string, card: StripeTestCard): Promise<void> => {
      const { id } = await attach(customer, card);
      await call('POST', `subscriptions/${subscription}`, { default_payment_method: id });
    },

    /** Charges the membership now, whether or not the payment succeeds. */
    endTrial: (subscription: string) => call('POST', `subscriptions/${subscription}`, { trial_end: 'now' }),

    /** The customer's charges, with their payments. */
    chargesOf: async (customer: string) =>
      (await call('GET', 'charges', { customer })).data.map((charge) => ({
        id: charge.id,
        paymentIntentId: String(charge.payment_intent),
      })),

    cancel: async (subscription: string) => send('DELETE', `subscriptions/${subscription}`),

    /** A token as Stripe.js creates it from a card. */
    tokenOf: (card: StripeTestCard) => tokenOf(card),

    /** The results of the customer's charges at banks, newest first: `failed`, `succeeded`. */
    asked: async (customer: string): Promise<string[]> =>
      (await call('GET', 'charges', { customer, limit: '100' })).data.map(({ status }) => status),

    /** The states of the customer's SetupIntents: `canceled`, `succeeded`, … */
    setups: async (customer: string): Promise<string[]> =>
      (await call('GET', 'setup_intents', { customer, limit: '100' })).data.map(({ status }) => status),

    /** The states of the customer's payments: `requires_action`, `succeeded`, … */
    payments: async (customer: string): Promise<string[]> =>
      (await call('GET', 'payment_intents', { customer, limit: '100' })).data.map(({ status }) => status),

    /** Tries a card with a client secret and the publishable key. */
    tryCard: async (clientSecret: string, card: StripeTestCard): Promise<string> => {
      const [id = ''] = clientSecret.split('_secret_');
      const path = `${id.startsWith('seti') ? 'setup' : 'payment'}_intents/${id}/confirm`;
      const fields = { client_secret: clientSecret, payment_method: `pm_card_${card}`, use_stripe_sdk: 'true' };
      const { body } = await send('POST', path, fields, sandboxStripeKeys.browser);
      return String((body['error'] as { message?: string } | undefined)?.message ?? body.status);
    },

    /** How many cards banks have refused to store with one SetupIntent. */
    failedCards: async (setupIntentId: string): Promise<number> => {
      let failed = 0;
      for (let after: string | undefined; ;) {
        const query = { type: 'setup_intent.setup_failed', limit: '100', ...(after && { starting_after: after }) };
        const { data, has_more: more } = await call('GET', 'events', query);
        failed += data.filter((event) => JSON.stringify(event).includes(`"${setupIntentId}"`)).length;
        after = data.at(-1)?.id;
        if (more !== true || after === undefined) return failed;
      }
    },

    /** Creates a webhook endpoint, whose URL is set later with `to`: a BFF that has its `secret`. */
    openWebhook: async (...types: string[]) => {
      const events = Object.fromEntries(types.map((type, n) => [`enabled_events[${n}]`, type]));
      const { id, secret } = await call('POST', 'webhook_endpoints', { url: 'http://127.0.0.1:9', ...events });
      const to = (base: string) => call('POST', `webhook_endpoints/${id}`, { url: `${base}/api/webhooks/stripe` });
      return { secret: String(secret), to };
    },

    /** Collects the open invoice as Stripe does automatically, with a card that pays. */
    collect: async (subscription: string): Promise<void> => {
      const [open] = (await call('GET', 'invoices', { subscription, status: 'open' })).data;
      await call('POST', `invoices/${open?.id ?? ''}/pay`, { payment_method: 'pm_card_visa' });
    },

    authenticate,
    fault,
    makeWell,
    close,
  };
};
