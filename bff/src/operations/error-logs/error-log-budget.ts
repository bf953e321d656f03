const minute = 60_000;
const perClient = 10;
const inAll = 200;
/** Beyond the limits one report in fifty is still sampled, at most this many a minute. */
const sampleOf = 50;
const samples = 20;
/** Clients tracked per minute; further ones share the common limit. */
const clientsRemembered = 10_000;

/** Limits error reports per minute: per client, in total, and the samples beyond. */
export class ErrorReportBudget {
  #windowStart = 0;
  #taken = 0;
  #beyond = 0;
  #sampled = 0;
  readonly #clients = new Map<string, number>();

  /** Decides about one more report; `now` is in milliseconds. */
  admit(client: string, now: number): 'taken' | 'sampled' | 'dropped' {
    if (now - this.#windowStart >= minute || now < this.#windowStart) {
      this.#windowStart = now;
      this.#taken = this.#beyond = this.#sampled = 0;
      this.#clients.clear();
    }
    const own = this.#clients.get(client) ?? 0;
    if (own > 0 || this.#clients.size < clientsRemembered) this.#clients.set(client, own + 1);
    if (own < perClient && this.#taken < inAll) {
      this.#taken += 1;
      return 'taken';
    }
    this.#beyond += 1;
    if (this.#beyond % sampleOf !== 0 || this.#sampled >= samples) return 'dropped';
    this.#sampled += 1;
    return 'sampled';
  }
}
