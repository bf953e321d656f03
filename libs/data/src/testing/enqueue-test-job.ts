import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName, JobPayload } from '@ve/contracts/jobs';
import { addToOutbox, type EnqueueOptions } from '../jobs/outbox/outbox.repository.ts';

/** Queues a job in a transaction of its own, for a cause that writes nothing else. */
export const enqueueTestJob = <N extends JobName>(
  em: EntityManager,
  name: N,
  payload: JobPayload<N>,
  options: EnqueueOptions<N>,
): Promise<void> => em.transactional((transaction) => addToOutbox(transaction, { jobName: name, payload }, options));
