import { jobs, queueNames, type JobName, type QueueName } from '@ve/contracts/jobs';
import { jobOptions } from './job-options.ts';
import { onConnection, type QueueConnection } from './queue-connection.ts';

/** A job on its way from the outbox into its queue. */
export interface QueuedJob {
  /** Adding a second job of the same id does nothing while the first is known. No colons. */
  id: string;
  name: JobName;
  payload: unknown;
}

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
}

export interface Queues {
  /** Adds jobs to their queues; throws, having added perhaps some, when the queue cannot be reached within `timeoutMs`. */
  add(batch: QueuedJob[], timeoutMs?: number): Promise<void>;
  counts(): Promise<Record<QueueName, QueueCounts>>;
  /** Keeps every worker of the queue from starting a job for so long. */
  pause(queue: QueueName, milliseconds: number): Promise<void>;
  /** Removes jobs that ended longer ago than they are kept; answers how many. */
  tidy(keptMs?: KeptMs): Promise<number>;
  /** Rejects when the queues cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface KeptMs {
  completed: number;
  failed: number;
}

/**
 * How long finished jobs are kept. The id of a completed one keeps its outbox row from being added again after a crash
 * between adding and committing, which the next relay makes good within seconds; failed ones are there to be looked at.
 */
const kept: KeptMs = { completed: 5 * 60_000, failed: 7 * 86_400_000 };
const tidyBatch = 5_000;

/** Every queue of the contract, for adding and counting. */
export const createQueues = (connection: QueueConnection, onError: (error: Error) => void): Queues => {
  const { newQueue } = onConnection(connection);
  const byName = new Map(
    queueNames.map((name) => {
      const queue = newQueue(name, { streams: { events: { maxLen: 1_000 } } });
      queue.on('error', onError);
      return [name, queue] as const;
    }),
  );

  const addAll = async (batch: QueuedJob[]): Promise<void> => {
    for (const [queueName, queue] of byName) {
      const own = batch.filter((job) => jobs[job.name].queue === queueName);
      if (own.length === 0) continue;
      await queue.addBulk(
        own.map((job) => ({
          name: job.name,
          data: job.payload,
          opts: { ...jobOptions(job.name), jobId: job.id },
        })),
      );
    }
  };

  return {
    add: (batch, timeoutMs = 5_000) => within(timeoutMs, addAll(batch), 'The queue did not take the jobs in time'),
    counts: async () => {
      const counted = await Promise.all(
        [...byName].map(async ([name, queue]) => {
          const found = await queue.getJobCounts('wait', 'active', 'delayed', 'failed');
          const { wait = 0, active = 0, delayed = 0, failed = 0 } = found;
          return [name, { waiting: wait, active, delayed, failed }] as const;
        }),
      );
      return Object.fromEntries(counted) as Record<QueueName, QueueCounts>;
    },
    pause: async (name, milliseconds) => {
      await byName.get(name)?.rateLimit(milliseconds);
    },
    tidy: async (keptMs = kept) => {
      let removed = 0;
      for (const queue of byName.values()) {
        for (const state of ['completed', 'failed'] as const) {
          let gone: number;
          do {
            gone = (await queue.clean(keptMs[state], tidyBatch, state)).length;
            removed += gone;
          } while (gone === tidyBatch);
        }
      }
      return removed;
    },
    check: async () => {
      await byName.get(queueNames[0])?.getJobCounts('active');
    },
    close: async () => {
      await Promise.all([...byName.values()].map((queue) => queue.close()));
    },
  };
};

const within = async <T>(milliseconds: number, work: Promise<T>, message: string): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(message)), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
