const minute = 60_000;
const perVisitor = 5;
const perClient = 10;
/** Further reports per minute of networks that have already reported within it. */
const inAll = 200;
/** Networks whose first report of a minute is accepted regardless of other reports. */
const networks = 2_000;
/** Visitors and clients counted in a minute; further ones share `inAll`. */
const remembered = 20_000;

export interface ReleaseFailureReporter {
  /** The id from a signed channel cookie. */
  visitor: string;
  client: string;
  network: string;
}

/**
 * Limits the failures that are recorded per minute, from visitors with a signed cookie only. A canary is judged by the
 * number of networks with failures, so the first report of each network has its own allowance: a flood from a few
 * networks cannot hide the others.
 */
export class ReleaseFailureReportBudget {
  #windowStart = 0;
  #taken = 0;
  readonly #networks = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** Whether one more report is admitted; `now` is in milliseconds. */
  admit({ visitor, client, network }: ReleaseFailureReporter, now: number): boolean {
    if (now - this.#windowStart >= minute || now < this.#windowStart) {
      this.#windowStart = now;
      this.#taken = 0;
      this.#networks.clear();
      this.#counts.clear();
    }
    const isWithin = this.#add(`visitor ${visitor}`) <= perVisitor && this.#add(`client ${client}`) <= perClient;
    if (!isWithin) return false;
    if (!this.#networks.has(network) && this.#networks.size < networks) {
      this.#networks.add(network);
      return true;
    }
    if (this.#taken >= inAll) return false;
    this.#taken += 1;
    return true;
  }

  #add(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count > 1 || this.#counts.size < remembered) this.#counts.set(key, count);
    return count;
  }
}
