import { UnrecoverableError } from 'bullmq';

/** This job can never succeed: it fails at once, whatever attempts it has left. */
export class UnrecoverableJobError extends UnrecoverableError {}

/** This job is to be tried again, and not before `afterMs`; it counts as an attempt. */
export class RetryLaterError extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.name = 'RetryLaterError';
    this.afterMs = afterMs;
  }
}

/**
 * Another process has this job's work in hand, at the longest for `afterMs`: the job is looked at again then, and no
 * attempt is counted.
 */
export class JobHeldError extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.name = 'JobHeldError';
    this.afterMs = afterMs;
  }
}

/**
 * The outside service of this queue wants no call for `afterMs`: the whole queue waits, and no attempt is counted. For
 * queues with one service behind them, which have a limit in `contracts/jobs`.
 */
export class QueueRateLimitedError extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.name = 'QueueRateLimitedError';
    this.afterMs = afterMs;
  }
}
