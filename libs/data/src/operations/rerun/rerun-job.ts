import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobPayload } from '@ve/contracts/jobs';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { retryDeadLetter } from './retry-dead-letter.ts';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';
import { reopenJob } from './reopen-job.ts';

/**
 * Repeats the work of a row, in the caller's transaction: retries its dead letter, or queues the job again. False, and
 * no effect, when a job waits or runs already.
 * @throws Error outside a transaction
 */
export const rerunJob = async <N extends 'mails.send' | 'texts.send' | 'stripe-events.process'>(
  em: EntityManager,
  name: N,
  payload: JobPayload<N>,
  now: Date,
): Promise<boolean> => {
  // Excludes the correlation id, which differs between requests.
  const about = sql<boolean>`job_name = ${name}
    and payload - 'correlationId' = ${JSON.stringify(payload)}::jsonb - 'correlationId'`;
  const waiting = await sql`select from outbox where ${about} limit 1`.execute(tables(em));
  if (waiting.rows.length > 0) return false;
  const { rows } = await sql<{ id: string }>`select id from dead_letters where ${about}`.execute(tables(em));
  const [deadLetter] = rows;
  if (deadLetter !== undefined && (await retryDeadLetter(em, deadLetter.id, now)) !== null) return true;
  await reopenJob(em, name, payload);
  await addToOutbox(em, name, payload, { now });
  return true;
};
