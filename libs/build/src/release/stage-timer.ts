/** Measures the stages of one command. */
export class StageTimer {
  readonly #since = performance.now();
  readonly #taken: string[] = [];

  async time<T>(name: string, work: Promise<T>): Promise<T> {
    const since = performance.now();
    const result = await work;
    this.#taken.push(`${name} ${seconds(performance.now() - since)}`);
    return result;
  }

  /** `4.8 s (build 3.1, publish 0.5, pages 0.9, move 0.1)` */
  summary(): string {
    return `${seconds(performance.now() - this.#since)} s (${this.#taken.join(', ')})`;
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
