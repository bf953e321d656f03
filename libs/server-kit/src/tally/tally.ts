import type { Logger } from '../log/logger.ts';

export interface Tally<Counted> {
  add(counted: Counted): void;
  /** Writes what is left, then stops. */
  close(): Promise<void>;
}

interface TallyOptions<Counted> {
  /** What is counted together. */
  keyOf: (counted: Counted) => string;
  /** Adds the second to the first. */
  merge: (known: Counted, more: Counted) => void;
  /** One transaction for all of them. */
  write: (counted: Counted[]) => Promise<void>;
  logger: Logger;
  /** For the log: what could not be counted. */
  what: string;
  /** How long counts stay in memory. */
  everyMs: number;
}

/** Limits memory while the database is down: beyond it the oldest counts are dropped. */
const maxBuffered = 500;

/**
 * Adds up counts in memory and writes them together, some time after the first of them: nothing that is counted costs a
 * write. What could not be written is written with the next.
 */
export const createTally = <Counted extends object>(options: TallyOptions<Counted>): Tally<Counted> => {
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
      logger.warn({ err: error }, `${what} could not be counted`);
      // The older ones first, so that they are the first to be dropped.
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
