import type { Appearance, StripePaymentElementOptions } from '@stripe/stripe-js';
import { StripeFrameLink } from './frame-link.ts';
import { StripeJsIntegrationError, stripeElementNotMountedError } from './integration-error.ts';

type Handler = (event?: unknown) => unknown;

/**
 * How far the frame extends beyond its container on each side, in pixels, so that the focus ring of a field is not cut.
 */
const bleed = 5;

/** The fields option of a billing detail such as `address.postalCode` or `name`. */
function fieldOption({ fields }: StripePaymentElementOptions, path: readonly string[]): unknown {
  let found: unknown = fields?.billingDetails;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return found;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Billing details by their names in the options and in a call. */
const details: readonly (readonly [option: readonly string[], call: readonly string[]])[] = [
  [['name'], ['name']],
  [['email'], ['email']],
  [['phone'], ['phone']],
  [
    ['address', 'country'],
    ['address', 'country'],
  ],
  [
    ['address', 'postalCode'],
    ['address', 'postal_code'],
  ],
  [
    ['address', 'state'],
    ['address', 'state'],
  ],
  [
    ['address', 'city'],
    ['address', 'city'],
  ],
  [
    ['address', 'line1'],
    ['address', 'line1'],
  ],
  [
    ['address', 'line2'],
    ['address', 'line2'],
  ],
];

/** The card's fields on the page: a container with a frame for the card. */
export class PaymentElement {
  readonly _componentName = 'payment';
  readonly #key: string;
  readonly #base: string;
  #options: StripePaymentElementOptions;
  #appearance: Appearance;
  #link: StripeFrameLink | null = null;
  #container: HTMLElement | null = null;
  #destroyed = false;
  readonly #onDestroy: () => void;
  readonly #handlers = new Map<string, Set<Handler>>();

  constructor(
    { key, base, appearance, onDestroy }: { key: string; base: string; appearance: Appearance; onDestroy: () => void },
    options: StripePaymentElementOptions,
  ) {
    const address = fieldOption(options, ['address']);
    const shown = ['country', 'postalCode'].some((name) => fieldOption(options, ['address', name]) !== 'never');
    if (address !== 'if_required' && shown) {
      throw new StripeJsIntegrationError(
        "The sandbox's Payment Element has no fields for an address: hide them by `fields`.",
      );
    }
    this.#key = key;
    this.#base = base;
    this.#appearance = appearance;
    this.#options = options;
    this.#onDestroy = onDestroy;
  }

  mount(where: string | HTMLElement): void {
    this.#checkNotDestroyed();
    const container = typeof where === 'string' ? document.querySelector<HTMLElement>(where) : where;
    if (!container?.isConnected) {
      throw new StripeJsIntegrationError(
        `The selector you specified (${String(where)}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
      );
    }
    if (container === this.#container) return;
    this.unmount();
    this.#container = container;
    this.#link = new StripeFrameLink({
      src: `${this.#base}/stripe-js/frames/payment.html`,
      title: 'Secure payment input frame',
      hello: () => ({ key: this.#key, appearance: this.#appearance, readOnly: this.#options.readOnly === true }),
      onEvent: (type, body) => this.#onEvent(type, body),
    });
    const frame = this.#link.element;
    // Light like its document: a frame with another colour scheme is painted opaque.
    Object.assign(frame.style, {
      display: 'block',
      border: '0',
      width: `calc(100% + ${bleed * 2}px)`,
      height: '0',
      margin: `-${bleed}px`,
      colorScheme: 'light only',
    });
    const box = document.createElement('div');
    box.className = '__PrivateStripeElement';
    box.append(frame);
    container.replaceChildren(box);
    container.classList.add('StripeElement');
  }

  unmount(): void {
    this.#link?.close();
    this.#link = null;
    this.#container?.classList.remove('StripeElement');
    this.#container?.replaceChildren();
    this.#container = null;
  }

  destroy(): void {
    this.#checkNotDestroyed();
    this.unmount();
    this.#destroyed = true;
    this.#onDestroy();
  }

  update(changes: StripePaymentElementOptions): void {
    this.#options = { ...this.#options, ...changes };
    this.#send('update', { readOnly: this.#options.readOnly === true });
  }

  collapse(): void {}

  focus(): void {
    this.#link?.element.focus();
    this.#send('focus');
  }

  blur(): void {
    this.#link?.element.blur();
    this.#send('blur');
  }

  clear(): void {
    this.#send('clear');
  }

  on(type: string, handler: Handler): this {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers.add(handler));
    return this;
  }

  once(type: string, handler: Handler): this {
    const once: Handler = (event) => {
      this.off(type, once);
      return handler(event);
    };
    return this.on(type, once);
  }

  off(type: string, handler?: Handler): this {
    if (handler) this.#handlers.get(type)?.delete(handler);
    else this.#handlers.delete(type);
    return this;
  }

  _restyle(appearance: Appearance): void {
    this.#appearance = appearance;
    this.#send('update', { appearance });
  }

  /** Validates the card in the frame. */
  async _submit(): Promise<unknown> {
    if (!this.#link) throw stripeElementNotMountedError();
    return this.#link.ask('submit', undefined);
  }

  /** Sends the frame's card with a call of the API. @throws StripeJsIntegrationError when a hidden detail is missing */
  async _send(call: { path: string; params: Record<string, unknown> }, caller: string): Promise<unknown> {
    if (!this.#link) throw stripeElementNotMountedError();
    const { payment_method_data: data } = call.params;
    const billingDetails = (data as { billing_details?: object } | undefined)?.billing_details ?? {};
    for (const [option, path] of details) {
      const isGiven =
        path.reduce<unknown>((value, name) => Object(value)[name] as unknown, billingDetails) !== undefined;
      if (isGiven || fieldOption(this.#options, option) !== 'never') continue;
      throw new StripeJsIntegrationError(
        `You specified "never" for fields.billing_details.${option.join('.')} when creating the payment Element, but did not pass params.billing_details.${path.join('.')} when calling ${caller}(). If you opt out of collecting data via the payment Element using the fields option, the data must be passed in when calling ${caller}().`,
      );
    }
    return this.#link.ask('send', call);
  }

  #checkNotDestroyed(): void {
    if (this.#destroyed) {
      throw new StripeJsIntegrationError(
        'This Element has already been destroyed. Please create a new one by calling `elements.create(...)`.',
      );
    }
  }

  #send(type: string, body?: unknown): void {
    // The element was unmounted meanwhile: no one is waiting for the reply.
    this.#link?.ask(type, body).catch(() => undefined);
  }

  #onEvent(type: string, body: unknown): void {
    if (type === 'resize') {
      const { height } = body as { height: number };
      if (this.#link) this.#link.element.style.height = `${height}px`;
      return;
    }
    const value = { collapsed: false, value: { type: 'card' } };
    const event = { elementType: 'payment', ...(type === 'change' ? value : {}), ...(body as object | undefined) };
    for (const handler of [...(this.#handlers.get(type) ?? [])]) handler(event);
  }
}
