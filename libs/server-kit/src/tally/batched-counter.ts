import type { Logger } from '../log/logger.ts';

export interface BatchedCounter<Counted> {
  add(counted: Counted): void;
  /** Flushes the pending counts, then stops the timer. */
  close(): Promise<void>;
}

interface BatchedCounterOptions<Counted> {
  /** The key of the counts that are added up. */
  keyOf: (counted: Counted) => string;
  /** Adds `more` to `known`. */
  merge: (known: Counted, more: Counted) => void;
  /** Writes the batch in one transaction. */
  write: (counted: Counted[]) => Promise<void>;
  logger: Logger;
  /** A name of the counts for the log. */
  what: string;
  /** How long counts stay in memory, in milliseconds. */
  everyMs: number;
}

/** Limits memory while the database is down: beyond it the oldest counts are dropped. */
const maxBuffered = 500;

/**
 * Adds up counts in memory and writes them together, `everyMs` after the first, so that a single count costs no write.
 * A batch that cannot be written is written with the next.
 */
export const createBatchedCounter = <Counted extends object>(
  options: BatchedCounterOptions<Counted>,
): BatchedCounter<Counted> => {
  const { keyOf, merge, write, logger, what, everyMs } = options;
  let counts = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const add = (counted: Counted): void => {
    const key = keyOf(counted);
    const known = counts.get(key);
    if (known !== undefined) {
      merge(known, counted);
      return;
    }
    const [oldest] = counts.keys();
    if (counts.size >= maxBuffered && oldest !== undefined) counts.delete(oldest);
    counts.set(key, { ...counted });
  };
  const flush = async (): Promise<void> => {
    timer = undefined;
    const batch = [...counts.values()];
    if (batch.length === 0) return;
    counts = new Map();
    try {
      await write(batch);
    } catch (error) {
      logger.warn({ event: 'counts_write_failed', counts: what, err: error }, 'Counts could not be written.');
      // Older counts first, so that they are the first to be dropped.
      const since = [...counts.values()];
      counts = new Map();
      [...batch, ...since].forEach(add);
    }
  };
  const flushNext = (): Promise<void> => (writing = writing.then(flush));

  return {
    add: (counted) => {
      add(counted);
      timer ??= setTimeout(() => void flushNext(), everyMs).unref();
    },
    close: async () => {
      clearTimeout(timer);
      await flushNext();
    },
  };
};
