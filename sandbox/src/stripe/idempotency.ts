import { StripeError, stripeInvalidRequestError } from './stripe-error.ts';

export interface StoredIdempotentAnswer {
  status: number;
  body: string;
  requestId: string;
}

interface Entry {
  /** Method, path and parameters. */
  request: string;
  at: number;
  answer: StoredIdempotentAnswer | null;
}

export type IdempotencyClaim =
  | { kind: 'new' }
  | { kind: 'replay'; answer: StoredIdempotentAnswer }
  /** The key belongs to another request, or its request is still running. */
  | { kind: 'refuse'; error: StripeError };

const idempotencyRetentionSeconds = 24 * 3_600;
const maxEntries = 20_000;
const maxKeyLength = 255;

/** Stored responses by idempotency key, for a day. */
export class IdempotencyKeyStore {
  readonly #entries = new Map<string, Entry>();

  /** Claims a key for a request, unless it was used before. */
  claim(key: string, request: string, now: number): IdempotencyClaim {
    if (key.length > maxKeyLength) {
      return { kind: 'refuse', error: stripeInvalidRequestError('Idempotency keys can have up to 255 characters.') };
    }
    const known = this.#entries.get(key);
    // After the clock was set back, keys are still valid.
    if (known && now - known.at < idempotencyRetentionSeconds) return this.#again(known, key, request);
    this.#entries.delete(key);
    this.#entries.set(key, { request, at: now, answer: null });
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
    return { kind: 'new' };
  }

  #again(known: Entry, key: string, request: string): IdempotencyClaim {
    if (known.request !== request) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      return { kind: 'refuse', error: new StripeError(400, { type: 'idempotency_error', message }) };
    }
    if (known.answer) return { kind: 'replay', answer: known.answer };
    const message = `There is currently another in-progress request using this Stripe-Idempotency-Key (that probably means you submitted twice, and the other request is still going through): ${key}. If you want to change the request parameters, use a different key.`;
    return {
      kind: 'refuse',
      error: new StripeError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message }),
    };
  }

  /** Stores the response, which later requests with the key get. */
  keep(key: string, answer: StoredIdempotentAnswer): void {
    const entry = this.#entries.get(key);
    if (entry) entry.answer = answer;
  }

  /** Releases a key whose request was not run. */
  release(key: string): void {
    const entry = this.#entries.get(key);
    if (entry && !entry.answer) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
