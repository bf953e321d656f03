import type { Clock } from '@ve/domain/time/clock';
import type { Logger } from '../log/logger.ts';

export interface SynchronisedClockOptions {
  /** Asks the source for its time: the database, or an address that tests move. */
  readTime: () => Promise<Date>;
  logger: Logger;
  /** How often the offset is measured again, in milliseconds. */
  everyMs?: number;
}

export interface SynchronisedClock {
  now: Clock;
  /** Milliseconds that the source is ahead of this machine. */
  offsetMs(): number;
  close(): void;
}

const samples = 3;
/** Below this the difference is the network's, not the clocks'. */
const worthTellingMs = 2_000;

/**
 * A clock kept to its source's time, so that a machine with a wrong clock does no harm. The offset is measured from the
 * quickest of three answers, again every half minute; while the source does not answer the last offset stands.
 * Resolves after the first measurement, whether or not it succeeded: a source that is down holds up nobody.
 */
export const startClock = async (options: SynchronisedClockOptions): Promise<SynchronisedClock> => {
  const { readTime, logger, everyMs = 30_000 } = options;
  let offset = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const sample = async (): Promise<{ offset: number; tripMs: number }> => {
    const started = performance.now();
    const time = await readTime();
    const tripMs = performance.now() - started;
    return { offset: time.getTime() + tripMs / 2 - Date.now(), tripMs };
  };

  const measure = async (): Promise<void> => {
    try {
      const taken = [];
      for (let count = 0; count < samples; count += 1) taken.push(await sample());
      const [best] = taken.toSorted((a, b) => a.tripMs - b.tripMs);
      if (!best) return;
      if (Math.abs(best.offset - offset) > worthTellingMs) {
        logger.warn({ offsetMs: Math.round(best.offset) }, 'clock moved to its source');
      }
      offset = best.offset;
    } catch (error) {
      logger.warn({ err: error }, 'the time could not be read from its source');
    }
    if (closed) return;
    timer = setTimeout(() => void measure(), everyMs);
    timer.unref();
  };
  await measure();

  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
};
