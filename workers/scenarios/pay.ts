import type { Browser } from './browser.ts';
import type { ScenarioStack } from './scenario-stack.ts';

const publishableKey = 'pk_test_sandbox';

/** A PaymentIntent of a form, as its browser knows it. */
export interface OpenPayment {
  id: string;
  clientSecret: string;
}

export type Paid =
  | { outcome: 'paid' }
  | { outcome: 'declined'; message: string }
  /** The PaymentIntent takes no payment any more. */
  | { outcome: 'closed' };

export interface PayWith {
  /** The number of a card. */
  card: string;
  /** What the holder answers their bank, if it asks. */
  bank: 'complete' | 'fail';
  /** What `confirm-payment` is told beside the PaymentIntent. */
  customerData: object;
}

/** The bank's page, answered by the card holder. */
export const answerBank = async (
  { url }: ScenarioStack,
  { id, clientSecret }: OpenPayment,
  outcome: 'complete' | 'fail',
): Promise<void> => {
  await fetch(`${url}/stripe/3ds/${id}?client_secret=${clientSecret}`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ outcome }),
  });
};

const cardFields = (number: string): Record<string, string> => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2045',
  'card[cvc]': '123',
});

/** Pays the 50p of a form with a card, as Stripe.js does in the browser, also before the bank when it asks for that. */
export const pay = async (
  stack: ScenarioStack,
  _browser: Browser,
  payment: OpenPayment,
  { card, bank }: PayWith,
): Promise<Paid> => {
  const method = await stack.call('POST', 'payment_methods', cardFields(card), publishableKey);
  if (method.status !== 200) throw new Error(`no payment method: ${JSON.stringify(method.body)}`);
  const { body } = await stack.call(
    'POST',
    `payment_intents/${payment.id}/confirm`,
    { payment_method: String(method.body['id']), client_secret: payment.clientSecret, use_stripe_sdk: 'true' },
    publishableKey,
  );
  if (body['status'] === 'requires_action') {
    await answerBank(stack, payment, bank);
    const read = await stack.call(
      'GET',
      `payment_intents/${payment.id}`,
      { client_secret: payment.clientSecret },
      publishableKey,
    );
    return outcomeOf(read.body);
  }
  return outcomeOf(body);
};

const outcomeOf = (body: Record<string, unknown>): Paid => {
  if (body['status'] === 'succeeded') return { outcome: 'paid' };
  const { error = {} } = body as { error?: { code?: string; message?: string } };
  if (error.code === 'payment_intent_unexpected_state') return { outcome: 'closed' };
  return { outcome: 'declined', message: error.message ?? String(body['status']) };
};
