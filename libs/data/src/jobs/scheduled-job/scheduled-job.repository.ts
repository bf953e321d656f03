import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../../entities.ts';

/** A run of a scheduled job that has ended. */
export interface ScheduledRun {
  name: string;
  /** The pause until the next run. */
  everyMs: number;
  startedAt: Date;
  endedAt: Date;
  /** The error, without personal data; null after a success. */
  why: string | null;
}

/** A scheduled job with its last run. Before the first run `endedAt` is null and the start is when it was planned. */
export interface ScheduledJobRow extends Omit<ScheduledRun, 'endedAt'> {
  endedAt: Date | null;
  /** How many runs have failed since the last success, in all processes. */
  failures: number;
}

/** Registers a planned job, so that one that never runs is noticed; no effect when it has run or was planned before. */
export const registerScheduledJob = async (
  em: EntityManager,
  { name, everyMs, at }: { name: string; everyMs: number; at: Date },
): Promise<void> => {
  await tables(em)
    .insertInto('scheduled_jobs')
    .values({ name, intervalMs: everyMs, startedAt: at, finishedAt: null, failureCount: 0, lastError: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
};

/**
 * Share of the pause after which a run can be claimed again, so that the process that claimed the last one can claim
 * the next although its timer drifts.
 */
const claimShare = 0.9;

/**
 * Claims the run of a job that need not run in every process; false when another process has claimed one in this
 * interval. After a crash other processes claim the next run.
 */
export const claimScheduledRun = async (
  em: EntityManager,
  { name, everyMs, at }: { name: string; everyMs: number; at: Date },
): Promise<boolean> => {
  const since = new Date(at.getTime() - everyMs * claimShare);
  const taken = await sql`
    insert into scheduled_jobs as job (name, interval_ms, started_at, failure_count, claimed_at)
    values (${name}, ${everyMs}, ${at.toISOString()}, 0, ${at.toISOString()})
    on conflict (name) do update set claimed_at = excluded.claimed_at
      where job.claimed_at is null or job.claimed_at not between ${since.toISOString()} and ${latestPlausibleInstant(at).toISOString()}
    returning name
  `.execute(tables(em));
  return taken.rows.length === 1;
};

/** Records a run; only the last run of each job, of any process, is stored. */
export const recordScheduledRun = async (
  em: EntityManager,
  { name, everyMs, startedAt, endedAt, why }: ScheduledRun,
): Promise<void> => {
  await tables(em)
    .insertInto('scheduled_jobs')
    .values({
      name,
      intervalMs: everyMs,
      startedAt,
      finishedAt: endedAt,
      failureCount: why === null ? 0 : 1,
      lastError: why?.slice(0, 300) ?? null,
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        intervalMs: sql`excluded.interval_ms`,
        startedAt: sql`excluded.started_at`,
        finishedAt: sql`excluded.finished_at`,
        failureCount: sql`case when excluded.failure_count = 0 then 0 else scheduled_jobs.failure_count + 1 end`,
        lastError: sql`excluded.last_error`,
      }),
    )
    .execute();
};

/** Every scheduled job that was planned since the installation, the one with the shortest pause first. */
export const findScheduledJobs = async (em: EntityManager): Promise<ScheduledJobRow[]> =>
  tables(em)
    .selectFrom('scheduled_jobs')
    .select([
      'name',
      'intervalMs as everyMs',
      'startedAt',
      'finishedAt as endedAt',
      'failureCount as failures',
      'lastError as why',
    ])
    .orderBy('everyMs')
    .orderBy('name')
    .execute();
