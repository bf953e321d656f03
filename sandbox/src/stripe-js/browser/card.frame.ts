import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { brandIcon } from './brand-icon.ts';
import { acceptTyping, createInput } from './card-inputs.ts';
import {
  type CardInput,
  cardState,
  type FieldName,
  fieldError,
  fieldNames,
  fieldsOf,
  type Stage,
} from './card-state.ts';
import { answerPage, type FramePort } from './frame-port.ts';
import { applyStyle } from './frame-style.ts';
import { callStripe, type FormValue, type StripeReply } from './stripe-call.ts';

interface Hello {
  key: string;
  options: StripeCardElementOptions;
}

/** A call whose card is the one in this frame. */
interface CardCall {
  path: string;
  params: { readonly [name: string]: FormValue };
}

/** The frame that a card is typed into. Its number leaves it only for the sandbox's Stripe, never for the page. */
class CardFrame {
  readonly #port: FramePort;
  readonly #key: string;
  #options: StripeCardElementOptions;
  readonly #sheet = new CSSStyleSheet();
  readonly #icon = brandIcon();
  readonly #inputs: Record<FieldName, HTMLInputElement>;
  #typed: CardInput = { number: '', expiry: '', cvc: '', postalCode: '' };
  #stages: Record<FieldName, Stage> = { number: 'typing', expiry: 'typing', cvc: 'typing', postalCode: 'typing' };
  #told = '';
  #hasFocus = false;

  constructor({ key, options }: Hello, port: FramePort) {
    this.#port = port;
    this.#key = key;
    this.#options = options;
    const of = (field: FieldName): HTMLInputElement => this.#createField(field);
    this.#inputs = { number: of('number'), expiry: of('expiry'), cvc: of('cvc'), postalCode: of('postalCode') };
    document.adoptedStyleSheets.push(this.#sheet);
    document.body.append(this.#icon.element, ...fieldNames.map((field) => this.#inputs[field]));
    document.addEventListener('keydown', ({ key: pressed }) => {
      if (pressed === 'Escape') port.tell('escape');
      if (pressed === 'Enter') port.tell('enter');
    });
    this.update({});
    port.tell('ready');
  }

  update(changes: StripeCardElementOptions): void {
    this.#options = { ...this.#options, ...changes };
    applyStyle(this.#sheet, this.#options.style ?? {});
    this.#icon.element.toggleAttribute('hidden', this.#options.hideIcon === true);
    for (const field of fieldNames) this.#inputs[field].disabled = this.#options.disabled === true;
    this.#inputs.postalCode.hidden = this.#hidesPostalCode;
    const { postalCode } = this.#options.value ?? {};
    if (changes.value !== undefined && postalCode !== undefined) {
      this.#typed.postalCode = this.#inputs.postalCode.value = postalCode;
    }
    this.#show();
  }

  focus(): void {
    const first = this.#fields.find((field) => this.#errorAsSent(field) !== undefined) ?? 'number';
    this.#inputs[first].focus();
  }

  blur(): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  clear(): void {
    for (const field of fieldNames) {
      this.#typed[field] = this.#inputs[field].value = '';
      this.#stages[field] = 'typing';
    }
    this.#show();
  }

  /** Sends the card with a call. What is incomplete is said without a call. */
  async send({ path, params }: CardCall): Promise<StripeReply> {
    for (const field of this.#fields) this.#stages[field] = 'sent';
    this.#show();
    const { error } = this.#state;
    if (error) return { error: { ...error } };
    const { number, expiry, cvc, postalCode } = this.#typed;
    const card = { number, exp_month: expiry.slice(0, 2), exp_year: expiry.slice(2), cvc };
    const details = params['billing_details'] as { readonly [name: string]: FormValue } | undefined;
    const address = (details?.['address'] ?? {}) as { readonly [name: string]: FormValue };
    const billing = this.#hidesPostalCode ? details : { ...details, address: { postal_code: postalCode, ...address } };
    return callStripe(this.#key, 'POST', path, { ...params, type: 'card', card, billing_details: billing });
  }

  get #hidesPostalCode(): boolean {
    return this.#options.hidePostalCode === true;
  }

  get #fields(): readonly FieldName[] {
    return fieldsOf({ hidePostalCode: this.#hidesPostalCode });
  }

  get #occasion() {
    return { stages: this.#stages, hidePostalCode: this.#hidesPostalCode, now: new Date() };
  }

  get #state() {
    return cardState(this.#typed, this.#occasion);
  }

  #errorAsSent(field: FieldName) {
    return fieldError(field, this.#typed, { ...this.#occasion, stages: { ...this.#stages, [field]: 'sent' } });
  }

  #createField(field: FieldName): HTMLInputElement {
    const input = createInput(field);
    input.addEventListener('input', () => this.#onTyping(field, input));
    input.addEventListener('keydown', (event) => {
      // Back from an empty field to the one before it.
      if (event.key !== 'Backspace' || input.value !== '') return;
      const before = this.#fields[this.#fields.indexOf(field) - 1];
      if (before !== undefined) this.#inputs[before].focus();
    });
    input.addEventListener('focus', () => {
      if (!this.#hasFocus) this.#port.tell('focus');
      this.#hasFocus = true;
    });
    input.addEventListener('blur', ({ relatedTarget }) => {
      this.#stages[field] = 'left';
      this.#show();
      // The end of a number is what people know it by; the browser itself goes to its beginning first.
      if (field === 'number') requestAnimationFrame(() => (input.scrollLeft = input.scrollWidth));
      if (relatedTarget !== null) return;
      this.#hasFocus = false;
      this.#port.tell('blur');
    });
    return input;
  }

  #onTyping(field: FieldName, input: HTMLInputElement): void {
    const value = acceptTyping(field, input, this.#typed);
    const isLonger = value.length > this.#typed[field].length;
    this.#typed[field] = value;
    this.#stages[field] = 'typing';
    this.#show();
    const isAtEnd = input.selectionStart === input.value.length;
    if (isLonger && isAtEnd && field !== 'postalCode' && this.#errorAsSent(field) === undefined) this.#goOnFrom(field);
  }

  /** A field that is full and right hands on to the next one. */
  #goOnFrom(field: FieldName): void {
    const next = this.#fields[this.#fields.indexOf(field) + 1];
    if (next !== undefined && document.activeElement === this.#inputs[field]) this.#inputs[next].focus();
  }

  #show(): void {
    const state = this.#state;
    for (const field of this.#fields) {
      const input = this.#inputs[field];
      const error = fieldError(field, this.#typed, this.#occasion);
      const isFull = this.#errorAsSent(field) === undefined;
      input.classList.toggle('is-invalid', error !== undefined);
      input.classList.toggle('is-complete', isFull);
      input.classList.toggle('is-empty', this.#typed[field] === '');
      input.setAttribute('aria-invalid', String(error !== undefined));
    }
    this.#icon.show(state);
    const told = JSON.stringify(state);
    if (this.#told !== '' && told !== this.#told) this.#port.tell('change', state);
    this.#told = told;
  }
}

answerPage((hello, port) => {
  const frame = new CardFrame(hello as Hello, port);
  return {
    update: (changes: StripeCardElementOptions) => frame.update(changes),
    focus: () => frame.focus(),
    blur: () => frame.blur(),
    clear: () => frame.clear(),
    send: (call: CardCall) => frame.send(call),
  };
});
