import type { Appearance } from '@stripe/stripe-js';
import { createCardBrandIcon } from './brand-icon.ts';
import { formatTypedCardField, createCardField } from './card-inputs.ts';
import {
  type CardInputDigits,
  cardInputsStateOf,
  type CardFieldName,
  cardFieldError,
  cardFieldNames,
  type CardFieldStage,
} from './card-state.ts';
import { answerEmbeddingPage, type StripeFramePort } from './frame-port.ts';
import { applyAppearance } from './frame-style.ts';
import { callStripe, type StripeFormValue, type StripeReply } from './stripe-call.ts';

interface FrameOptions {
  appearance: Appearance;
  readOnly: boolean;
}

interface Hello extends FrameOptions {
  key: string;
}

type Fields = { readonly [name: string]: StripeFormValue };

/** A call that uses the card in this frame. */
interface CardCall {
  path: string;
  params: Fields;
}

/** The frame for the card. It sends the number only to the sandbox's Stripe, never to the page. */
class PaymentFrame {
  readonly #port: StripeFramePort;
  readonly #key: string;
  #options: FrameOptions;
  readonly #sheet = new CSSStyleSheet();
  readonly #icon = createCardBrandIcon();
  readonly #fields: Record<CardFieldName, ReturnType<typeof createCardField>>;
  #typed: CardInputDigits = { number: '', expiry: '', cvc: '' };
  #stages: Record<CardFieldName, CardFieldStage> = { number: 'typing', expiry: 'typing', cvc: 'typing' };
  #lastState = '';
  #hasFocus = false;

  constructor({ key, ...options }: Hello, port: StripeFramePort) {
    this.#port = port;
    this.#key = key;
    this.#options = options;
    const of = (field: CardFieldName) => this.#createField(field, field === 'number' ? this.#icon.element : null);
    this.#fields = { number: of('number'), expiry: of('expiry'), cvc: of('cvc') };
    document.adoptedStyleSheets.push(this.#sheet);
    document.body.append(...cardFieldNames.map((field) => this.#fields[field].row));
    document.addEventListener('keydown', ({ key: pressed }) => {
      if (pressed === 'Escape') port.emit('escape');
    });
    this.update({});
    const reportHeight = (): void => port.emit('resize', { height: document.body.offsetHeight });
    new ResizeObserver(reportHeight).observe(document.body);
    reportHeight();
    port.emit('ready');
  }

  update(changes: Partial<FrameOptions>): void {
    this.#options = { ...this.#options, ...changes };
    applyAppearance(this.#sheet, this.#options.appearance);
    for (const field of cardFieldNames) this.#fields[field].input.disabled = this.#options.readOnly;
    this.#show();
  }

  focus(): void {
    const first = cardFieldNames.find((field) => this.#errorAsSent(field) !== undefined) ?? 'number';
    this.#fields[first].input.focus();
  }

  blur(): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  clear(): void {
    for (const field of cardFieldNames) {
      this.#typed[field] = this.#fields[field].input.value = '';
      this.#stages[field] = 'typing';
    }
    this.#show();
  }

  /** Marks missing and wrong fields, and returns the first error. */
  submit(): { selectedPaymentMethod: string } | { error: object } {
    for (const field of cardFieldNames) this.#stages[field] = 'sent';
    this.#show();
    const { error } = this.#state;
    return error ? { error: { ...error } } : { selectedPaymentMethod: 'card' };
  }

  /** Sends the card with a call, or returns the error of an incomplete card without a call. */
  async send({ path, params }: CardCall): Promise<StripeReply> {
    const submitted = this.submit();
    if ('error' in submitted) return submitted as StripeReply;
    const { number, expiry, cvc } = this.#typed;
    const card = { number, exp_month: expiry.slice(0, 2), exp_year: expiry.slice(2), cvc };
    const data = (params['payment_method_data'] ?? {}) as Fields;
    return callStripe(this.#key, {
      method: 'POST',
      path,
      params: { ...params, payment_method_data: { ...data, type: 'card', card } },
    });
  }

  get #occasion() {
    return { stages: this.#stages, now: new Date() };
  }

  get #state() {
    return cardInputsStateOf(this.#typed, this.#occasion);
  }

  #errorAsSent(field: CardFieldName) {
    return cardFieldError(field, this.#typed, { ...this.#occasion, stages: { ...this.#stages, [field]: 'sent' } });
  }

  #createField(field: CardFieldName, icon: Element | null): ReturnType<typeof createCardField> {
    const created = createCardField(field, icon);
    const { input } = created;
    input.addEventListener('input', () => this.#onTyping(field, input));
    input.addEventListener('keydown', (event) => {
      // Backspace in an empty field moves the focus to the previous one.
      if (event.key !== 'Backspace' || input.value !== '') return;
      const before = cardFieldNames[cardFieldNames.indexOf(field) - 1];
      if (before !== undefined) this.#fields[before].input.focus();
    });
    input.addEventListener('focus', () => {
      if (!this.#hasFocus) this.#port.emit('focus');
      this.#hasFocus = true;
    });
    input.addEventListener('blur', ({ relatedTarget }) => {
      this.#stages[field] = 'left';
      this.#show();
      if (relatedTarget !== null) return;
      this.#hasFocus = false;
      this.#port.emit('blur');
    });
    return created;
  }

  #onTyping(field: CardFieldName, input: HTMLInputElement): void {
    const value = formatTypedCardField(field, input, this.#typed);
    const isLonger = value.length > this.#typed[field].length;
    this.#typed[field] = value;
    this.#stages[field] = 'typing';
    this.#show();
    const isAtEnd = input.selectionStart === input.value.length;
    if (isLonger && isAtEnd && this.#errorAsSent(field) === undefined) this.#goOnFrom(field);
  }

  /** Moves the focus from a complete and valid field to the next one. */
  #goOnFrom(field: CardFieldName): void {
    const next = cardFieldNames[cardFieldNames.indexOf(field) + 1];
    if (next !== undefined && document.activeElement === this.#fields[field].input) this.#fields[next].input.focus();
  }

  #show(): void {
    const state = this.#state;
    for (const field of cardFieldNames) {
      const { input, error: place } = this.#fields[field];
      const error = cardFieldError(field, this.#typed, this.#occasion);
      input.classList.toggle('Input--invalid', error !== undefined);
      input.classList.toggle('Input--empty', this.#typed[field] === '');
      input.setAttribute('aria-invalid', String(error !== undefined));
      // Changed only when different, so that screen readers do not announce it again.
      if (place.textContent !== (error?.message ?? '')) place.textContent = error?.message ?? '';
    }
    this.#icon.show(state);
    const { empty, complete } = state;
    const current = JSON.stringify({ empty, complete });
    if (this.#lastState !== '' && current !== this.#lastState) this.#port.emit('change', { empty, complete });
    this.#lastState = current;
  }
}

answerEmbeddingPage((hello, port) => {
  const frame = new PaymentFrame(hello as Hello, port);
  return {
    update: (changes: Partial<FrameOptions>) => frame.update(changes),
    focus: () => frame.focus(),
    blur: () => frame.blur(),
    clear: () => frame.clear(),
    submit: () => frame.submit(),
    send: (call: CardCall) => frame.send(call),
  };
});
