import type { MikroORM } from '@mikro-orm/postgresql';
import { listen } from '@ve/data/notifications';
import { outboxChannel, relayOutbox, type OutboxJob } from '@ve/data/outbox/outbox.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Queues } from '@ve/server-kit/queue/queues';

export interface RelayOptions {
  orm: MikroORM;
  databaseUrl: string;
  queues: Pick<Queues, 'add'>;
  logger: Logger;
  batchSize?: number;
  /** The outbox is looked at this often even if nobody said that it has something. */
  pollMs?: number;
}

export interface Relay {
  /** Finishes the batch at hand. */
  close(): Promise<void>;
}

/**
 * Carries jobs from the outbox into their queues, for as long as the process runs. A batch is taken out in the same
 * transaction in which it is added: a crash in between adds it again under the same ids, which the queue knows.
 */
export const startRelay = async (options: RelayOptions): Promise<Relay> => {
  const { orm, queues, logger, batchSize = 200, pollMs = 2_000 } = options;
  let closed = false;
  let toldMore = false;
  let wake = (): void => undefined;

  const listener = await listen(options.databaseUrl, {
    [outboxChannel]: () => {
      toldMore = true;
      wake();
    },
  });

  const sleep = async (): Promise<void> => {
    if (closed || toldMore) return;
    const woken = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => woken.resolve(undefined), pollMs);
    wake = () => woken.resolve(undefined);
    await woken.promise;
    clearTimeout(timer);
  };

  const relayAll = async (): Promise<void> => {
    toldMore = false;
    let moved: number;
    do {
      moved = await relayOutbox(orm.em.fork(), batchSize, (batch) => queues.add(batch.map(toQueuedJob)));
    } while (moved === batchSize && !closed);
  };

  const run = async (): Promise<void> => {
    while (!closed) {
      try {
        await relayAll();
      } catch (error) {
        // Nothing is lost: the rows are still there at the next turn.
        logger.warn({ err: error }, 'outbox could not be relayed');
        toldMore = false;
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
  id: `outbox-${job.id}`,
  name: job.jobName,
  payload: job.payload,
});
