/**
 * Coalesces concurrent reads: each caller gets the result of a read that began after its call, never an earlier one.
 */
export class CoalescedRead<T> {
  /** The start of each running read, the newest last, in monotonic milliseconds. */
  readonly #running = new Map<symbol, number>();
  #next: PromiseWithResolvers<T> | null = null;

  /** `maxConcurrent`: parallel reads, so that one with a dead connection does not block the others. */
  constructor(
    private readonly read: () => Promise<T>,
    private readonly maxConcurrent: number,
  ) {}

  run(): Promise<T> {
    if (this.#running.size < this.maxConcurrent) return this.#start();
    this.#next ??= Promise.withResolvers<T>();
    return this.#next.promise;
  }

  /** Whether no read can start and every running one has already taken this long. */
  isStuck(milliseconds: number): boolean {
    const newest = [...this.#running.values()].at(-1) ?? Number.POSITIVE_INFINITY;
    return this.#running.size === this.maxConcurrent && performance.now() - newest > milliseconds;
  }

  async #start(): Promise<T> {
    const id = Symbol('read');
    this.#running.set(id, performance.now());
    try {
      return await this.read();
    } finally {
      this.#running.delete(id);
      const next = this.#next;
      this.#next = null;
      if (next) void this.#start().then(next.resolve, next.reject);
    }
  }
}
