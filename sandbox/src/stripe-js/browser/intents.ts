import { authenticate } from './authentication-dialog.ts';
import { CardElement } from './card-element.ts';
import { IntegrationError } from './integration-error.ts';
import type { FormValue, StripeJsError, StripeReply } from './stripe-call.ts';

export type Call = (method: 'GET' | 'POST', path: string, params: Record<string, unknown>) => Promise<StripeReply>;

/** The two kinds of intents: their paths, the names of their results, and of the last error in them. */
const kinds = {
  pi: { path: 'payment_intents', result: 'paymentIntent', lastError: 'last_payment_error', field: 'payment_intent' },
  seti: { path: 'setup_intents', result: 'setupIntent', lastError: 'last_setup_error', field: 'setup_intent' },
} as const;
export type IntentKind = keyof typeof kinds;

export type IntentResult = { error: StripeJsError } | Record<string, Record<string, unknown>>;

interface Intent {
  kind: IntentKind;
  id: string;
  clientSecret: string;
}

function intentOf(clientSecret: unknown, caller: string, only?: IntentKind): Intent {
  const parts =
    typeof clientSecret === 'string' ? /^((pi|seti)_[A-Za-z0-9]+)_secret_[A-Za-z0-9_]+$/.exec(clientSecret) : null;
  const kind = parts?.[2] as IntentKind | undefined;
  if (!parts || kind === undefined || (only !== undefined && kind !== only)) {
    throw new IntegrationError(
      `Invalid value for stripe.${caller} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
    );
  }
  return { kind, id: parts[1] ?? '', clientSecret: String(clientSecret) };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The calls of Stripe.js about PaymentIntents and SetupIntents. */
export class Intents {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  async retrieve(clientSecret: unknown, only: IntentKind, caller: string): Promise<IntentResult> {
    const intent = intentOf(clientSecret, caller, only);
    const reply = await this.#read(intent);
    return 'error' in reply ? reply : { [kinds[intent.kind].result]: reply.result };
  }

  /** Confirms an intent with a card element, a payment method or a token, and has the holder authenticate if asked. */
  async confirm(
    clientSecret: unknown,
    data: unknown,
    options: unknown,
    only: IntentKind,
    caller: string,
  ): Promise<IntentResult> {
    const intent = intentOf(clientSecret, caller, only);
    const { payment_method: given, ...more } = asObject(data);
    const method = typeof given === 'object' && given !== null ? await this.createMethod(asObject(given)) : null;
    if (method && 'error' in method) return method;
    const reply = await this.#call('POST', `${kinds[intent.kind].path}/${intent.id}/confirm`, {
      ...more,
      payment_method: method ? method.result['id'] : given,
      use_stripe_sdk: true,
      client_secret: intent.clientSecret,
    });
    if ('error' in reply) return reply;
    const handles = asObject(options)['handleActions'] !== false;
    return handles ? this.#finish(intent, reply.result) : { [kinds[intent.kind].result]: reply.result };
  }

  /** Makes a payment method of a card element, or of the id of a token. */
  createMethod({ card, ...more }: Record<string, unknown>): Promise<StripeReply> {
    return card instanceof CardElement
      ? sendCard(card, 'payment_methods', more)
      : this.#call('POST', 'payment_methods', { type: 'card', ...more, card });
  }

  /** Has the holder authenticate, if the intent asks for it. */
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
    await authenticate(url, async () => {
      const reply = await this.#read(intent);
      // A lost connection is no answer of the bank: it is asked again.
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

/** A card in a frame goes to the API from there. */
export async function sendCard(card: CardElement, path: string, params: Record<string, unknown>): Promise<StripeReply> {
  return (await card._send({ path, params: params as { [name: string]: FormValue } })) as StripeReply;
}

/** The bank's page that an intent asks the holder to see, or null. */
function authenticationUrl({ status, next_action: action }: Record<string, unknown>): string | null {
  if (status !== 'requires_action') return null;
  const { type, use_stripe_sdk: sdk, redirect_to_url: redirect } = asObject(action);
  const url = type === 'use_stripe_sdk' ? asObject(sdk)['stripe_js'] : asObject(redirect)['url'];
  return typeof url === 'string' ? url : null;
}
