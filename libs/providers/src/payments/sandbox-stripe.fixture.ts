import { startSandbox } from '../sandbox-process.fixture.ts';

export const sandboxKeys = { secret: 'sk_test_sandbox', browser: 'pk_test_sandbox' } as const;

/** An object of Stripe's, or a list of them. */
export interface StripeObject {
  id: string;
  status: string;
  data: StripeObject[];
  [field: string]: unknown;
}

export interface SandboxFault {
  /** `error-500`, `answers-lost`, … */
  mode: string;
  operation?: string;
  times?: number;
  delayMs?: number;
}

type Call = [method: 'GET' | 'POST' | 'DELETE', path: string, fields?: Record<string, string>, key?: string];

/** The sandbox, and calls of its Stripe. `webhookUrl`: where it sends every event. */
export async function startSandboxStripe(webhookUrl = '') {
  const { url, close } = await startSandbox(webhookUrl);

  const call = async (
    ...[method, path, fields = {}, key = sandboxKeys.secret]: Call
  ): Promise<{ status: number; body: StripeObject }> => {
    const form = new URLSearchParams(fields).toString();
    const query = method === 'GET' && form !== '' ? `?${form}` : '';
    const answer = await fetch(`${url}/v1/${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'GET' ? {} : { body: form }),
    });
    return { status: answer.status, body: (await answer.json()) as StripeObject };
  };

  const must = async (...given: Call): Promise<StripeObject> => {
    const { status, body } = await call(...given);
    if (status !== 200) throw new Error(`${given[1]}: ${JSON.stringify(body)}`);
    return body;
  };

  const authenticate = async (clientSecret: string, outcome: 'complete' | 'fail' = 'complete'): Promise<void> => {
    const [id = ''] = clientSecret.split('_secret_');
    await fetch(`${url}/stripe/3ds/${id}?client_secret=${clientSecret}`, {
      method: 'POST',
      headers: { origin: url },
      body: new URLSearchParams({ outcome }),
    });
  };

  /** What Stripe.js makes of a card of Stripe's list: `visa`, `chargeDeclined`. */
  const tokenOf = async (card: string): Promise<string> =>
    (await must('POST', 'test_helpers/confirmation_tokens', { payment_method: `pm_card_${card}` })).id;

  return {
    url,
    call,
    /** `call`, which throws for everything but 200. */
    must,
    /** The bank's page, answered by the card holder. */
    authenticate,
    tokenOf,
    /** What Stripe does when our server confirms a payment with a card, and its holder answers the bank's question. */
    confirm: async (clientSecret: string, card: string): Promise<void> => {
      const [id = ''] = clientSecret.split('_secret_');
      const path = `payment_intents/${id}/confirm`;
      const { body } = await call('POST', path, { confirmation_token: await tokenOf(card) });
      if (body.status !== 'requires_action') return;
      await authenticate(clientSecret);
      await call('POST', path);
    },
    /** How its Stripe answers from now on. */
    fault: async (fault: SandboxFault): Promise<void> => {
      const set = await fetch(`${url}/control/faults/stripe`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
      if (!set.ok) throw new Error(await set.text());
    },
    makeWell: async (): Promise<void> => {
      await fetch(`${url}/control/faults`, { method: 'DELETE' });
    },
    close,
  };
}
