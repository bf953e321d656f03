const minute = 60_000;
const perVisitor = 5;
const perClient = 10;
/** Of networks that have reported within the minute already. */
const inAll = 200;
/** Networks whose first report of a minute is taken whatever others send. */
const networks = 2_000;
/** Visitors and clients counted in a minute; those beyond share `inAll`. */
const remembered = 20_000;

export interface ReleaseFailureReporter {
  /** The id of a channel cookie that we signed. */
  visitor: string;
  client: string;
  network: string;
}

/**
 * Limits the faults that are looked at per minute, of visitors with a signed cookie alone. A canary is judged by how many
 * networks meet faults, so the first report of each network has room of its own: whoever sends many from a few places
 * hides nobody.
 */
export class ReleaseFailureBudget {
  #windowStart = 0;
  #taken = 0;
  readonly #networks = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** Whether one more report is looked at, at an instant in milliseconds. */
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
