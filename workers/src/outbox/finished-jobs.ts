import type { MikroORM } from '@mikro-orm/postgresql';
import { deleteFromOutbox, outboxIdOf } from '@ve/data/outbox/outbox.repository';
import type { Logger } from '@ve/server-kit/log/logger';

export interface FinishedJobs {
  /** Notes that a job has ended, done or given up; its outbox row goes soon. */
  add(jobId: string): void;
  /** Deletes what is noted. */
  close(): Promise<void>;
}

export interface FinishedJobsOptions {
  orm: MikroORM;
  logger: Logger;
  /** How long ended jobs are collected before their rows go in one statement. */
  everyMs?: number;
}

/** Beyond this a database that is away costs no more memory: the relay finds those rows by itself. */
const mostKept = 50_000;

/**
 * Deletes the outbox rows of jobs that ended, many at a time: one statement for each would cost more than many a job. A
 * process that dies before loses nothing: the relay asks the queue about rows that stay, and deletes those it calls ended.
 */
export const collectFinishedJobs = ({ orm, logger, everyMs = 50 }: FinishedJobsOptions): FinishedJobs => {
  let ids = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  const flush = async (): Promise<void> => {
    timer = undefined;
    const batch = ids;
    ids = new Set();
    try {
      await deleteFromOutbox(orm.em.fork(), [...batch]);
    } catch (error) {
      logger.warn({ err: error }, 'outbox rows of finished jobs could not be deleted');
      if (batch.size + ids.size <= mostKept) for (const id of batch) ids.add(id);
    }
  };
  const flushNext = (): Promise<void> => (flushing = flushing.then(flush));

  return {
    add: (jobId) => {
      const id = outboxIdOf(jobId);
      if (id === null) return;
      ids.add(id);
      timer ??= setTimeout(() => void flushNext(), everyMs);
    },
    close: async () => {
      clearTimeout(timer);
      await flushNext();
    },
  };
};
