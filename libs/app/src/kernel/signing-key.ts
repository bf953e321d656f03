/** A key that the database holds for all processes, read on first use: replacing it requires a restart. */
export class SigningKey {
  #key: Promise<string> | null = null;

  constructor(private readonly find: () => Promise<string>) {}

  /** Rejects while the database does not answer; the next call tries again. Must not be called inside a transaction. */
  read(): Promise<string> {
    this.#key ??= this.find().catch((error: unknown) => {
      this.#key = null;
      throw error;
    });
    return this.#key;
  }
}
