import { sandboxKeys, type StripeObject, startSandboxStripe } from './sandbox-stripe.fixture.ts';

/** A card of Stripe's list, by the id that stands for it. */
export type TestCard = 'visa' | 'chargeDeclined' | 'chargeDeclinedInsufficientFunds' | 'authenticationRequired';

export type StripeSandbox = Awaited<ReturnType<typeof startStripeSandbox>>;

/** The sandbox, and what a browser and its card holder do at Stripe. `webhookUrl`: where it sends every event. */
export async function startStripeSandbox(webhookUrl = '') {
  const sandbox = await startSandboxStripe(webhookUrl);
  const call = async (...given: Parameters<typeof sandbox.call>): Promise<StripeObject> =>
    (await sandbox.call(...given)).body;
  return {
    url: sandbox.url,
    call,
    /** Every object of a kind, the newest first. */
    list: async (path: string): Promise<StripeObject[]> => (await call('GET', path, { limit: '100' })).data,
    /** Confirms a PaymentIntent as Stripe.js does; the bank's question is answered. */
    pay: async (clientSecret: string, card: TestCard = 'visa'): Promise<void> => {
      const [id = ''] = clientSecret.split('_secret_');
      const fields = { payment_method: `pm_card_${card}`, client_secret: clientSecret, use_stripe_sdk: 'true' };
      const { status } = await call('POST', `payment_intents/${id}/confirm`, fields, sandboxKeys.browser);
      if (status === 'requires_action') await sandbox.authenticate(clientSecret);
    },
    /** How its Stripe answers from now on: `error-500`, `answers-lost`, … */
    fault: (mode: string, more: { times?: number; delayMs?: number } = {}): Promise<void> =>
      sandbox.fault({ mode, ...more }),
    close: sandbox.close,
  };
}
