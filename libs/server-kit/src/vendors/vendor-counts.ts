import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Logger } from '../log/logger.ts';
import { createBatchedCounter } from '../tally/batched-counter.ts';
import type { FinishedVendorCall } from './finished-vendor-call.ts';

/** The outcomes of the calls of this process to a vendor within one minute. */
export interface VendorCallCount {
  vendor: string;
  /** The start of the minute. */
  minute: Date;
  calls: number;
  errors: number;
  limited: number;
  refusedByBreaker: number;
}

export interface VendorCallCounter {
  count(report: Pick<FinishedVendorCall, 'provider' | 'outcome' | 'failure'>): void;
  /** Flushes the pending counts, then stops the timer. */
  close(): Promise<void>;
}

interface CountingOptions {
  write: (counted: VendorCallCount[]) => Promise<void>;
  now: Clock;
  logger: Logger;
  /** How long calls are counted in memory, in milliseconds. */
  everyMs?: number;
}

const aMinute = 60_000;

/**
 * Counts calls to vendors by the minute and writes the counts in one statement at most every fifteen seconds, so that a
 * call costs no write.
 */
export const createVendorCallCounter = ({
  write,
  now,
  logger,
  everyMs = 15_000,
}: CountingOptions): VendorCallCounter => {
  const tally = createBatchedCounter<VendorCallCount>({
    keyOf: ({ minute, vendor }) => `${minute.getTime()} ${vendor}`,
    merge: (known, more) => {
      for (const name of ['calls', 'errors', 'limited', 'refusedByBreaker'] as const) known[name] += more[name];
    },
    write,
    logger,
    what: 'calls to vendors',
    everyMs,
  });
  return {
    count: (report) => {
      if (report.outcome === 'cancelled') return;
      const minute = new Date(Math.floor(now().getTime() / aMinute) * aMinute);
      tally.add({ vendor: report.provider, minute, ...kindOf(report.failure) });
    },
    close: () => tally.close(),
  };
};

const nothing = { calls: 0, errors: 0, limited: 0, refusedByBreaker: 0 };

const kindOf = (failure: string | null): typeof nothing => {
  switch (failure) {
    case null:
      return { ...nothing, calls: 1 };
    case 'circuit-open':
      return { ...nothing, refusedByBreaker: 1 };
    case 'rate-limited':
    case 'budget-spent':
      return { ...nothing, limited: 1 };
    default:
      return { ...nothing, calls: 1, errors: 1 };
  }
};
