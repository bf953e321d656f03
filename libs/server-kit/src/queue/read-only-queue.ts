import type { QueueName } from '@ve/contracts/jobs';
import pTimeout from 'p-timeout';
import { oldestWaitingJobAddedAt } from './oldest-waiting-job.ts';
import { bindQueueConstructors, type QueueConnection } from './queue-connection.ts';
import type { QueueCounts } from './queues.ts';

/** A BullMQ queue on either backend, for reading only: nothing is added to it. */
export type ReadOnlyQueue = ReturnType<ReturnType<typeof bindQueueConstructors>['newQueue']>;

/** The class of such queues on a connection, for `@nestjs/bullmq`, which creates them by name. */
export const readOnlyQueueClass = (
  connection: QueueConnection,
  onError: (error: Error) => void,
): new (name: string) => ReadOnlyQueue => {
  const { newQueue } = bindQueueConstructors(connection);
  return class {
    constructor(name: string) {
      const queue = newQueue(name, { skipMetasUpdate: true });
      queue.on('error', onError);
      return queue;
    }
  } as new (name: string) => ReadOnlyQueue;
};

export interface QueueStatus extends QueueCounts {
  name: QueueName;
  /** When the oldest job that waits for its first run was added; null when there is none. */
  oldestWaitingAt: Date | null;
}

/** How many jobs each queue holds. @throws Error when the queues do not respond within `timeoutMs` */
export const readQueueStatuses = (queues: readonly ReadOnlyQueue[], timeoutMs = 3_000): Promise<QueueStatus[]> =>
  pTimeout(Promise.all(queues.map(queueStatusOf)), {
    milliseconds: timeoutMs,
    message: 'The queues did not say in time what they hold',
  });

/** @throws Error when the queues do not respond within `timeoutMs` */
export const pingQueues = async (queues: readonly ReadOnlyQueue[], timeoutMs = 3_000): Promise<void> => {
  const [first] = queues;
  if (first)
    await pTimeout(first.getJobCounts('active'), {
      milliseconds: timeoutMs,
      message: 'The queues did not answer in time',
    });
};

const queueStatusOf = async (queue: ReadOnlyQueue): Promise<QueueStatus> => {
  const [counts, oldest] = await Promise.all([
    queue.getJobCounts('wait', 'active', 'delayed', 'failed'),
    oldestWaitingJobAddedAt(queue),
  ]);
  const { wait = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return {
    name: queue.name as QueueName,
    waiting: wait,
    active,
    delayed,
    failed,
    oldestWaitingAt: oldest,
  };
};
