import { showAuthenticationDialog } from './authentication-dialog.ts';
import { StripeJsIntegrationError } from './integration-error.ts';
import type { ElementsGroup } from './elements-group.ts';
import type { PaymentElement } from './payment-element.ts';
import type { StripeJsError, StripeReply } from './stripe-call.ts';

export type StripeApiCall = (
  method: 'GET' | 'POST',
  path: string,
  params: Record<string, unknown>,
) => Promise<StripeReply>;

/** The two kinds of intents: their paths, result names and fields of the last error. */
const kinds = {
  pi: { path: 'payment_intents', result: 'paymentIntent', lastError: 'last_payment_error', field: 'payment_intent' },
  seti: { path: 'setup_intents', result: 'setupIntent', lastError: 'last_setup_error', field: 'setup_intent' },
} as const;
export type StripeIntentKind = keyof typeof kinds;

export type IntentResult = { error: StripeJsError } | Record<string, Record<string, unknown>>;

interface Intent {
  kind: StripeIntentKind;
  id: string;
  clientSecret: string;
}

function intentOf(clientSecret: unknown, caller: string, only?: StripeIntentKind): Intent {
  const parts =
    typeof clientSecret === 'string' ? /^((pi|seti)_[A-Za-z0-9]+)_secret_[A-Za-z0-9_]+$/.exec(clientSecret) : null;
  const kind = parts?.[2] as StripeIntentKind | undefined;
  if (!parts || kind === undefined || (only !== undefined && kind !== only)) {
    throw new StripeJsIntegrationError(
      `Invalid value for stripe.${caller} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
    );
  }
  return { kind, id: parts[1] ?? '', clientSecret: String(clientSecret) };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The calls of Stripe.js about PaymentIntents and SetupIntents. */
export class StripeJsIntents {
  readonly #call: StripeApiCall;

  constructor(call: StripeApiCall) {
    this.#call = call;
  }

  /** Confirms a PaymentIntent with its attached card, or a payment method by its id. */
  async confirmPayment(clientSecret: unknown, data: unknown, caller: string): Promise<IntentResult> {
    const intent = intentOf(clientSecret, caller, 'pi');
    const { payment_method: method } = asObject(data);
    const params = { payment_method: method, use_stripe_sdk: true, client_secret: intent.clientSecret };
    const reply = await this.#call('POST', `payment_intents/${intent.id}/confirm`, params);
    return 'error' in reply ? reply : this.#finish(intent, reply.result);
  }

  /** Confirms a SetupIntent with the card in the elements. */
  async confirmSetup(
    {
      clientSecret,
      elements,
      confirmParams,
    }: { clientSecret: unknown; elements: ElementsGroup; confirmParams: unknown },
    caller: string,
  ): Promise<IntentResult> {
    const intent = intentOf(clientSecret, caller, 'seti');
    const { payment_method_data: data } = asObject(confirmParams);
    const params = { payment_method_data: data, use_stripe_sdk: true, client_secret: intent.clientSecret };
    const call = { path: `setup_intents/${intent.id}/confirm`, params };
    const reply = await sendCardFromFrame(elements._submittedElement(caller), call, caller);
    return 'error' in reply ? reply : this.#finish(intent, reply.result);
  }

  /** Shows the bank's authentication if the intent requires it. */
  async handleAction(clientSecret: unknown, caller: string): Promise<IntentResult> {
    const intent = intentOf(clientSecret, caller);
    const reply = await this.#read(intent);
    return 'error' in reply ? reply : this.#finish(intent, reply.result);
  }

  #read({ kind, id, clientSecret }: Intent): Promise<StripeReply> {
    return this.#call('GET', `${kinds[kind].path}/${id}`, { client_secret: clientSecret });
  }

  async #finish(intent: Intent, confirmed: Record<string, unknown>): Promise<IntentResult> {
    const { result, lastError, field } = kinds[intent.kind];
    const url = authenticationUrl(confirmed);
    if (url === null) return { [result]: confirmed };
    let latest = { result: confirmed } as StripeReply;
    await showAuthenticationDialog(url, async () => {
      const reply = await this.#read(intent);
      // A lost connection is not the bank's decision: it is polled again.
      if ('error' in reply && reply.error.type === 'api_connection_error') return true;
      latest = reply;
      return 'result' in reply && reply.result['status'] === 'requires_action';
    });
    if ('error' in latest) return latest;
    const error = latest.result[lastError];
    const failed = latest.result['status'] === 'requires_payment_method' && typeof error === 'object' && error !== null;
    return failed ? { error: { ...(error as StripeJsError), [field]: latest.result } } : { [result]: latest.result };
  }
}

/** Sends the card from its frame to the API. */
export async function sendCardFromFrame(
  element: PaymentElement,
  call: { path: string; params: Record<string, unknown> },
  caller: string,
): Promise<StripeReply> {
  return (await element._send(call, caller)) as StripeReply;
}

/** The URL of the bank's page that an intent requires, or null. */
function authenticationUrl({ status, next_action: action }: Record<string, unknown>): string | null {
  if (status !== 'requires_action') return null;
  const { type, use_stripe_sdk: sdk, redirect_to_url: redirect } = asObject(action);
  const url = type === 'use_stripe_sdk' ? asObject(sdk)['stripe_js'] : asObject(redirect)['url'];
  return typeof url === 'string' ? url : null;
}
