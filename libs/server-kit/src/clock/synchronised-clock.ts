import type { Clock } from '@ve/domain/time/clock';
import type { Logger } from '../log/logger.ts';

/** The two clocks of the machine that this process runs on. */
export interface Machine {
  /** Milliseconds since 1970 as the machine believes; may be wrong by days, and may jump when somebody sets it. */
  time(): number;
  /** Milliseconds of a clock that only goes on and that nobody sets. */
  elapsed(): number;
}

export interface SynchronisedClockOptions {
  /** Asks the source for its time: the database, or an address that tests move. */
  readTime: () => Promise<Date>;
  /** How often the source is asked again, in milliseconds. */
  everyMs: number;
  logger: Logger;
  machine?: Machine;
}

export interface SynchronisedClock {
  now: Clock;
  /** Milliseconds that the source is ahead of this machine. */
  offsetMs(): number;
  /** False until the source has answered for the first time: until then `now` is the machine's own time. */
  isSynchronised(): boolean;
  close(): void;
}

const samples = 3;
/** An answer this quick is exact enough; no other is asked for. */
const quickMs = 20;
/** Below this the difference is the network's, not the clocks'. */
const worthTellingMs = 2_000;
const retryMs = 1_000;
const longestStartMs = 5_000;

// Taken before anybody corrects it (machine-time.ts).
const thisMachine: Machine = { time: Date.now.bind(Date), elapsed: () => performance.now() };

/** Within which the source's clock began to count when this machine's `elapsed` did. */
interface Evidence {
  earliest: number;
  latest: number;
}

const width = ({ earliest, latest }: Evidence): number => latest - earliest;

/**
 * A clock kept to its source's time, so that a machine with a wrong clock does no harm, nor one whose clock is set while
 * the process runs. Of up to three answers the quickest counts, and it moves the clock only as far as it proves: an
 * answer that took ten seconds says nothing about a difference of five. While the source does not answer the clock goes
 * on by itself. Resolves after the first attempt, whether or not it succeeded, and after five seconds at the
 * latest: a source that is down holds up nobody.
 */
export const startClock = async (options: SynchronisedClockOptions): Promise<SynchronisedClock> => {
  const { readTime, everyMs, logger, machine = thisMachine } = options;
  // What the source's clock showed, or would have, when `elapsed` was 0.
  let base = machine.time() - machine.elapsed();
  let synchronised = false;
  let failing = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const ask = async (): Promise<Evidence> => {
    const asked = machine.elapsed();
    const time = (await readTime()).getTime();
    if (Number.isNaN(time)) throw new Error('the source of the time answered no time');
    // The source's clock showed this at some moment in between.
    return { earliest: time - machine.elapsed(), latest: time - asked };
  };

  const askForBest = async (): Promise<Evidence> => {
    let best = await ask();
    for (let count = 1; count < samples && width(best) > quickMs; count += 1) {
      const next = await ask();
      if (width(next) < width(best)) best = next;
    }
    return best;
  };

  const measure = async (): Promise<void> => {
    try {
      const { earliest, latest } = await askForBest();
      const moved = Math.min(Math.max(base, earliest), latest);
      if (Math.abs(moved - base) > worthTellingMs) {
        logger.warn({ movedMs: Math.round(moved - base) }, 'clock moved to its source');
      }
      base = moved;
      synchronised = true;
      if (failing) logger.info('the time is read from its source again');
      failing = false;
    } catch (error) {
      if (!failing && !closed) logger.warn({ err: error }, 'the time could not be read from its source');
      failing = true;
    }
    if (closed) return;
    timer = setTimeout(() => void measure(), failing ? Math.min(retryMs, everyMs) : everyMs);
    timer.unref();
  };
  const late = Promise.withResolvers<undefined>();
  const startTimer = setTimeout(() => late.resolve(undefined), longestStartMs);
  await Promise.race([measure(), late.promise]);
  clearTimeout(startTimer);

  return {
    now: () => new Date(base + machine.elapsed()),
    offsetMs: () => base + machine.elapsed() - machine.time(),
    isSynchronised: () => synchronised,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
};
