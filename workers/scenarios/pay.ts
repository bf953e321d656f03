import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import type { ScenarioStack } from './scenario-stack.ts';

const publishableKey = 'pk_test_sandbox';
const waitLimitMs = 240_000;
const againMs = 300;

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
  /** Another tab pays with the same browser: once it has signed in, this one is not known any more and takes no payment. */
  besideAnother: boolean;
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

/** What Stripe.js makes of a card's number. */
const confirmationToken = async (stack: ScenarioStack, number: string): Promise<string> => {
  const card = { number, exp_month: '12', exp_year: '2045', cvc: '123' };
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const given = { 'payment_method_data[type]': 'card', ...Object.fromEntries(fields) };
  const { status, body } = await stack.call('POST', 'confirmation_tokens', given, publishableKey);
  if (status !== 200) throw new Error(`no confirmation token: ${JSON.stringify(body)}`);
  return String(body['id']);
};

/**
 * Pays the 50p of a form with a card: the server confirms it, once more when the bank has asked its holder, until the product
 * says what became of it.
 */
export const pay = async (
  stack: ScenarioStack,
  browser: Browser,
  payment: OpenPayment,
  { card, bank, customerData, closesTab, besideAnother }: PayWith,
): Promise<Paid> => {
  let token: string | undefined = await confirmationToken(stack, card);
  const deadline = Date.now() + waitLimitMs;
  for (;;) {
    const { status, body } = await browser.call('POST', '/api/confirm-payment', {
      paymentIntentId: payment.id,
      confirmationToken: token,
      customerData,
    });
    if (status === 429) return 'closed';
    if (status !== 200) throw new Error(`${payment.id}: ${status} ${JSON.stringify(body)}`);
    const { outcome, message } = body;
    if (outcome === 'authenticate') {
      await answerBank(stack, payment, bank);
      token = undefined;
    } else if (closesTab) return 'left';
    else if (outcome === 'signed-in' || outcome === 'check-email') return outcome;
    else if (outcome === 'not-paid') return /cancelled/.test(String(message)) ? 'closed' : 'declined';
    else if (outcome === 'unknown' && besideAnother) return 'closed';
    else if (outcome !== 'pending') throw new Error(`${payment.id} is ${String(outcome)}`);
    else await delay(againMs);
    if (Date.now() > deadline) throw new Error(`${payment.id} stays pending`);
  }
};
