import type { EntityManager } from '@mikro-orm/postgresql';
import { jobDefinitions, type JobName, type JobPayload, serialKeyOfJob, type SerialJobName } from '@ve/contracts/jobs';
import { activeTraceparent } from '@ve/contracts/trace-context';
import { sql, type RawBuilder } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../../entities.ts';
import { moveToDeadLetters } from './dead-letter.repository.ts';
import { outboxNotifyChannel } from './outbox-notify-channel.ts';
import { matchesJobSql } from './outbox-payload-index.ts';

export interface OutboxJob {
  id: string;
  jobName: JobName;
  payload: unknown;
  /** Retried from the dead letters: its queue may still hold it as failed. */
  retried: boolean;
  /** The W3C traceparent of what wrote the row; null where nothing is traced. */
  traceparent: string | null;
}

/** When a job is queued, and its `dedupeId`, which a serial job gets automatically. */
export interface EnqueueOptions<N extends JobName> {
  now: Date;
  dedupeId?: N extends SerialJobName ? never : string;
}

/**
 * Writes a job into the outbox within the caller's transaction: it runs if and only if that transaction commits. With
 * `dedupeId`, no row is written while a job with the same id waits or runs; for a serial job, while another with the
 * same key waits for its first run.
 * @throws ZodError when the payload does not match `contracts/jobs`; Error outside a transaction, where the job would
 *   run although the change that causes it failed
 */
export const addToOutbox = async <N extends JobName>(
  em: EntityManager,
  { jobName, payload }: { jobName: N; payload: JobPayload<N> },
  { now, dedupeId }: EnqueueOptions<N>,
): Promise<void> => {
  if (!em.isInTransaction()) throw new Error(`${jobName} is not ordered in a transaction`);
  const checked = jobDefinitions[jobName].payload.parse(payload) as JobPayload<N>;
  const key = serialKeyOfJob(jobName, checked);
  // Locks the row of a waiting serial job: its run starts after this commit, and reads what this transaction wrote.
  const known = key === null ? sql`nothing` : sql`update set dedupe_id = excluded.dedupe_id`;
  await sql`
    with added as (
      insert into outbox (job_name, payload, dedupe_id, created_at, traceparent)
      values (
        ${jobName}, ${JSON.stringify(checked)}::jsonb, ${dedupeId ?? key}, ${now.toISOString()}, ${activeTraceparent()}
      )
      on conflict (dedupe_id) where dedupe_id is not null do ${known}
      returning id
    )
    select pg_notify(${outboxNotifyChannel}, '') from added
  `.execute(tables(em));
};

/** `addToOutbox` for many jobs of one name, in one statement. Writes no row for a `dedupeId` that waits or runs. */
export const addManyToOutbox = async <N extends Exclude<JobName, SerialJobName>>(
  em: EntityManager,
  { jobName, orders }: { jobName: N; orders: readonly { payload: JobPayload<N>; dedupeId: string }[] },
  now: Date,
): Promise<void> => {
  if (!em.isInTransaction()) throw new Error(`${jobName} is not ordered in a transaction`);
  if (orders.length === 0) return;
  const checked = orders.map(({ payload, dedupeId }) => ({
    payload: jobDefinitions[jobName].payload.parse(payload),
    dedupeId,
  }));
  await sql`
    with added as (
      insert into outbox (job_name, payload, dedupe_id, created_at, traceparent)
      select ${jobName}, payload, "dedupeId", ${now.toISOString()}, ${activeTraceparent()}::text
      from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as ordered (payload jsonb, "dedupeId" text)
      on conflict (dedupe_id) where dedupe_id is not null do nothing
      returning id
    )
    select pg_notify(${outboxNotifyChannel}, '') from added limit 1
  `.execute(tables(em));
};

/** Returns the id of a row's job in its queue: adding it again is a no-op. */
export const queueJobIdOfOutboxRow = (outboxId: string): string => `outbox-${outboxId}`;

/** Returns the row id of a job from its id in the queue; null for a job that did not come from the outbox. */
export const outboxIdOfQueueJob = (jobId: string): string | null =>
  jobId.startsWith('outbox-') ? jobId.slice(7) : null;

/**
 * Passes the oldest jobs not yet relayed to `deliver` and marks them as relayed once it resolves; if it throws, or the
 * process dies, none is marked. Rows of jobs that this release does not know are left to the release that wrote them.
 * @returns how many were delivered; 0 while another process is relaying
 */
export const relayOutbox = (
  em: EntityManager,
  { limit, now }: { limit: number; now: Date },
  deliver: (batch: OutboxJob[]) => Promise<void>,
): Promise<number> =>
  withAdvisoryLock(em, 'outbox relay', async (transaction) => {
    const batch = await read(transaction, { which: sql`relayed_at is null`, order: sql`position`, limit });
    if (batch.length === 0) return 0;
    await deliver(batch);
    await mark(transaction, batch, now);
    return batch.length;
  });

/**
 * Passes jobs that were relayed before `relayedBefore`, or by a clock since set back, and have not ended to `review`,
 * the oldest first, and marks them as relayed now. Rows of jobs that `review` reports as ended are deleted, those of
 * failed ones moved to the dead letters. If it throws, or the process dies, nothing changes.
 * @returns how many were reviewed; 0 while another process is reviewing
 */
export const reviewRelayedJobs = (
  em: EntityManager,
  { limit, now, relayedBefore }: { limit: number; now: Date; relayedBefore: Date },
  review: (batch: OutboxJob[]) => Promise<{ ended: OutboxJob[]; failed?: OutboxJob[] }>,
): Promise<number> =>
  withAdvisoryLock(em, 'outbox review', async (transaction) => {
    const old = sql`(relayed_at < ${relayedBefore.toISOString()} or relayed_at > ${latestPlausibleInstant(now).toISOString()})`;
    const batch = await read(transaction, { which: old, order: sql`relayed_at`, limit });
    if (batch.length === 0) return 0;
    const { ended, failed = [] } = await review(batch);
    await deleteFromOutbox(transaction, idsOf(ended));
    await moveToDeadLetters(
      transaction,
      failed.map(({ id }) => ({ id, why: 'Its process ended before it could say why; the queue has the error.' })),
      now,
    );
    await mark(transaction, batch, now);
    return batch.length;
  });

/** Deletes the rows of jobs that ended, in the caller's transaction; returns how many still existed. */
export const deleteFromOutbox = async (em: EntityManager, ids: string[]): Promise<number> => {
  if (ids.length === 0) return 0;
  const deleted = await sql`delete from outbox where id = any (${ids}::uuid[])`.execute(tables(em));
  return Number(deleted.numAffectedRows ?? 0);
};

export interface OutboxBacklogPart {
  count: number;
  /** Age of the oldest row. */
  oldestSeconds: number;
}

/**
 * The backlog of the outbox: rows not yet relayed (normally almost none), and relayed rows whose jobs have not ended.
 */
export const readOutboxBacklog = async (
  em: EntityManager,
  now: Date,
): Promise<{ unrelayed: OutboxBacklogPart; unfinished: OutboxBacklogPart }> => {
  const found = await sql<OutboxBacklogPart & { relayed: boolean }>`
    select relayed_at is not null as relayed, count(*)::int as count,
      greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - min(created_at)))::float8 as "oldestSeconds"
    from outbox group by 1
  `.execute(tables(em));
  const share = (relayed: boolean): OutboxBacklogPart => {
    const row = found.rows.find((each) => each.relayed === relayed);
    return { count: row?.count ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 };
  };
  return { unrelayed: share(false), unfinished: share(true) };
};

/**
 * Runs `act` in a transaction, unless another process holds the advisory lock of this name. An advisory lock instead of
 * row locks: adding to a queue may take long, and a quick job must not wait for it before it can end.
 */
const withAdvisoryLock = (
  em: EntityManager,
  name: string,
  act: (transaction: EntityManager) => Promise<number>,
): Promise<number> =>
  em.transactional(async (transaction) => {
    // Statistics of a table that is full one minute and empty the next are always stale. Based on them Postgres would
    // sort the whole backlog for every batch instead of reading it in index order.
    const tried = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got, set_config('enable_sort', 'off', true)
    `.execute(tables(transaction));
    return tried.rows[0]?.got === true ? act(transaction) : 0;
  });

const read = async (
  em: EntityManager,
  { which, order, limit }: { which: RawBuilder<unknown>; order: RawBuilder<unknown>; limit: number },
): Promise<OutboxJob[]> => {
  const known = Object.keys(jobDefinitions) as JobName[];
  const found = await sql<OutboxJob>`
    select id, job_name, payload, retried, traceparent from outbox
    where ${which} and job_name = any (${known}) order by ${order} limit ${limit}
  `.execute(tables(em));
  return found.rows;
};

/** Skips locked and deleted rows: a job that is ending, or has ended, needs no mark. */
const mark = async (em: EntityManager, batch: OutboxJob[], now: Date): Promise<void> => {
  await sql`
    update outbox set relayed_at = ${now.toISOString()}
    where id in (select id from outbox where id = any (${idsOf(batch)}::uuid[]) for update skip locked)
  `.execute(tables(em));
};

const idsOf = (batch: OutboxJob[]): string[] => batch.map(({ id }) => id);

/** Whether a job with this payload waits or runs, queued by any request. */
export const isJobWaitingOrRunning = async (em: EntityManager, name: JobName, payload: object): Promise<boolean> => {
  const { rows } = await sql`select from outbox where ${matchesJobSql(name, payload)} limit 1`.execute(tables(em));
  return rows.length > 0;
};
