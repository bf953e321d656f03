import * as z from 'zod';
import type { SynchronisedClockOptions } from './synchronised-clock.ts';

const timeoutMs = 2_000;

/** `CLOCK_SOURCE`: the time source of the process: `database`, or a URL that returns an ISO instant. */
export const clockSourceConfigField = () =>
  z
    .string()
    .regex(/^(database|https?:\/\/\S+)$/, 'must be "database" or an http address')
    .default('database')
    .describe('Where the time comes from; outside production also an http(s) address that answers an ISO instant');

/**
 * For a schema's `refine`, with `simulatedClockIssue`: production only accepts the database, since a URL can change the
 * time.
 */
export const isClockSourceAllowed = (config: unknown): boolean =>
  !(
    typeof config === 'object' &&
    config !== null &&
    'NODE_ENV' in config &&
    config.NODE_ENV === 'production' &&
    'CLOCK_SOURCE' in config &&
    config.CLOCK_SOURCE !== 'database'
  );

export const simulatedClockIssue = {
  path: ['CLOCK_SOURCE'],
  error: 'must be "database" in production',
  // Reported together with the errors of single variables.
  when: () => true,
};

/**
 * How a clock reads its source, and how often. The database's time only drifts from the machine's, so it is read every
 * ten seconds; a URL can jump, so it is read often enough to notice a change within about a second.
 */
export const clockReadingOptions = (
  source: string,
  readDatabaseTime: () => Promise<Date>,
): Pick<SynchronisedClockOptions, 'readTime' | 'everyMs'> =>
  source === 'database'
    ? { readTime: readDatabaseTime, everyMs: 10_000 }
    : { readTime: () => readAddress(source), everyMs: 1_000 };

const readAddress = async (address: string): Promise<Date> => {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  const text = await response.text();
  if (!response.ok) throw new Error(`the address of the time answered ${response.status}`);
  return new Date(text.trim());
};
