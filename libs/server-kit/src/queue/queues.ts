import { jobDefinitions, queueNames, type JobName, type QueueName } from '@ve/contracts/jobs';
import pTimeout from 'p-timeout';
import { bullJobOptions } from './job-options.ts';
import { oldestWaitingJobAddedAt } from './oldest-waiting-job.ts';
import { bindQueueConstructors, type QueueConnection } from './queue-connection.ts';

/** A job to be added from the outbox to its queue. */
export interface QueuedJob {
  /** Adding another job with the same id does nothing while the queue holds the first. Must not contain colons. */
  id: string;
  name: JobName;
  payload: unknown;
  /** The W3C traceparent of what caused it, which its run continues. */
  traceparent?: string | null;
}

/** `unknown`: never added, or removed since; `live`: waiting, running or to be retried; `failed`: permanently. */
export type JobState = 'unknown' | 'live' | 'completed' | 'failed';

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
}

export interface JobQueues {
  /**
   * Adds jobs to their queues. @throws before adding any when one of them has no queue; possibly after adding some when
   * the queues cannot be reached within `timeoutMs`
   */
  add(batch: QueuedJob[], timeoutMs?: number): Promise<void>;
  states(batch: Pick<QueuedJob, 'id' | 'name'>[], timeoutMs?: number): Promise<Map<string, JobState>>;
  /** Removes those of the jobs that have failed permanently, so that they can be added again. Others are left. */
  discardFailed(batch: Pick<QueuedJob, 'id' | 'name'>[], timeoutMs?: number): Promise<void>;
  counts(): Promise<Record<QueueName, QueueCounts>>;
  /** When the oldest job that waits for its first run was added, by queue; null when there is none. */
  oldestWaiting(): Promise<Map<QueueName, Date | null>>;
  /** Pauses the queue for all its workers. */
  pause(queue: QueueName, milliseconds: number): Promise<void>;
  /** Removes finished jobs past their retention; returns how many. */
  prune(keptMs?: JobRetentionMs): Promise<number>;
  /** Removes ended jobs whose payload or error contains one of these texts, and the log of errors; returns how many. */
  forget(texts: readonly string[]): Promise<number>;
  /** Rejects when the queues cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface JobRetentionMs {
  completed: number;
  failed: number;
}

/**
 * Retention of finished jobs. From a completed job the relay sees that a row whose deletion was lost need not be added
 * again; failed ones are also kept for inspection.
 */
const kept: JobRetentionMs = { completed: 5 * 60_000, failed: 7 * 86_400_000 };
const pruneBatch = 5_000;
const searchBatch = 500;

/** Connects to the queues of the contract, or to the named ones, for adding and counting jobs. */
export const createJobQueues = (
  connection: QueueConnection,
  onError: (error: Error) => void,
  names: readonly QueueName[] = queueNames,
): JobQueues => {
  const { newQueue } = bindQueueConstructors(connection);
  const byName = new Map(
    names.map((name) => {
      const queue = newQueue(name, { streams: { events: { maxLen: 1_000 } } });
      queue.on('error', onError);
      return [name, queue] as const;
    }),
  );

  const queueFor = ({ name }: Pick<QueuedJob, 'name'>) => {
    const queue = byName.get(jobDefinitions[name].queue);
    if (!queue) throw new Error(`There is no queue for ${name}`);
    return queue;
  };

  const addAll = async (batch: QueuedJob[]): Promise<void> => {
    for (const [queue, own] of Map.groupBy(batch, queueFor)) {
      const jobs = own.map((job) => ({
        name: job.name,
        data: dataOf(job),
        opts: { ...bullJobOptions(job.name), jobId: job.id },
      }));
      const [only] = jobs;
      // A visitor often waits for a single job, and BullMQ's statement for many takes PostgreSQL 15 ms to plan each time.
      if (jobs.length === 1 && only !== undefined) await queue.add(only.name, only.data, only.opts);
      else await queue.addBulk(jobs);
    }
  };

  const discardFailed = async (job: Pick<QueuedJob, 'id' | 'name'>): Promise<void> => {
    const queue = queueFor(job);
    if ((await queue.getJobState(job.id)) === 'failed') await queue.remove(job.id);
  };

  return {
    discardFailed: async (batch, timeoutMs = 5_000) => {
      const discarded = Promise.all(batch.map(discardFailed));
      await pTimeout(discarded, {
        milliseconds: timeoutMs,
        message: 'The queue did not discard in time what had failed',
      });
    },
    states: async (batch, timeoutMs = 5_000) => {
      const found = batch.map(async (job) => [job.id, toState(await queueFor(job).getJobState(job.id))] as const);
      return new Map(
        await pTimeout(Promise.all(found), {
          milliseconds: timeoutMs,
          message: 'The queue did not say in time what it knows',
        }),
      );
    },
    add: (batch, timeoutMs = 5_000) =>
      pTimeout(addAll(batch), { milliseconds: timeoutMs, message: 'The queue did not take the jobs in time' }),
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
    oldestWaiting: async () =>
      new Map(
        await Promise.all(
          [...byName].map(async ([name, queue]) => [name, await oldestWaitingJobAddedAt(queue)] as const),
        ),
      ),
    pause: async (name, milliseconds) => {
      await byName.get(name)?.rateLimit(milliseconds);
    },
    prune: async (keptMs = kept) => {
      let removed = 0;
      for (const queue of byName.values()) {
        for (const state of ['completed', 'failed'] as const) {
          let cleaned: number;
          do {
            cleaned = (await queue.clean(keptMs[state], pruneBatch, state)).length;
            removed += cleaned;
          } while (cleaned === pruneBatch);
        }
      }
      return removed;
    },
    forget: async (texts) => {
      let removed = 0;
      for (const queue of byName.values()) {
        const found = new Set<string>();
        for (const state of ['failed', 'completed'] as const) {
          // Newest first: a job that ends or is pruned during the search then hides no other job. A job that is pruned
          // while its batch is read is missing from the batch, so only an empty batch is the last.
          for (let from = 0, read = 1; read > 0; from += searchBatch) {
            const ended = await queue.getJobs([state], from, from + searchBatch - 1);
            read = ended.length;
            for (const { id, data, failedReason, stacktrace } of ended) {
              const held = JSON.stringify([data, failedReason, stacktrace]);
              if (id !== undefined && texts.some((text) => held.includes(text))) found.add(id);
            }
          }
        }
        for (const id of found) removed += await queue.remove(id);
        // BullMQ's events repeat the errors and are not read. Its Postgres backend has no call that trims them.
        if (connection.kind === 'redis') await queue.trimEvents(0);
        else await connection.pool.query(`delete from event where queue = $1 and event = 'failed'`, [queue.name]);
      }
      return removed;
    },
    check: async () => {
      await [...byName.values()][0]?.getJobCounts('active');
    },
    close: async () => {
      await Promise.all([...byName.values()].map((queue) => queue.close()));
    },
  };
};

/** What BullMQ keeps: the contract's parser drops the traceparent, which `runJob` reads before. */
const dataOf = ({ payload, traceparent = null }: QueuedJob): unknown =>
  traceparent === null || typeof payload !== 'object' ? payload : { ...payload, traceparent };

const toState = (state: string): JobState => {
  if (state === 'unknown') return 'unknown';
  return state === 'completed' || state === 'failed' ? state : 'live';
};
