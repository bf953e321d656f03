import type { QueueName } from '@ve/contracts/jobs';
import type { Logger } from '../log/logger.ts';
import type { JobMetrics } from './queue-metrics.ts';
import type { JobQueues } from './queues.ts';

/** Outages of the services that every job depends on. */
export interface OutageDetector {
  /**
   * Whether a job failed because of an outage rather than its own error; true if the signal is aborted before that is
   * known.
   */
  isOutage(error: unknown, signal: AbortSignal): Promise<boolean>;
  /** Resolves once the outage is over or the signal is aborted. */
  over(signal: AbortSignal): Promise<void>;
}

export interface WorkerOptions {
  logger: Logger;
  metrics: JobMetrics;
  queues: JobQueues;
  /** Concurrent jobs in this process by queue, overriding `contracts/jobs`. */
  concurrency?: Partial<Record<QueueName, number>>;
  /** A job whose worker died is run again after this time, plus at most half of it. */
  lockDurationMs?: number;
  /** A job that fails during an outage is run again after it, and the attempt is not counted. */
  outages?: OutageDetector;
  /** How many lost workers make a job fail permanently. */
  maxStalledCount?: number;
  /** Called with the id of each job that failed permanently, and its error message, which may contain personal data. */
  onDeadLetter?: (jobId: string, why: string) => void;
}
