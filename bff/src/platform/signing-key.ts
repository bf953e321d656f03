/** A key that the database holds for all processes, read when it is first needed: whoever replaces it restarts them. */
export class SigningKey {
  #key: Promise<string> | null = null;

  constructor(private readonly find: () => Promise<string>) {}

  /** Rejects while the database does not answer; the next call asks again. Must not be called inside a transaction. */
  read(): Promise<string> {
    this.#key ??= this.find().catch((error: unknown) => {
      this.#key = null;
      throw error;
    });
    return this.#key;
  }
}
