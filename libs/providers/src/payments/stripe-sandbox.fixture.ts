import { type SandboxStripeObject, startStripeSandboxApi } from './stripe-sandbox-api.fixture.ts';

/** One of Stripe's test cards, by its name in the payment method's id. */
export type TestCard = 'visa' | 'chargeDeclined' | 'chargeDeclinedInsufficientFunds' | 'authenticationRequired';

export type StripeSandbox = Awaited<ReturnType<typeof startStripeSandbox>>;

/**
 * Starts the sandbox and returns the actions of a browser and its card holder at Stripe. `webhookUrl` receives every
 * event.
 */
export async function startStripeSandbox(webhookUrl = '') {
  const sandbox = await startStripeSandboxApi(webhookUrl);
  const call = async (...args: Parameters<typeof sandbox.call>): Promise<SandboxStripeObject> =>
    (await sandbox.call(...args)).body;
  return {
    url: sandbox.url,
    call,
    /** Every object of a kind, newest first. */
    list: async (path: string): Promise<SandboxStripeObject[]> => (await call('GET', path, { limit: '100' })).data,
    /** Pays a PaymentIntent as our server does, and answers the bank's authentication page. */
    pay: (clientSecret: string, card: TestCard = 'visa'): Promise<void> => sandbox.confirm(clientSecret, card),
    tokenOf: (card: TestCard = 'visa'): Promise<string> => sandbox.tokenOf(card),
    authenticate: sandbox.authenticate,
    /** Sets how the sandbox's Stripe responds from now on: `error-500`, `answers-lost`, … */
    fault: (mode: string, more: { times?: number; delayMs?: number } = {}): Promise<void> =>
      sandbox.fault({ mode, ...more }),
    close: sandbox.close,
  };
}
