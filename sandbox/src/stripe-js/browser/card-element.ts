import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { FrameLink } from './frame-link.ts';
import { IntegrationError, notMounted } from './integration-error.ts';

type Handler = (event?: unknown) => unknown;

/** The height of a line of the element's text, in pixels. */
export function lineHeightOf({ style }: StripeCardElementOptions): number {
  const pixels = (value: string | undefined, of: number): number | null => {
    const [, number, unit] = /^([\d.]+)(px|r?em|)$/.exec(value ?? '') ?? [];
    if (number === undefined) return null;
    return Number(number) * (unit === 'px' ? 1 : unit === '' ? of : 16);
  };
  const { fontSize, lineHeight } = style?.base ?? {};
  const size = pixels(fontSize, 16) ?? 16;
  return pixels(lineHeight, size) ?? size * 1.2;
}

/** Enter in a field submits its form by the default button, and not at all where that is disabled. */
function submitLikeInput(form: HTMLFormElement | null): void {
  const button = form?.querySelector<HTMLElement>('button:not([type]), [type="submit"], [type="image"]');
  if (button) button.click();
  else form?.requestSubmit();
}

/** Large enough for a finger, whatever the line. */
const touchHeight = 44;

/** The card's field, as the page has it: an empty container, and a frame in it that the card is typed into. */
export class CardElement {
  readonly _componentName = 'card';
  readonly #key: string;
  readonly #base: string;
  #options: StripeCardElementOptions;
  #link: FrameLink | null = null;
  #container: HTMLElement | null = null;
  #labels = new AbortController();
  #destroyed = false;
  readonly #onDestroy: () => void;
  readonly #handlers = new Map<string, Set<Handler>>();

  constructor(key: string, base: string, options: StripeCardElementOptions, onDestroy: () => void) {
    this.#key = key;
    this.#base = base;
    this.#options = options;
    this.#onDestroy = onDestroy;
  }

  mount(where: string | HTMLElement): void {
    this.#checkNotDestroyed();
    const container = typeof where === 'string' ? document.querySelector<HTMLElement>(where) : where;
    if (!container?.isConnected) {
      throw new IntegrationError(
        `The selector you specified (${String(where)}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
      );
    }
    if (container === this.#container) return;
    this.unmount();
    this.#container = container;
    this.#link = new FrameLink({
      src: `${this.#base}/stripe-js/frames/card.html`,
      title: 'Secure card payment input frame',
      hello: () => ({ key: this.#key, options: this.#options }),
      onEvent: (type, body) => this.#onEvent(type, body),
    });
    const frame = this.#link.element;
    this.#size(frame);
    const line = document.createElement('div');
    line.className = '__PrivateStripeElement';
    line.append(frame);
    container.replaceChildren(line);
    this.#mark('base', true);
    this.#mark('empty', true);
    this.#listenToLabels(container);
  }

  unmount(): void {
    this.#labels.abort();
    this.#link?.close();
    this.#link = null;
    for (const state of ['base', 'complete', 'empty', 'focus', 'invalid'] as const) this.#mark(state, false);
    this.#container?.replaceChildren();
    this.#container = null;
  }

  destroy(): void {
    this.#checkNotDestroyed();
    this.unmount();
    this.#destroyed = true;
    this.#onDestroy();
  }

  update(changes: StripeCardElementOptions): void {
    this.#options = { ...this.#options, ...changes };
    if (!this.#link) return;
    this.#size(this.#link.element);
    this.#tell('update', changes);
  }

  focus(): void {
    this.#link?.element.focus();
    this.#tell('focus');
  }

  blur(): void {
    this.#link?.element.blur();
    this.#tell('blur');
  }

  clear(): void {
    this.#tell('clear');
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

  /** Has the frame send its card with a call of the API. @throws IntegrationError when it is not mounted */
  async _send(call: { path: string; params: object }): Promise<unknown> {
    if (!this.#link) throw notMounted();
    return this.#link.ask('send', call);
  }

  #checkNotDestroyed(): void {
    if (this.#destroyed) {
      throw new IntegrationError(
        'This Element has already been destroyed. Please create a new one by calling `elements.create(...)`.',
      );
    }
  }

  #tell(type: string, body?: unknown): void {
    // It was unmounted meanwhile: there is nobody left to tell.
    this.#link?.ask(type, body).catch(() => undefined);
  }

  #size(frame: HTMLIFrameElement): void {
    const line = lineHeightOf(this.#options);
    const height = Math.max(touchHeight, line);
    const aside = `${(line - height) / 2}px`;
    // Light, as its document is: a frame of another scheme than its document is painted opaque.
    Object.assign(frame.style, {
      display: 'block',
      border: '0',
      width: '100%',
      height: `${height}px`,
      marginBlock: aside,
      colorScheme: 'light only',
    });
  }

  #onEvent(type: string, body: unknown): void {
    if (type === 'enter') {
      submitLikeInput(this.#container?.closest('form') ?? null);
      return;
    }
    if (type === 'focus' || type === 'blur') this.#mark('focus', type === 'focus');
    if (type === 'change') {
      const { complete, empty, error } = body as { complete: boolean; empty: boolean; error?: object };
      this.#mark('complete', complete);
      this.#mark('empty', empty);
      this.#mark('invalid', error !== undefined);
    }
    const event = { elementType: 'card', ...(body as object | undefined) };
    for (const handler of [...(this.#handlers.get(type) ?? [])]) handler(event);
  }

  #mark(state: 'base' | 'complete' | 'empty' | 'focus' | 'invalid', on: boolean): void {
    const usual = state === 'base' ? 'StripeElement' : `StripeElement--${state}`;
    for (const name of (this.#options.classes?.[state] ?? usual).split(/\s+/)) {
      if (name !== '') this.#container?.classList.toggle(name, on);
    }
  }

  /** A click on the container or on its label reaches the field. */
  #listenToLabels(container: HTMLElement): void {
    this.#labels = new AbortController();
    const label = container.id === '' ? null : document.querySelector(`label[for="${CSS.escape(container.id)}"]`);
    for (const each of [container, label, container.closest('label')]) {
      each?.addEventListener('click', () => this.focus(), { signal: this.#labels.signal });
    }
  }
}
