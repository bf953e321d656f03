import type { Browser } from './browser.ts';
import type { ScenarioStack } from './scenario-stack.ts';

const publishableKey = 'pk_test_sandbox';
const patienceMs = 240_000;

/** A PaymentIntent of a form, as its browser knows it. */
export interface OpenPayment {
  id: string;
  clientSecret: string;
}

/** What became of it. `closed`: the form takes no payment any more; `left`: the tab was closed after the payment. */
export type Paid = 'signed-in' | 'check-email' | 'declined' | 'closed' | 'left';

export interface PayWith {
  /** The number of a card. */
  card: string;
  /** What the holder answers their bank, if it asks. */
  bank: 'complete' | 'fail';
  /** The body of `confirm-payment`, beside the PaymentIntent. */
  customerData: object;
  /** Never asks what became of it. */
  closesTab: boolean;
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

/** Pays the 50p of a form with a card, also before the bank when it asks for that, until the product says what became of it. */
export const pay = async (
  stack: ScenarioStack,
  browser: Browser,
  payment: OpenPayment,
  { card, bank, customerData, closesTab }: PayWith,
): Promise<Paid> => {
  const method = await stack.call('POST', 'payment_methods', cardFields(card), publishableKey);
  if (method.status !== 200) throw new Error(`no payment method: ${JSON.stringify(method.body)}`);
  const { body } = await stack.call(
    'POST',
    `payment_intents/${payment.id}/confirm`,
    { payment_method: String(method.body['id']), client_secret: payment.clientSecret, use_stripe_sdk: 'true' },
    publishableKey,
  );
  if (body['status'] === 'requires_action') await answerBank(stack, payment, bank);
  if (closesTab) return 'left';
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { outcome, message } = await browser.must('POST', '/api/confirm-payment', {
      paymentIntentId: payment.id,
      customerData,
    });
    if (outcome === 'signed-in' || outcome === 'check-email') return outcome;
    if (outcome === 'not-paid') return /cancelled/.test(String(message)) ? 'closed' : 'declined';
    if (outcome !== 'pending') throw new Error(`${payment.id} is ${String(outcome)}`);
    if (Date.now() > deadline) throw new Error(`${payment.id} stays pending`);
  }
};
