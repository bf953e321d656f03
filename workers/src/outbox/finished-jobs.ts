import type { MikroORM } from '@mikro-orm/postgresql';
import { deleteFromOutbox, outboxIdOf } from '@ve/data/outbox/outbox.repository';
import type { Logger } from '@ve/server-kit/log/logger';

export interface FinishedJobs {
  /** Records that a job completed or failed; its outbox row is deleted soon. */
  add(jobId: string): void;
  /** Flushes, then stops. */
  close(): Promise<void>;
}

export interface FinishedJobsOptions {
  orm: MikroORM;
  logger: Logger;
  /** How long ended jobs are collected before their rows are deleted in one statement. */
  everyMs?: number;
}

/** Limits memory while the database is down: the relay finds the other rows by itself. */
const mostKept = 50_000;

/**
 * Deletes the outbox rows of ended jobs in batches: one statement each would cost more than many a job. Nothing is lost
 * if the process dies before: the relay looks up remaining rows in the queue, and deletes those that ended.
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
