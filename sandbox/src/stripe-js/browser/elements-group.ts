import type { Appearance, StripePaymentElementOptions } from '@stripe/stripe-js';
import { StripeJsIntegrationError, stripeElementNotMountedError } from './integration-error.ts';
import { PaymentElement } from './payment-element.ts';

/** The options of a group that the sandbox supports. */
export interface ElementsGroupOptions {
  mode?: 'payment' | 'setup' | 'subscription';
  amount?: number;
  currency?: string;
  setupFutureUsage?: string | null;
  appearance?: Appearance;
}

/** A group of elements, before any intent exists. The sandbox only has the Payment Element. */
export class ElementsGroup {
  readonly #key: string;
  readonly #base: string;
  #options: ElementsGroupOptions;
  #payment: PaymentElement | null = null;
  #submitted = false;

  constructor(key: string, base: string, options: ElementsGroupOptions) {
    const { mode, amount, currency } = options;
    if (mode === 'payment' && (typeof amount !== 'number' || typeof currency !== 'string')) {
      throw new StripeJsIntegrationError('elements() with mode `payment` needs `amount` and `currency`.');
    }
    this.#key = key;
    this.#base = base;
    this.#options = options;
  }

  get _mode(): ElementsGroupOptions['mode'] {
    return this.#options.mode;
  }

  get _setupFutureUsage(): string | null {
    return this.#options.setupFutureUsage ?? null;
  }

  create(type: string, options: StripePaymentElementOptions = {}): PaymentElement {
    if (type !== 'payment') {
      throw new StripeJsIntegrationError(`The sandbox has no Element of the type '${type}', only 'payment'.`);
    }
    if (this.#options.mode === undefined) {
      throw new StripeJsIntegrationError("The sandbox's Payment Element needs the `mode` of its elements().");
    }
    if (this.#payment)
      throw new StripeJsIntegrationError('Can only create one Element of type payment through elements().');
    this.#payment = new PaymentElement(
      {
        key: this.#key,
        base: this.#base,
        appearance: this.#options.appearance ?? {},
        onDestroy: () => (this.#payment = null),
      },
      options,
    );
    // Input after `submit` has to be submitted again.
    this.#payment.on('change', () => (this.#submitted = false));
    return this.#payment;
  }

  getElement(type: unknown): PaymentElement | null {
    const isPayment =
      type === 'payment' || (typeof type === 'function' && '__elementType' in type && type.__elementType === 'payment');
    return isPayment ? this.#payment : null;
  }

  update(changes: ElementsGroupOptions): void {
    this.#options = { ...this.#options, ...changes };
    if (changes.appearance) this.#payment?._restyle(changes.appearance);
  }

  /** Validates the input and marks the errors. */
  async submit(): Promise<unknown> {
    if (!this.#payment) throw stripeElementNotMountedError();
    const result = await this.#payment._submit();
    this.#submitted = typeof result === 'object' && result !== null && !('error' in result);
    return result;
  }

  /** @throws StripeJsIntegrationError unless `submit` has found the input complete */
  _submittedElement(caller: string): PaymentElement {
    if (!this.#payment) throw stripeElementNotMountedError();
    if (!this.#submitted) {
      throw new StripeJsIntegrationError(
        `elements.submit() must be called before stripe.${caller}(). Learn more: https://stripe.com/docs/payments/accept-a-payment-deferred`,
      );
    }
    return this.#payment;
  }
}
