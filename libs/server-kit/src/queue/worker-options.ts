import type { QueueName } from '@ve/contracts/jobs';
import type { Logger } from '../log/logger.ts';
import type { JobMetrics } from './queue-metrics.ts';
import type { Queues } from './queues.ts';

/** Outages of what every job stands on. */
export interface Outages {
  /** Whether a job failed because of one, and not by itself; true if the signal is aborted before that is known. */
  isOutage(error: unknown, signal: AbortSignal): Promise<boolean>;
  /** Resolves once it is over, or the signal is aborted. */
  over(signal: AbortSignal): Promise<void>;
}

export interface WorkerOptions {
  logger: Logger;
  metrics: JobMetrics;
  queues: Queues;
  /** Concurrent jobs in this process by queue, overriding `contracts/jobs`. */
  concurrency?: Partial<Record<QueueName, number>>;
  /** A job whose worker died is run again after this long, plus at most half of it. */
  lockDurationMs?: number;
  /** What fails during one is run again after it, and no attempt is counted. */
  outages?: Outages;
  /** How many lost workers fail a job for good. */
  maxStalledCount?: number;
  /** Called with the id of each job that failed for good, and its error in words: it may hold anything. */
  onDeadLetter?: (jobId: string, why: string) => void;
}
