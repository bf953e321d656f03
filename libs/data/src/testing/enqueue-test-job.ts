import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName, JobPayload } from '@ve/contracts/jobs';
import { addToOutbox, type Order } from '../jobs/outbox/outbox.repository.ts';

/** Plays whoever has nothing to write but a job: orders it in a transaction of its own. */
export const enqueueTestJob = <N extends JobName>(
  em: EntityManager,
  name: N,
  payload: JobPayload<N>,
  options: Order<N>,
): Promise<void> => em.transactional((transaction) => addToOutbox(transaction, name, payload, options));
