import { ElementsGroup, type ElementsGroupOptions } from './elements-group.ts';
import { StripeFrameLink } from './frame-link.ts';
import { StripeJsIntegrationError } from './integration-error.ts';
import { type StripeApiCall, type IntentResult, StripeJsIntents, sendCardFromFrame } from './intents.ts';
import type { StripeReply } from './stripe-call.ts';

/** The sandbox's publishable key, inserted into the served script. */
declare const sandboxKey: string;
/** The origin of the script and its frames. */
declare const sandboxBase: string;

function checkKey(key: unknown): string {
  if (typeof key !== 'string' || key === '') {
    throw new StripeJsIntegrationError(
      `Please call Stripe() with your publishable key. You used ${key === '' ? 'an empty string' : String(key)}.`,
    );
  }
  if (/^(sk|rk)_/.test(key)) {
    throw new StripeJsIntegrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    );
  }
  // Unlike the real one, which lets its API check the key: a real key must not be sent anywhere, and a real card not be
  // collected.
  if (key !== sandboxKey)
    throw new StripeJsIntegrationError("This stand-in for Stripe.js takes the sandbox's key alone.");
  return key;
}

/**
 * The part of a Stripe object that the sandbox implements: the Payment Element for cards, and the calls of card
 * payments.
 */
class SandboxStripe {
  readonly #key: string;
  readonly #intents: StripeJsIntents;
  #controller: StripeFrameLink | null = null;

  constructor(key: unknown) {
    this.#key = checkKey(key);
    this.#intents = new StripeJsIntents(this.#call);
  }

  elements(options: ElementsGroupOptions = {}): ElementsGroup {
    return new ElementsGroup(this.#key, sandboxBase, options);
  }

  /** Creates a token of the input with which a server confirms an intent. */
  async createConfirmationToken({
    elements,
    params = {},
  }: {
    elements: ElementsGroup;
    params?: { payment_method_data?: object; return_url?: string };
  }): Promise<IntentResult> {
    const caller = 'createConfirmationToken';
    const tokenParams = { ...params, setup_future_usage: elements._setupFutureUsage };
    const call = { path: 'confirmation_tokens', params: tokenParams };
    const reply = await sendCardFromFrame(elements._submittedElement(caller), call, caller);
    return 'error' in reply ? reply : { confirmationToken: reply.result };
  }

  /** Requires `redirect: 'if_required'`: the sandbox's cards never redirect. */
  async confirmSetup({
    elements,
    clientSecret,
    confirmParams,
    redirect,
  }: {
    elements: ElementsGroup;
    clientSecret: string;
    confirmParams?: object;
    redirect?: string;
  }): Promise<IntentResult> {
    if (redirect !== 'if_required') throw new StripeJsIntegrationError("The sandbox needs `redirect: 'if_required'`.");
    return this.#intents.confirmSetup({ clientSecret, elements, confirmParams }, 'confirmSetup');
  }

  /** Confirms with the attached card, or a payment method by its id. */
  confirmCardPayment(clientSecret: string, data?: unknown): Promise<IntentResult> {
    return this.#intents.confirmPayment(clientSecret, data, 'confirmCardPayment');
  }

  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<IntentResult> {
    return this.#intents.handleAction(clientSecret, 'handleNextAction');
  }

  /** The wrappers of Stripe.js check that this exists, and do not call it. */
  createPaymentMethod(): never {
    throw new StripeJsIntegrationError('The sandbox makes payment methods by confirmation tokens alone.');
  }

  createToken(): never {
    throw new StripeJsIntegrationError('The sandbox makes no tokens of cards.');
  }

  /** The wrappers of Stripe.js call this to report their versions. */
  registerAppInfo(): void {}

  _registerWrapper(): void {}

  /** Makes calls without a card from a hidden frame, so that the page needs no access to the API. */
  readonly #call: StripeApiCall = async (method, path, params) => {
    this.#controller ??= this.#openController();
    return (await this.#controller.ask('call', { method, path, params })) as StripeReply;
  };

  #openController(): StripeFrameLink {
    const link = new StripeFrameLink({
      src: `${sandboxBase}/stripe-js/frames/controller.html`,
      title: 'Secure payment controller frame',
      hello: () => ({ key: this.#key }),
      onEvent: () => undefined,
    });
    link.element.setAttribute('aria-hidden', 'true');
    link.element.tabIndex = -1;
    Object.assign(link.element.style, { position: 'fixed', width: '1px', height: '1px', border: '0', opacity: '0' });
    document.body.append(link.element);
    return link;
  }
}

/** Supports both `Stripe(key)` and `new Stripe(key)`, as the real one does. */
function createStripe(key: unknown): SandboxStripe {
  return new SandboxStripe(key);
}

// The release that the pinned @stripe/stripe-js expects.
Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) });
