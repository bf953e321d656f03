import type { QueueName } from '@ve/contracts/jobs';
import type { Logger } from '../log/logger.ts';
import type { JobMetrics } from './queue-metrics.ts';
import type { Queues } from './queues.ts';

export interface WorkerOptions {
  logger: Logger;
  metrics: JobMetrics;
  queues: Queues;
  /** Jobs of each queue that run at once in this process. */
  concurrency: Record<QueueName, number>;
  /** A job whose worker dies is run again after this long, plus at most half of it. */
  lockDurationMs?: number;
}
