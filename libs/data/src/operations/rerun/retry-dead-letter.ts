import type { EntityManager } from '@mikro-orm/postgresql';
import { jobs, type JobName } from '@ve/contracts/jobs';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { outboxChannel } from '../../jobs/outbox/outbox-channel.ts';
import { reopenJob } from './reopen-job.ts';

/**
 * Moves a dead letter back into the outbox under its id, and reopens what its last attempt has closed, in the caller's
 * transaction. Returns its job name; null when there is no such dead letter (any more), or this release does not know
 * the job. The count of attempts starts again. When a job with the same dedupe id waits or runs by now, that one does
 * the work.
 * @throws Error outside a transaction
 */
export const retryDeadLetter = async (em: EntityManager, id: string, now: Date): Promise<JobName | null> => {
  if (!em.isInTransaction()) throw new Error('a job is not retried in a transaction');
  const moved = await sql<{ jobName: JobName; payload: unknown }>`
    with gone as (
      delete from dead_letters where id = ${id}::uuid and job_name = any (${Object.keys(jobs)})
      returning id, job_name, payload, dedupe_id
    ), added as (
      insert into outbox (id, job_name, payload, dedupe_id, created_at, retried)
      select id, job_name, payload, dedupe_id, ${now.toISOString()}, true from gone
      on conflict do nothing
    )
    select job_name, payload, pg_notify(${outboxChannel}, '') from gone
  `.execute(tables(em));
  const [job] = moved.rows;
  if (job === undefined) return null;
  await reopenJob(em, job.jobName, job.payload);
  return job.jobName;
};
