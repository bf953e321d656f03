import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobPayload } from '@ve/contracts/jobs';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { retryDeadLetter } from './retry-dead-letter.ts';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';
import { reopenJob } from './reopen-job.ts';

/**
 * Has the work of a row done once more, in the caller's transaction: its job that was given up is retried, or else it is
 * ordered again. False when one waits or runs already: then nothing is done.
 * @throws Error outside a transaction
 */
export const rerunJob = async <N extends 'mails.send' | 'texts.send' | 'stripe-events.process'>(
  em: EntityManager,
  name: N,
  payload: JobPayload<N>,
  now: Date,
): Promise<boolean> => {
  // Whoever asked for it before had another correlation id.
  const about = sql<boolean>`job_name = ${name}
    and payload - 'correlationId' = ${JSON.stringify(payload)}::jsonb - 'correlationId'`;
  const waiting = await sql`select from outbox where ${about} limit 1`.execute(tables(em));
  if (waiting.rows.length > 0) return false;
  const { rows } = await sql<{ id: string }>`select id from dead_letters where ${about}`.execute(tables(em));
  const [givenUp] = rows;
  if (givenUp !== undefined && (await retryDeadLetter(em, givenUp.id, now)) !== null) return true;
  await reopenJob(em, name, payload);
  await addToOutbox(em, name, payload, { now });
  return true;
};
