/** Memoises async work; after a failure the next call runs it again. */
export function memoizeUntilRejected<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () => {
    current ??= work().catch((error: unknown) => {
      current = null;
      throw error;
    });
    return current;
  };
}
