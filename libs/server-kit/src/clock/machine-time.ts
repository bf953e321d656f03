import type { Clock } from '@ve/domain/time/clock';

/**
 * Makes `Date.now()` of this process say what `now` says, for the libraries that read it and take no clock. BullMQ dates
 * locks, pauses between attempts and their ends by it: on a machine two minutes ahead it takes running jobs for lost ones
 * and runs them again, and what it puts off others do not touch for as long as it is ahead. For the database's time only:
 * a clock that travels would end every lock at once. Ours is not read from it.
 */
export const correctMachineTime = (now: Clock): void => {
  Date.now = () => now().getTime();
};

/** Milliseconds since 1970 as those libraries read them: only for an instant that BullMQ is given. */
export const machineTime = (): number => Date.now();
