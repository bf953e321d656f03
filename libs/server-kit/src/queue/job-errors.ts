import { UnrecoverableError } from 'bullmq';

/** This job can never succeed: it fails at once, regardless of its remaining attempts. */
export class UnrecoverableJobError extends UnrecoverableError {}

/** Retry this job, not before `afterMs`; counts as an attempt. */
export class RetryLaterError extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.name = 'RetryLaterError';
    this.afterMs = afterMs;
  }
}

/** Another process holds this job's work, for at most `afterMs`: the job is retried then, and no attempt is counted. */
export class JobLockedError extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.name = 'JobLockedError';
    this.afterMs = afterMs;
  }
}

/**
 * The external service behind this queue asks for a pause of `afterMs`: the whole queue waits, and no attempt is
 * counted. For queues with a single service behind them and a limit in `contracts/jobs`.
 */
export class QueueRateLimitedError extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.name = 'QueueRateLimitedError';
    this.afterMs = afterMs;
  }
}
