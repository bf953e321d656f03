import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName } from '@ve/contracts/jobs';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countUpTo, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { type KeysetPage, pageClauses, type PagePlace, toPage } from '../../kernel/list/keyset-page.ts';

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
        as failed (id, why)
    ), gone as (
      delete from outbox using failed where outbox.id = failed.id
      returning outbox.id, job_name, payload, coalesce(dedupe_id, serial_key) as dedupe_id, created_at, failed.why
    )
    insert into dead_letters (id, job_name, payload, dedupe_id, why, enqueued_at, failed_at)
    select id, job_name, payload, dedupe_id, why, created_at, ${now.toISOString()} from gone where job_name <> all (${notRetained})
    on conflict (id) do update set why = excluded.why, failed_at = excluded.failed_at, dismissed_at = null
  `.execute(tables(em));
};

/** A page of the dead letters, newest first: the open ones, or the dismissed ones. */
export const findDeadLetters = async (
  em: EntityManager,
  place: PagePlace,
  { seen }: { seen: boolean },
): Promise<KeysetPage<DeadLetterRow>> => {
  const { where, tail } = pageClauses(place, { at: 'failed_at', id: 'id' });
  const rows = await tables(em)
    .selectFrom('dead_letters')
    .select(['id', 'jobName', 'why', 'enqueuedAt', 'failedAt'])
    .select('dismissedAt')
    .where('dismissedAt', seen ? 'is not' : 'is', null)
    .where(where)
    .modifyEnd(tail)
    .execute();
  return toPage(place, rows);
};

/** Counts the dead letters, up to a thousand. */
export const countDeadLetters = (em: EntityManager, { seen }: { seen: boolean }): Promise<CappedTotal> =>
  countUpTo(em, 'dead_letters', sql`(dismissed_at is not null) = ${seen}`);

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
