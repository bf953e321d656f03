import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { CardElement } from './card-element.ts';
import { IntegrationError } from './integration-error.ts';

/** A group of elements; the sandbox has the card's. */
export class ElementsGroup {
  readonly #key: string;
  readonly #base: string;
  #card: CardElement | null = null;

  constructor(key: string, base: string) {
    this.#key = key;
    this.#base = base;
  }

  create(type: string, options: StripeCardElementOptions = {}): CardElement {
    if (type !== 'card') throw new IntegrationError(`The sandbox has no Element of the type '${type}', only 'card'.`);
    if (this.#card) throw new IntegrationError('Can only create one Element of type card through elements().');
    this.#card = new CardElement(this.#key, this.#base, options, () => (this.#card = null));
    return this.#card;
  }

  getElement(type: unknown): CardElement | null {
    const isCard =
      type === 'card' || (typeof type === 'function' && '__elementType' in type && type.__elementType === 'card');
    return isCard ? this.#card : null;
  }

  update(): Promise<void> {
    return Promise.resolve();
  }
}
