import type { MikroORM } from '@mikro-orm/postgresql';
import { moveToDeadLetters } from '@ve/data/jobs/outbox/dead-letter.repository';
import { deleteFromOutbox, outboxIdOfQueueJob } from '@ve/data/jobs/outbox/outbox.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Logger } from '@ve/server-kit/log/logger';
import { redactText } from '@ve/domain/kernel/text/redact-text';

export interface FinishedJobCollector {
  /** Records that a job completed; its outbox row is deleted soon. */
  add(jobId: string): void;
  /** Records that a job failed permanently; its outbox row becomes a dead letter soon, with the error scrubbed. */
  giveUp(jobId: string, why: string): void;
  /** Flushes, then stops. */
  close(): Promise<void>;
}

export interface FinishedJobCollectorOptions {
  orm: MikroORM;
  logger: Logger;
  now: Clock;
  /** How long finished jobs are collected before their rows are deleted in one statement. */
  everyMs?: number;
}

/** Limits memory while the database is down: the relay's review finds the other rows. */
const maxBuffered = 50_000;

const maxErrorLength = 300;

/**
 * Deletes the outbox rows of finished jobs, or makes them dead letters, in batches: a statement for each would cost
 * more than many a job. Nothing is lost if the process dies first: the relay looks up remaining rows in the queue and
 * does the same.
 */
export const createFinishedJobCollector = ({
  orm,
  logger,
  now,
  everyMs = 50,
}: FinishedJobCollectorOptions): FinishedJobCollector => {
  let ids = new Set<string>();
  let failed = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  const flush = async (): Promise<void> => {
    timer = undefined;
    const batch = ids;
    const given = failed;
    ids = new Set();
    failed = new Map();
    try {
      await deleteFromOutbox(orm.em.fork(), [...batch]);
      const jobs = [...given].map(([id, why]) => ({ id, why }));
      await moveToDeadLetters(orm.em.fork(), jobs, now());
    } catch (error) {
      logger.warn({ event: 'outbox_cleanup_failed', err: error }, 'Outbox rows of finished jobs could not be deleted.');
      if (batch.size + ids.size <= maxBuffered) for (const id of batch) ids.add(id);
      if (given.size + failed.size <= maxBuffered) failed = new Map([...given, ...failed]);
    }
  };
  const flushNext = (): Promise<void> => (flushing = flushing.then(flush));
  const flushSoon = (): void => {
    timer ??= setTimeout(() => void flushNext(), everyMs);
  };

  return {
    add: (jobId) => {
      const id = outboxIdOfQueueJob(jobId);
      if (id === null) return;
      ids.add(id);
      flushSoon();
    },
    giveUp: (jobId, why) => {
      const id = outboxIdOfQueueJob(jobId);
      if (id === null) return;
      failed.set(id, redactText(why).slice(0, maxErrorLength));
      flushSoon();
    },
    close: async () => {
      clearTimeout(timer);
      await flushNext();
    },
  };
};
