import type { Clock } from '@ve/domain/kernel/time/clock';
import pTimeout from 'p-timeout';
import type { Logger } from '../log/logger.ts';

/** The two clocks of this machine. */
export interface MachineClocks {
  /** Wall clock in epoch milliseconds; may be off by days, and may jump when it is set. */
  time(): number;
  /** Monotonic milliseconds. */
  elapsed(): number;
}

export interface SynchronisedClockOptions {
  /** Reads the source's time: the database, or a URL controlled by tests. */
  readTime: () => Promise<Date>;
  /** How often the source is read, in milliseconds. */
  everyMs: number;
  logger: Logger;
  machine?: MachineClocks;
}

export interface SynchronisedClock {
  now: Clock;
  /** How far the source is ahead of this machine, in milliseconds. */
  offsetMs(): number;
  /** False until the first response of the source; until then `now` is the machine's own time. */
  isSynchronised(): boolean;
  close(): void;
}

const samples = 3;
/** A response this fast is exact enough; no further sample is taken. */
const quickMs = 20;
/** Smaller differences are network latency and are not logged. */
const minLoggedOffsetMs = 2_000;
const retryMs = 1_000;
const maxStartMs = 5_000;

// Captured before it is corrected (machine-time.ts).
const thisMachine: MachineClocks = { time: Date.now.bind(Date), elapsed: () => performance.now() };

/** The interval that contains the source's time at `elapsed` 0. */
interface Evidence {
  earliest: number;
  latest: number;
}

const width = ({ earliest, latest }: Evidence): number => latest - earliest;

/**
 * A clock synchronised with its source, so that neither a wrong machine clock matters nor one that is set while the
 * process runs. It uses the fastest of up to three responses and adjusts only as far as that one proves: a response
 * that took ten seconds proves nothing about a difference of five. While the source does not respond, the clock keeps
 * running. Resolves after the first attempt, successful or not, and after five seconds at the latest: a source that is
 * down does not block the start.
 */
export const startSynchronisedClock = async (options: SynchronisedClockOptions): Promise<SynchronisedClock> => {
  const { readTime, everyMs, logger, machine = thisMachine } = options;
  // The source's time when `elapsed` was 0.
  let base = machine.time() - machine.elapsed();
  let synchronised = false;
  let failing = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const ask = async (): Promise<Evidence> => {
    const requestedAt = machine.elapsed();
    const time = (await readTime()).getTime();
    if (Number.isNaN(time)) throw new Error('the time source returned an invalid time');
    // The source's clock showed this time at some moment between request and response.
    return { earliest: time - machine.elapsed(), latest: time - requestedAt };
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
      if (Math.abs(moved - base) > minLoggedOffsetMs) {
        logger.warn(
          { event: 'clock_corrected', movedMs: Math.round(moved - base) },
          'The clock was corrected from its time source.',
        );
      }
      base = moved;
      synchronised = true;
      if (failing) logger.info({ event: 'time_source_recovered' }, 'The time can be read from its source again.');
      failing = false;
    } catch (error) {
      if (!failing && !closed)
        logger.warn({ event: 'time_source_read_failed', err: error }, 'The time could not be read from its source.');
      failing = true;
    }
    if (closed) return;
    timer = setTimeout(() => void measure(), failing ? Math.min(retryMs, everyMs) : everyMs);
    timer.unref();
  };
  await pTimeout(measure(), { milliseconds: maxStartMs, message: false });

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
