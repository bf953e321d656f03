import { StripeError, invalidRequest } from './stripe-error.ts';

export interface StoredAnswer {
  status: number;
  body: string;
  requestId: string;
}

interface Entry {
  /** Method, path and parameters. */
  request: string;
  at: number;
  answer: StoredAnswer | null;
}

export type Claim =
  | { kind: 'new' }
  | { kind: 'replay'; answer: StoredAnswer }
  /** The key belongs to another request, or that request is still being answered. */
  | { kind: 'refuse'; error: StripeError };

const idempotencyRetentionSeconds = 24 * 3_600;
const most = 20_000;
const maxKeyLength = 255;

/** Answers by idempotency key, for a day. */
export class IdempotencyKeys {
  readonly #entries = new Map<string, Entry>();

  /** Takes a key for a request, unless it was used before. */
  claim(key: string, request: string, now: number): Claim {
    if (key.length > maxKeyLength) {
      return { kind: 'refuse', error: invalidRequest('Idempotency keys can have up to 255 characters.') };
    }
    const known = this.#entries.get(key);
    // A clock that went back finds its keys as they were.
    if (known && now - known.at < idempotencyRetentionSeconds) return this.#again(known, key, request);
    this.#entries.delete(key);
    this.#entries.set(key, { request, at: now, answer: null });
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > most && oldest !== undefined) this.#entries.delete(oldest);
    return { kind: 'new' };
  }

  #again(known: Entry, key: string, request: string): Claim {
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

  /** Keeps the answer, which every later request with the key gets. */
  keep(key: string, answer: StoredAnswer): void {
    const entry = this.#entries.get(key);
    if (entry) entry.answer = answer;
  }

  /** Gives a key back whose request was never carried out. */
  release(key: string): void {
    const entry = this.#entries.get(key);
    if (entry && !entry.answer) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
