/**
 * Objects by id, in the order of their creation. The oldest are evicted, so that a week of development stays bounded.
 */
export class ObjectCollection<T extends { id: string }> {
  readonly #byId = new Map<string, T>();
  readonly #maxItems: number;

  constructor(maxItems = 20_000) {
    this.#maxItems = maxItems;
  }

  add(item: T): T {
    this.#byId.set(item.id, item);
    if (this.#byId.size > this.#maxItems) {
      const oldest = this.#byId.keys().next().value;
      if (oldest !== undefined) this.#byId.delete(oldest);
    }
    return item;
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  remove(id: string): void {
    this.#byId.delete(id);
  }

  clear(): void {
    this.#byId.clear();
  }

  values(): IterableIterator<T> {
    return this.#byId.values();
  }

  get size(): number {
    return this.#byId.size;
  }

  /** The objects that match, newest first. */
  newest(wanted: (item: T) => boolean = () => true): T[] {
    return [...this.#byId.values()].filter(wanted).reverse();
  }
}
