import { queueNames, queueDefinitions, type JobName, type QueueOptions } from '@ve/contracts/jobs';
import pTimeout from 'p-timeout';
import type { JobHandlers } from './job-handlers.ts';
import { jobRetryDelayMs } from './job-options.ts';
import { runJob } from './job-run.ts';
import { bindQueueConstructors, type QueueConnection } from './queue-connection.ts';
import type { WorkerOptions } from './worker-options.ts';

export interface QueueWorkers {
  /**
   * Accepts no more jobs and waits for the running ones; after `graceMs` aborts them and puts them back, after
   * `deadlineMs` stops waiting. Jobs that still run then are run again by another process once their lock expires.
   */
  close(graceMs: number, deadlineMs: number): Promise<void>;
}

export const createQueueWorkers = (
  connection: QueueConnection,
  handlers: JobHandlers,
  options: WorkerOptions,
): QueueWorkers => {
  const { newWorker } = bindQueueConstructors(connection);
  const { logger, metrics } = options;
  const lockDuration = options.lockDurationMs ?? 8_000;
  const workers = queueNames.map((queue) => {
    const { limit, concurrency }: QueueOptions = queueDefinitions[queue];
    const worker = newWorker(
      queue,
      // Three parameters: BullMQ creates a signal only for a processor that declares one.
      (job, token, signal) => runJob({ queue, job, token, signal, handlers, options }),
      {
        ...(limit ? { limiter: limit } : {}),
        concurrency: options.concurrency?.[queue] ?? concurrency,
        lockDuration,
        stalledInterval: Math.round(lockDuration / 2),
        // By default a job whose worker is killed twice fails permanently, regardless of its remaining attempts.
        maxStalledCount: options.maxStalledCount ?? 20,
        // An idle worker polls this often, in case a wake-up was lost.
        drainDelay: 5,
        runRetryDelay: 2_000,
        settings: {
          backoffStrategy: (attemptsMade, _type, error, job) =>
            jobRetryDelayMs(job?.name as JobName, attemptsMade, error),
        },
      },
    );
    worker.on('error', (error) =>
      logger.warn({ event: 'queue_operation_failed', err: error, queue }, 'An operation of a queue failed.'),
    );
    worker.on('stalled', (jobId) => {
      metrics.stalled(queue);
      logger.warn({ event: 'stalled_job_requeued', queue, jobId }, 'A stalled job was requeued.');
    });
    // Includes failures by BullMQ itself, as after too many lost workers: handlers do not see those.
    worker.on('failed', (job, error) => {
      if (job?.id !== undefined && job.finishedOn) options.onDeadLetter?.(job.id, error.message);
    });
    return worker;
  });

  return {
    close: async (graceMs, deadlineMs) => {
      const closed = Promise.all(workers.map((worker) => worker.close()));
      const abort = setTimeout(() => workers.forEach((worker) => worker.cancelAllJobs('shutting down')), graceMs);
      await pTimeout(closed, { milliseconds: deadlineMs, message: false });
      clearTimeout(abort);
    },
  };
};
