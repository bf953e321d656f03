/** This job can never succeed: it fails immediately, regardless of its remaining attempts. */
export class UnrecoverableJobError extends Error {
  override name = 'UnrecoverableJobError';
}

/** The job is retried, not before `afterMs`; the attempt is counted. */
export class RetryLaterError extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.name = 'RetryLaterError';
    this.afterMs = afterMs;
  }
}

/**
 * The job is locked by another process for at most `afterMs`: it is retried after that, and the attempt is not counted.
 */
export class JobLockedError extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.name = 'JobLockedError';
    this.afterMs = afterMs;
  }
}

/**
 * The external service of this queue requests a pause of `afterMs`: the whole queue waits, and the attempt is not
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
