import type { QueueName } from '@ve/contracts/jobs';
import type { Logger } from '../log/logger.ts';
import type { JobMetrics } from './queue-metrics.ts';
import type { Queues } from './queues.ts';

export interface WorkerOptions {
  logger: Logger;
  metrics: JobMetrics;
  queues: Queues;
  /** Jobs that run at once in this process, where it is not what `contracts/jobs` says. */
  concurrency?: Partial<Record<QueueName, number>>;
  /** A job whose worker dies is run again after this long, plus at most half of it. */
  lockDurationMs?: number;
  /** Lost workers after which a job is given up. */
  maxStalledCount?: number;
  /** Told of each job, by its id, that the queue has given up for good. */
  onGivenUp?: (jobId: string) => void;
}
