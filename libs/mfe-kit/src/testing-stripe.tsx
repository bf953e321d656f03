import { afterEach, beforeEach } from '@jest/globals';
import { act } from '@testing-library/react';

type Handler = (event: unknown) => void;

/** Stripe.js's answer to a confirmation. */
export interface Confirmation {
  paymentIntent?: { id?: string; status: string };
  setupIntent?: { id?: string; status: string };
  error?: Record<string, unknown>;
}

export interface FakeStripe {
  /** Keys that `Stripe(…)` was called with. */
  keys: string[];
  /** Options of the card field, latest last. */
  options: Record<string, unknown>[];
  /** Calls of `confirmCardPayment` and `confirmCardSetup`. */
  confirmed: { clientSecret: string; data: unknown }[];
  /** Answers to confirmations, in order; the last one repeats. Without any, they never answer. */
  answer: (...confirmations: (Confirmation | Error | Promise<Confirmation>)[]) => void;
  /** What the card holder types, and what goes on in the frame. */
  emit: (event: 'change' | 'focus' | 'blur' | 'ready' | 'loaderror', given?: unknown) => void;
  /** A complete card. */
  fillIn: () => void;
}

/** Writes the page's configuration with Stripe's address and key, as the service does. */
export function configureStripe(route: string): void {
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
 * Stands in for Stripe.js, already loaded, in every test of the file that calls this at its top, and for the query of
 * the colour scheme, which jsdom lacks. The card field is ready as soon as it is mounted, unless `slow`.
 */
export function fakeStripe({ slow = false }: { slow?: boolean } = {}): FakeStripe {
  const handlers = new Map<string, Handler>();
  let answers: (Confirmation | Error | Promise<Confirmation>)[] = [];
  const emit: FakeStripe['emit'] = (event, given = {}) => {
    act(() => handlers.get(event)?.(given));
  };
  const stripe: FakeStripe = {
    keys: [],
    options: [],
    confirmed: [],
    answer: (...given) => void (answers = given),
    emit,
    fillIn: () => emit('change', { complete: true, elementType: 'card' }),
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
  const confirm = async (clientSecret: string, data: unknown): Promise<Confirmation> => {
    stripe.confirmed.push({ clientSecret, data });
    const next = await (answers.length > 1 ? answers.shift() : answers[0]);
    if (next instanceof Error) throw next;
    return next ?? new Promise(() => undefined);
  };
  const refused = () => Promise.reject(new Error('not used'));
  const client = {
    elements: () => ({
      create: (_type: string, options: Record<string, unknown>) => {
        stripe.options.push(options);
        mounted = card;
        return card;
      },
      getElement: () => mounted,
      update: () => undefined,
    }),
    createToken: refused,
    createPaymentMethod: refused,
    confirmCardPayment: confirm,
    confirmCardSetup: confirm,
  };
  const open = (key: string) => {
    stripe.keys.push(key);
    return client;
  };
  const constructor = Object.assign(open, { version: 'endive' });
  const lightMode = () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined });

  beforeEach(() => {
    Object.assign(stripe, { keys: [], options: [], confirmed: [] });
    answers = [];
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
