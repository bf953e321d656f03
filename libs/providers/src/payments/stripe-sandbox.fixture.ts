import { startSandbox } from '../sandbox-process.fixture.ts';

/** A card of Stripe's list, by the id that stands for it. */
export type TestCard = 'visa' | 'chargeDeclined' | 'chargeDeclinedInsufficientFunds' | 'authenticationRequired';

export interface StripeObject {
  id: string;
  [field: string]: unknown;
}

export type StripeSandbox = Awaited<ReturnType<typeof startStripeSandbox>>;

/** The sandbox in a process of its own, on a free port. `webhookUrl`: where it sends every event. */
export async function startStripeSandbox(webhookUrl = '') {
  const { url, close } = await startSandbox(webhookUrl);

  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    fields: Record<string, string> = {},
    key = 'sk_test_sandbox',
  ): Promise<StripeObject> => {
    const form = new URLSearchParams(fields).toString();
    const answer = await fetch(`${url}/v1/${path}${method === 'GET' && form !== '' ? `?${form}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'GET' ? {} : { body: form }),
    });
    return (await answer.json()) as StripeObject;
  };

  return {
    url,
    call,
    /** Every object of a kind, the newest first. */
    list: async (path: string): Promise<StripeObject[]> =>
      (await call('GET', path, { limit: '100' }))['data'] as StripeObject[],
    /** Confirms a PaymentIntent as Stripe.js does; the bank's question is answered. */
    pay: async (clientSecret: string, card: TestCard = 'visa'): Promise<void> => {
      const [id = ''] = clientSecret.split('_secret_');
      const fields = { payment_method: `pm_card_${card}`, client_secret: clientSecret, use_stripe_sdk: 'true' };
      const { status } = await call('POST', `payment_intents/${id}/confirm`, fields, 'pk_test_sandbox');
      if (status !== 'requires_action') return;
      await fetch(`${url}/stripe/3ds/${id}?client_secret=${clientSecret}`, {
        method: 'POST',
        headers: { origin: url },
        body: new URLSearchParams({ outcome: 'complete' }),
      });
    },
    /** How its Stripe answers from now on: `error-500`, `answers-lost`, … */
    fault: async (mode: string, more: { times?: number; delayMs?: number } = {}): Promise<void> => {
      const set = await fetch(`${url}/control/faults/stripe`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mode, ...more }),
      });
      if (!set.ok) throw new Error(await set.text());
    },
    close,
  };
}
