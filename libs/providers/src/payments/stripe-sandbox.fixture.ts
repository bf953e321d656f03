import { type StripeObject, startSandboxStripe } from './sandbox-stripe.fixture.ts';

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
    /** Pays a PaymentIntent as our server does; the bank's question is answered. */
    pay: (clientSecret: string, card: TestCard = 'visa'): Promise<void> => sandbox.confirm(clientSecret, card),
    tokenOf: (card: TestCard = 'visa'): Promise<string> => sandbox.tokenOf(card),
    authenticate: sandbox.authenticate,
    /** How its Stripe answers from now on: `error-500`, `answers-lost`, … */
    fault: (mode: string, more: { times?: number; delayMs?: number } = {}): Promise<void> =>
      sandbox.fault({ mode, ...more }),
    close: sandbox.close,
  };
}
