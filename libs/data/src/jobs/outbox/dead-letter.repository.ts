import type { EntityManager } from '@mikro-orm/postgresql';
import { jobDefinitions, type JobName } from '@ve/contracts/jobs';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countRowsUpToMax, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { type KeysetPage, keysetPageClauses, type PagePosition, toKeysetPage } from '../../kernel/list/keyset-page.ts';
import { outboxNotifyChannel } from './outbox-notify-channel.ts';
import { matchesJobSql } from './outbox-payload-index.ts';

export interface DeadLetterRow {
  id: string;
  jobName: JobName;
  why: string;
  enqueuedAt: Date;
  failedAt: Date;
  dismissedAt: Date | null;
}

/**
 * Jobs that are deleted on failure: reports of errors contain free text, and one that could not be written is not worth
 * a retry.
 */
const notRetained: readonly JobName[] = ['error-logs.write'];

/**
 * Moves the rows of jobs that failed permanently from the outbox to the dead letters, in one statement. Staff reads
 * `why`, which must not contain personal data. Jobs without a row have ended in another way and are ignored.
 */
export const moveToDeadLetters = async (
  em: EntityManager,
  failed: readonly { id: string; why: string }[],
  now: Date,
): Promise<void> => {
  if (failed.length === 0) return;
  await sql`
    with failed as (
      select * from unnest(${failed.map(({ id }) => id)}::uuid[], ${failed.map(({ why }) => why.slice(0, 300))}::text[])
        as failed (id, last_error)
    ), gone as (
      delete from outbox using failed where outbox.id = failed.id
      returning outbox.id, job_name, payload, coalesce(dedupe_id, serial_key) as dedupe_id, created_at, failed.last_error
    )
    insert into dead_letters (id, job_name, payload, dedupe_id, last_error, enqueued_at, failed_at)
    select id, job_name, payload, dedupe_id, last_error, created_at, ${now.toISOString()} from gone where job_name <> all (${notRetained})
    on conflict (id) do update set last_error = excluded.last_error, failed_at = excluded.failed_at, dismissed_at = null
  `.execute(tables(em));
};

/** A page of the dead letters, newest first: the open ones, or the dismissed ones. */
export const findDeadLetters = async (
  em: EntityManager,
  place: PagePosition,
  { seen }: { seen: boolean },
): Promise<KeysetPage<DeadLetterRow>> => {
  const { where, tail } = keysetPageClauses(place, { at: 'failed_at', id: 'id' });
  const rows = await tables(em)
    .selectFrom('dead_letters')
    .select(['id', 'jobName', 'lastError as why', 'enqueuedAt', 'failedAt'])
    .select('dismissedAt')
    .where('dismissedAt', seen ? 'is not' : 'is', null)
    .where(where)
    .modifyEnd(tail)
    .execute();
  return toKeysetPage(place, rows);
};

/** Counts the dead letters, up to a thousand. */
export const countDeadLetters = (em: EntityManager, { seen }: { seen: boolean }): Promise<CappedTotal> =>
  countRowsUpToMax(em, 'dead_letters', sql`(dismissed_at is not null) = ${seen}`);

/** Dismisses a dead letter; returns its job name, or null when no open one has this id. */
export const dismissDeadLetter = async (em: EntityManager, id: string, now: Date): Promise<JobName | null> => {
  const dismissed = await tables(em)
    .updateTable('dead_letters')
    .set({ dismissedAt: now })
    .where('id', '=', id)
    .where('dismissedAt', 'is', null)
    .returning('jobName')
    .executeTakeFirst();
  return dismissed?.jobName ?? null;
};

/**
 * Moves a dead letter back into the outbox under its id, in the caller's transaction. Returns its job; null when there
 * is no such dead letter (any more), or this release does not know the job. The count of attempts starts again. When a
 * job with the same dedupe id waits or runs by now, that one does the work.
 * @throws Error outside a transaction
 */
export const requeueDeadLetter = async (
  em: EntityManager,
  id: string,
  now: Date,
): Promise<{ jobName: JobName; payload: unknown } | null> => {
  if (!em.isInTransaction()) throw new Error('a job is not retried in a transaction');
  const moved = await sql<{ jobName: JobName; payload: unknown }>`
    with gone as (
      delete from dead_letters where id = ${id}::uuid and job_name = any (${Object.keys(jobDefinitions)})
      returning id, job_name, payload, dedupe_id
    ), added as (
      insert into outbox (id, job_name, payload, dedupe_id, created_at, retried)
      select id, job_name, payload, dedupe_id, ${now.toISOString()}, true from gone
      on conflict do nothing
    )
    select job_name, payload, pg_notify(${outboxNotifyChannel}, '') from gone
  `.execute(tables(em));
  const [job] = moved.rows;
  return job === undefined ? null : { jobName: job.jobName, payload: job.payload };
};

/** The dead letter of a job with this payload, queued by any request. */
export const findDeadLetterOf = async (em: EntityManager, name: JobName, payload: object): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select id from dead_letters where ${matchesJobSql(name, payload)}
  `.execute(tables(em));
  return rows[0]?.id ?? null;
};
