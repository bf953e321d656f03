import type { Clock } from '@ve/domain/kernel/time/clock';

/**
 * Makes `Date.now()` of this process return the time of `now`, for libraries that take no clock. BullMQ bases locks,
 * backoff and timestamps on it: a machine two minutes ahead takes running jobs for stalled and runs them again, and
 * jobs that it delays are not run by others until their clocks catch up. Use it with the database's time only: a
 * simulated clock would expire all locks. Our own clock does not read it.
 */
export const overrideDateNow = (now: Clock): void => {
  Date.now = () => now().getTime();
};

/** Epoch milliseconds as BullMQ reads them: only for timestamps passed to BullMQ. */
export const bullTimestampMs = (): number => Date.now();

/**
 * Epoch milliseconds by the clock of this machine: only to compare it with another clock, and with what other programs
 * on it have dated, such as files and certificates.
 */
export const machineTimeMs = (): number => Date.now();
