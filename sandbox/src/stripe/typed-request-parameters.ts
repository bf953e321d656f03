import type { StripeParameter, StripeParameters } from './stripe-parameters.ts';
import { stripeMissingParameterError, stripeNotImplementedError } from './stripe-error.ts';

/** Typed access to parameters that the operation's table has already validated. */
export class TypedStripeRequestParameters {
  readonly #values: StripeParameters;
  readonly #path: string;

  constructor(values: StripeParameters, path = '') {
    this.#values = values;
    this.#path = path;
  }

  #name(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`;
  }

  #inside(value: StripeParameter | undefined, path: string): TypedStripeRequestParameters {
    const inner = typeof value === 'object' && !Array.isArray(value) ? value : {};
    return new TypedStripeRequestParameters(inner, path);
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  /** Whether it was sent as an empty text, which unsets the field. */
  unsets(name: string): boolean {
    return this.#values[name] === '';
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** The sent text; null when it unsets the field; `before` when it was not sent. */
  textOr(name: string, before: string | null): string | null {
    const value = this.text(name);
    return value === undefined ? before : value === '' ? null : value;
  }

  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw stripeMissingParameterError(this.#name(name));
    return value;
  }

  number(name: string): number | undefined {
    const value = this.#values[name];
    return typeof value === 'number' ? value : undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.#values[name];
    return typeof value === 'boolean' ? value : undefined;
  }

  texts(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  }

  inner(name: string): TypedStripeRequestParameters {
    return this.#inside(this.#values[name], this.#name(name));
  }

  inners(name: string): TypedStripeRequestParameters[] {
    const value = this.#values[name];
    const path = this.#name(name);
    return Array.isArray(value) ? value.map((item, index) => this.#inside(item, `${path}[${index}]`)) : [];
  }

  names(): string[] {
    return Object.keys(this.#values);
  }

  /** Metadata after this request: an empty value removes its key, an empty text all of them. */
  metadata(before: Record<string, string> = {}): Record<string, string> {
    const value = this.#values['metadata'];
    if (value === undefined) return before;
    if (typeof value !== 'object' || Array.isArray(value)) return {};
    const all = { ...before, ...Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)])) };
    return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''));
  }

  /** @throws when a parameter was sent that Stripe knows and the sandbox does not implement */
  only(names: readonly string[]): this {
    const other = this.names().find((name) => !names.includes(name));
    if (other !== undefined) throw stripeNotImplementedError(this.#name(other));
    return this;
  }
}
