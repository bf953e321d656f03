import type { MikroORM } from '@mikro-orm/postgresql';
import { listenToNotifyChannels } from '@ve/data/kernel/notifications';
import { outboxNotifyChannel } from '@ve/data/jobs/outbox/outbox-notify-channel';
import {
  queueJobIdOfOutboxRow,
  relayOutbox,
  reviewRelayedJobs,
  type OutboxJob,
} from '@ve/data/jobs/outbox/outbox.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Logger } from '@ve/server-kit/log/logger';
import type { JobState, JobQueues } from '@ve/server-kit/queue/queues';

export interface OutboxRelayOptions {
  orm: MikroORM;
  databaseUrl: string;
  queues: Pick<JobQueues, 'add' | 'states' | 'discardFailed'>;
  logger: Logger;
  now: Clock;
  batchSize?: number;
  /** The outbox is polled this often, in case a notification was lost. */
  pollMs?: number;
}

const reviewSize = 200;

/** A job relayed this long ago that has not ended is looked up in its queue. */
export const outboxReviewAfterMs = 30_000;

export interface OutboxRelay {
  /** Finishes the current batch, then stops. */
  close(): Promise<void>;
}

/**
 * Relays jobs from the outbox to their queues while the process runs. A batch is marked as relayed in the transaction
 * in which it is added: after a crash in between it is added again under the same ids, which the queue ignores. Jobs
 * that do not end are looked up in their queues, so that no work is lost if a queue loses its data.
 */
export const startOutboxRelay = async (options: OutboxRelayOptions): Promise<OutboxRelay> => {
  const { orm, queues, logger, now, batchSize = 500, pollMs = 2_000 } = options;
  let closed = false;
  let notified = false;
  let wake = (): void => undefined;
  let reviewedAt = -Infinity;

  const listener = await listenToNotifyChannels(options.databaseUrl, {
    [outboxNotifyChannel]: () => {
      notified = true;
      wake();
    },
  });

  const sleep = async (): Promise<void> => {
    if (closed || notified) return;
    const woken = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => woken.resolve(undefined), pollMs);
    wake = () => woken.resolve(undefined);
    await woken.promise;
    clearTimeout(timer);
  };

  const relayAll = async (): Promise<void> => {
    notified = false;
    let moved: number;
    do {
      const deliver = async (batch: OutboxJob[]) => {
        // A queue ignores a job under an id it already knows, such as that of a dead letter.
        await queues.discardFailed(batch.filter(({ retried }) => retried).map(toQueuedJob));
        await queues.add(batch.map(toQueuedJob));
      };
      moved = await relayOutbox(orm.em.fork(), { limit: batchSize, now: now() }, deliver);
    } while (moved === batchSize && !closed);
  };

  /** One batch per iteration, since it costs the queue a look-up per job; all batches if jobs were lost. */
  const reviewOld = async (): Promise<void> => {
    if (performance.now() - reviewedAt < pollMs) return;
    reviewedAt = performance.now();
    let reviewed: number;
    let lost = 0;
    do {
      const at = now();
      const relayedBefore = new Date(at.getTime() - outboxReviewAfterMs);
      reviewed = await reviewRelayedJobs(
        orm.em.fork(),
        { limit: reviewSize, now: at, relayedBefore },
        async (batch) => {
          const states = await queues.states(batch.map(toQueuedJob));
          const inState = (state: JobState) =>
            batch.filter(({ id }) => states.get(queueJobIdOfOutboxRow(id)) === state);
          const unknown = inState('unknown');
          lost = unknown.length;
          await queues.add(unknown.map(toQueuedJob));
          return { ended: inState('completed'), failed: inState('failed') };
        },
      );
      if (lost > 0)
        logger.warn({ event: 'lost_jobs_requeued', jobs: lost }, 'Jobs that the queues had lost were requeued.');
    } while (reviewed === reviewSize && lost > 0 && !closed);
  };

  const run = async (): Promise<void> => {
    while (!closed) {
      try {
        await relayAll();
        await reviewOld();
      } catch (error) {
        // Nothing is lost: the rows are retried on the next iteration.
        logger.warn(
          { event: 'outbox_relay_failed', err: error },
          'Jobs in the outbox could not be relayed to the queues.',
        );
        notified = false;
      }
      await sleep();
    }
  };
  const running = run();

  return {
    close: async () => {
      closed = true;
      wake();
      await Promise.all([running, listener.close()]);
    },
  };
};

const toQueuedJob = (job: OutboxJob) => ({
  id: queueJobIdOfOutboxRow(job.id),
  name: job.jobName,
  payload: job.payload,
  traceparent: job.traceparent,
});
