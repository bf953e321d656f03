import type { Clock } from '@ve/domain/kernel/time/clock';

/**
 * Makes `Date.now()` of this process return the time of `now`, for libraries that take no clock. BullMQ bases locks,
 * backoff and timestamps on it: on a machine two minutes ahead it takes running jobs for stalled ones and runs them
 * again, and jobs that it delays are not picked up by others until their clocks catch up. Only for the database's time:
 * a simulated clock would end every lock at once. Our own clock does not read it.
 */
export const correctMachineTime = (now: Clock): void => {
  Date.now = () => now().getTime();
};

/** Epoch milliseconds as those libraries read them: only for timestamps passed to BullMQ. */
export const machineTime = (): number => Date.now();
