import { setTimeout as delay } from 'node:timers/promises';
import type { ScenarioBrowser } from './browser.ts';
import type { ScenarioStack } from './scenario-stack.ts';

const publishableKey = 'pk_test_sandbox';
const waitLimitMs = 240_000;
const againMs = 300;

/** A PaymentIntent of a form, as known to its browser. */
export interface OpenSignUpPayment {
  id: string;
  clientSecret: string;
}

/**
 * The outcome of a payment. `closed`: the form no longer takes payments; `left`: the tab was closed after the payment.
 */
export type SignUpPaymentResult = 'signed-in' | 'check-email' | 'declined' | 'closed' | 'left';

export interface SignUpPaymentChoices {
  card: string;
  /** The card holder's answer to an authentication request. */
  bank: 'complete' | 'fail';
  /** Other fields of the body of `confirm-payment`. */
  customerData: object;
  /** True to never request the outcome. */
  closesTab: boolean;
  /**
   * True when another tab of the same browser pays as well: once that one signs in, this form is unknown and takes no
   * payment.
   */
  withSecondTab: boolean;
}

/** Completes or fails the bank's authentication page. */
export const answerBankAuthentication = async (
  { url }: ScenarioStack,
  { id, clientSecret }: OpenSignUpPayment,
  outcome: 'complete' | 'fail',
): Promise<void> => {
  await fetch(`${url}/stripe/3ds/${id}?client_secret=${clientSecret}`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ outcome }),
  });
};

/** Creates a confirmation token from a card number, like Stripe.js. */
const confirmationToken = async (stack: ScenarioStack, number: string): Promise<string> => {
  const card = { number, exp_month: '12', exp_year: '2045', cvc: '123' };
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const given = { 'payment_method_data[type]': 'card', ...Object.fromEntries(fields) };
  const { status, body } = await stack.call('POST', 'confirmation_tokens', given, publishableKey);
  if (status !== 200) throw new Error(`no confirmation token: ${JSON.stringify(body)}`);
  return String(body['id']);
};

/**
 * Pays the 50p of a form with a card: the server confirms it, again after the bank's authentication, until the outcome
 * is known.
 */
export const paySignUp = async (
  stack: ScenarioStack,
  browser: ScenarioBrowser,
  payment: OpenSignUpPayment,
  { card, bank, customerData, closesTab, withSecondTab }: SignUpPaymentChoices,
): Promise<SignUpPaymentResult> => {
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
      await answerBankAuthentication(stack, payment, bank);
      token = undefined;
    } else if (closesTab) return 'left';
    else if (outcome === 'signed-in' || outcome === 'check-email') return outcome;
    else if (outcome === 'not-paid') return /cancelled/.test(String(message)) ? 'closed' : 'declined';
    else if (outcome === 'unknown' && withSecondTab) return 'closed';
    else if (outcome !== 'pending') throw new Error(`${payment.id} is ${String(outcome)}`);
    else await delay(againMs);
    if (Date.now() > deadline) throw new Error(`${payment.id} stays pending`);
  }
};
