import type { QueueName } from '@ve/contracts/jobs';
import type { Logger } from '../log/logger.ts';
import type { JobMetrics } from './queue-metrics.ts';
import type { Queues } from './queues.ts';

export interface WorkerOptions {
  logger: Logger;
  metrics: JobMetrics;
  queues: Queues;
  /** Concurrent jobs in this process by queue, overriding `contracts/jobs`. */
  concurrency?: Partial<Record<QueueName, number>>;
  /** A job whose worker died is run again after this long, plus at most half of it. */
  lockDurationMs?: number;
  /** How many lost workers fail a job for good. */
  maxStalledCount?: number;
  /** Called with the id of each job that failed for good, and its error in words: it may hold anything. */
  onGivenUp?: (jobId: string, why: string) => void;
}
