import { startSandbox } from '../sandbox-process.fixture.ts';

export const sandboxStripeKeys = { secret: 'sk_test_sandbox', browser: 'pk_test_sandbox' } as const;

/** One of Stripe's objects, or a list of them. */
export interface SandboxStripeObject {
  id: string;
  status: string;
  data: SandboxStripeObject[];
  [field: string]: unknown;
}

export interface SandboxFaultRequest {
  /** A fault mode such as `error-500` or `answers-lost`. */
  mode: string;
  operation?: string;
  times?: number;
  delayMs?: number;
}

type Call = [method: 'GET' | 'POST' | 'DELETE', path: string, fields?: Record<string, string>, key?: string];

/** Starts the sandbox and returns calls of its Stripe. `webhookUrl` receives every event. */
export async function startStripeSandboxApi(webhookUrl = '') {
  const { url, close } = await startSandbox(webhookUrl);

  const call = async (
    ...[method, path, fields = {}, key = sandboxStripeKeys.secret]: Call
  ): Promise<{ status: number; body: SandboxStripeObject }> => {
    const form = new URLSearchParams(fields).toString();
    const query = method === 'GET' && form !== '' ? `?${form}` : '';
    const answer = await fetch(`${url}/v1/${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'GET' ? {} : { body: form }),
    });
    return { status: answer.status, body: (await answer.json()) as SandboxStripeObject };
  };

  const must = async (...args: Call): Promise<SandboxStripeObject> => {
    const { status, body } = await call(...args);
    if (status !== 200) throw new Error(`${args[1]}: ${JSON.stringify(body)}`);
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

  /** A token as Stripe.js makes it from one of Stripe's test cards: `visa`, `chargeDeclined`. */
  const tokenOf = async (card: string): Promise<string> =>
    (await must('POST', 'test_helpers/confirmation_tokens', { payment_method: `pm_card_${card}` })).id;

  return {
    url,
    call,
    /** Like `call`, but throws for any status except 200. */
    must,
    /** Answers the bank's authentication page as the card holder. */
    authenticate,
    tokenOf,
    /**
     * Confirms a payment with a card as our server does, and answers the bank's authentication page as the card holder.
     */
    confirm: async (clientSecret: string, card: string): Promise<void> => {
      const [id = ''] = clientSecret.split('_secret_');
      const path = `payment_intents/${id}/confirm`;
      const { body } = await call('POST', path, { confirmation_token: await tokenOf(card) });
      if (body.status !== 'requires_action') return;
      await authenticate(clientSecret);
      await call('POST', path);
    },
    /** Sets how the sandbox's Stripe responds from now on. */
    fault: async (fault: SandboxFaultRequest): Promise<void> => {
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
