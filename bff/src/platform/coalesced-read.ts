/** Runs a read for many callers at once: each gets what a read returned that began after its call, and never earlier. */
export class CoalescedRead<T> {
  /** When each that runs began, the newest last, in monotonic milliseconds. */
  readonly #running = new Map<symbol, number>();
  #next: PromiseWithResolvers<T> | null = null;

  /** `maxConcurrent`: reads that run at a time. One whose connection is dead must not hold up the others. */
  constructor(
    private readonly read: () => Promise<T>,
    private readonly maxConcurrent: number,
  ) {}

  run(): Promise<T> {
    if (this.#running.size < this.maxConcurrent) return this.#start();
    this.#next ??= Promise.withResolvers<T>();
    return this.#next.promise;
  }

  /** Whether none can begin, and each that runs has taken this long already. */
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
