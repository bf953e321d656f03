import { afterEach, beforeEach } from '@jest/globals';
import { act } from '@testing-library/react';

type Handler = (event: unknown) => void;

export interface FakeStripeJsAnswer {
  paymentIntent?: { id?: string; status: string };
  setupIntent?: { id?: string; status: string };
  confirmationToken?: { id: string };
  error?: Record<string, unknown>;
}

type Answer = FakeStripeJsAnswer | Error | Promise<FakeStripeJsAnswer>;

export interface FakeStripeJs {
  keys: string[];
  /** The options of the elements, latest last. */
  elements: Record<string, unknown>[];
  /** The options of the card's field, latest last. */
  options: Record<string, unknown>[];
  /** The calls that send a request to Stripe, with their arguments, in order. */
  calls: {
    name: 'createConfirmationToken' | 'handleNextAction';
    given: unknown;
  }[];
  /**
   * Sets the responses to such calls, in order; the last one repeats. By default a token is created, and other calls
   * get an empty response.
   */
  answer: (...answers: Answer[]) => void;
  /** Sets the error of `elements.submit()`; null for none, if the card is complete. */
  invalid: (message: string | null) => void;
  /** Emits an event of the frame, for example input of the card holder. */
  emit: (event: 'change' | 'focus' | 'blur' | 'ready' | 'loaderror', given?: unknown) => void;
  /** Enters a complete card. */
  fillIn: () => void;
}

/** Writes the page's configuration with Stripe's address and key, as the service does. */
export function writeStripePageConfig(route: string): void {
  document.getElementById('ve-config')?.remove();
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 've-config';
  const urls = { STRIPE_JS: 'https://stripe.test/stripe.js' };
  const keys = { STRIPE: 'pk_test_1' };
  block.textContent = JSON.stringify({ origin: 'https://site.test', route, ownSources: true, urls, keys });
  document.body.append(block);
}

/**
 * Replaces Stripe.js, already loaded, in every test of the file that calls this at its top, and the media query of the
 * colour scheme, which jsdom lacks. The card field is ready as soon as it is mounted, unless `slow`.
 */
export function installFakeStripeJs({ slow = false }: { slow?: boolean } = {}): FakeStripeJs {
  const handlers = new Map<string, Handler>();
  let answers: Answer[] = [];
  let invalidMessage: string | null = null;
  let complete = false;
  const emit: FakeStripeJs['emit'] = (event, given = {}) => {
    act(() => handlers.get(event)?.(given));
  };
  const stripe: FakeStripeJs = {
    keys: [],
    elements: [],
    options: [],
    calls: [],
    answer: (...given) => void (answers = given),
    invalid: (message) => void (invalidMessage = message),
    emit,
    fillIn: () => {
      complete = true;
      emit('change', { complete, elementType: 'payment' });
    },
  };

  const card = {
    on: (event: string, handler: Handler) => {
      handlers.set(event, handler);
      return card;
    },
    off: (event: string) => {
      handlers.delete(event);
      return card;
    },
    mount: (place: HTMLElement) => {
      const input = document.createElement('input');
      input.className = 'fake-card';
      input.setAttribute('aria-label', 'Card number');
      place.append(input);
      if (!slow) queueMicrotask(() => emit('ready', card));
    },
    update: (options: Record<string, unknown>) => void stripe.options.push(options),
    focus: () => document.querySelector<HTMLInputElement>('.fake-card')?.focus(),
    destroy: () => {
      document.querySelector('.fake-card')?.remove();
      handlers.clear();
    },
  };
  let mounted: typeof card | null = null;
  const call =
    (name: FakeStripeJs['calls'][number]['name']) =>
    async (given: unknown): Promise<FakeStripeJsAnswer> => {
      stripe.calls.push({ name, given });
      if (answers.length === 0 && name === 'createConfirmationToken') return { confirmationToken: { id: 'ctoken_1' } };
      const next = await (answers.length > 1 ? answers.shift() : answers[0]);
      if (next instanceof Error) throw next;
      return next ?? new Promise(() => undefined);
    };
  const submit = (): Promise<object> => {
    const message = invalidMessage ?? (complete ? null : 'Your card number is incomplete.');
    const error = { type: 'validation_error', message };
    return Promise.resolve(message === null ? { selectedPaymentMethod: 'card' } : { error });
  };
  const refused = () => Promise.reject(new Error('not used'));
  const client = {
    elements: (group: Record<string, unknown>) => {
      stripe.elements.push(group);
      return {
        create: (_type: string, options: Record<string, unknown>) => {
          stripe.options.push(options);
          mounted = card;
          return card;
        },
        getElement: () => mounted,
        submit,
        update: (changes: Record<string, unknown>) => void stripe.elements.push(changes),
      };
    },
    createToken: refused,
    createPaymentMethod: refused,
    createConfirmationToken: call('createConfirmationToken'),
    handleNextAction: call('handleNextAction'),
    confirmCardPayment: refused,
  };
  const open = (key: string) => {
    stripe.keys.push(key);
    return client;
  };
  const constructor = Object.assign(open, { version: 'endive' });
  const lightMode = () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined });

  beforeEach(() => {
    Object.assign(stripe, { keys: [], elements: [], options: [], calls: [] });
    answers = [];
    invalidMessage = null;
    complete = false;
    mounted = null;
    handlers.clear();
    Object.assign(window, { Stripe: constructor, matchMedia: lightMode });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'Stripe');
    document.getElementById('ve-config')?.remove();
  });
  return stripe;
}
