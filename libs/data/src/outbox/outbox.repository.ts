import type { EntityManager } from '@mikro-orm/postgresql';
import { jobs, type JobName, type JobPayload } from '@ve/contracts/jobs';
import { sql, type RawBuilder } from 'kysely';
import { tables } from '../entities.ts';

/** Postgres channel that tells the relays that the outbox has something. */
export const outboxChannel = 've_outbox';

export interface OutboxJob {
  id: string;
  jobName: JobName;
  payload: unknown;
}

/**
 * Writes a job into the outbox of the caller's transaction: it is done if and only if that transaction commits. With
 * `dedupeId`, a job of the same id that still waits or runs stands for this one too, and no row is written.
 * @throws ZodError when the payload is not what `contracts/jobs` says; Error outside of a transaction, where the job would
 *   be done although what caused it failed
 */
export const addToOutbox = async <N extends JobName>(
  em: EntityManager,
  jobName: N,
  payload: JobPayload<N>,
  { now, dedupeId }: { now: Date; dedupeId?: string },
): Promise<void> => {
  if (!em.isInTransaction()) throw new Error(`${jobName} is not ordered in a transaction`);
  const checked = jobs[jobName].payload.parse(payload);
  await sql`
    with added as (
      insert into outbox (job_name, payload, dedupe_id, created_at)
      values (${jobName}, ${JSON.stringify(checked)}::jsonb, ${dedupeId ?? null}, ${now.toISOString()})
      on conflict (dedupe_id) where dedupe_id is not null do nothing
      returning id
    )
    select pg_notify(${outboxChannel}, '') from added
  `.execute(tables(em));
};

/** The id of a row's job in its queue: however often it is added, the queue knows it as one. */
export const jobIdOf = (outboxId: string): string => `outbox-${outboxId}`;

/** The row of a job, by its id in the queue; null for a job that came another way. */
export const outboxIdOf = (jobId: string): string | null => (jobId.startsWith('outbox-') ? jobId.slice(7) : null);

/**
 * Hands the oldest jobs that the queue was not given yet to `deliver` and marks them as relayed once it is through; if it
 * throws, or the process dies, they are all still unmarked. Rows whose job this release does not know are left for the
 * one that wrote them.
 * @returns how many were delivered; none while another process is relaying
 */
export const relayOutbox = (
  em: EntityManager,
  { limit, now }: { limit: number; now: Date },
  deliver: (batch: OutboxJob[]) => Promise<void>,
): Promise<number> =>
  alone(em, 'outbox relay', async (transaction) => {
    const batch = await read(transaction, sql`relayed_at is null`, sql`position`, limit);
    if (batch.length === 0) return 0;
    await deliver(batch);
    await mark(transaction, batch, now);
    return batch.length;
  });

/**
 * Hands the jobs that were relayed before `relayedBefore` and have not ended to `review`, those first that were relayed
 * longest ago, and marks them as relayed now. Rows of jobs that `review` answers to have ended are deleted. If it throws, or
 * the process dies, all is as before.
 * @returns how many were reviewed; none while another process is reviewing
 */
export const reviewOutbox = (
  em: EntityManager,
  { limit, now, relayedBefore }: { limit: number; now: Date; relayedBefore: Date },
  review: (batch: OutboxJob[]) => Promise<{ ended: OutboxJob[] }>,
): Promise<number> =>
  alone(em, 'outbox review', async (transaction) => {
    const old = sql`relayed_at < ${relayedBefore.toISOString()}`;
    const batch = await read(transaction, old, sql`relayed_at`, limit);
    if (batch.length === 0) return 0;
    const { ended } = await review(batch);
    await deleteFromOutbox(transaction, idsOf(ended));
    await mark(transaction, batch, now);
    return batch.length;
  });

/** Deletes the rows of jobs that ended, in the caller's transaction; answers how many were still there. */
export const deleteFromOutbox = async (em: EntityManager, ids: string[]): Promise<number> => {
  if (ids.length === 0) return 0;
  const gone = await sql`delete from outbox where id = any (${ids}::uuid[])`.execute(tables(em));
  return Number(gone.numAffectedRows ?? 0);
};

export interface OutboxShare {
  count: number;
  /** Since the oldest of it was written. */
  oldestSeconds: number;
}

/** What is in the outbox: what no queue was given yet, nearly nothing in health, and what was given and has not ended. */
export const outboxBacklog = async (
  em: EntityManager,
  now: Date,
): Promise<{ unrelayed: OutboxShare; unfinished: OutboxShare }> => {
  const found = await sql<OutboxShare & { relayed: boolean }>`
    select relayed_at is not null as relayed, count(*)::int as count,
      greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - min(created_at)))::float8 as "oldestSeconds"
    from outbox group by 1
  `.execute(tables(em));
  const share = (relayed: boolean): OutboxShare => {
    const row = found.rows.find((each) => each.relayed === relayed);
    return { count: row?.count ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 };
  };
  return { unrelayed: share(false), unfinished: share(true) };
};

/**
 * Runs `act` in a transaction, unless another process has one of this name. The processes take turns, rather than lock the
 * rows that each takes: adding to a queue may take long, and a job that is quick must not wait for it before it can end.
 */
const alone = (
  em: EntityManager,
  name: string,
  act: (transaction: EntityManager) => Promise<number>,
): Promise<number> =>
  em.transactional(async (transaction) => {
    // Statistics of a table that is full in one minute and empty in the next are always old. Going by them Postgres sorts
    // all that waits for every batch, where the index has it in order.
    const tried = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got, set_config('enable_sort', 'off', true)
    `.execute(tables(transaction));
    return tried.rows[0]?.got === true ? act(transaction) : 0;
  });

const read = async (
  em: EntityManager,
  which: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<OutboxJob[]> => {
  const known = Object.keys(jobs) as JobName[];
  const found = await sql<OutboxJob>`
    select id, job_name as "jobName", payload from outbox
    where ${which} and job_name = any (${known}) order by ${order} limit ${limit}
  `.execute(tables(em));
  return found.rows;
};

/** Waits for nobody: a row that is being deleted, its job being quick, or is gone by now needs no mark. */
const mark = async (em: EntityManager, batch: OutboxJob[], now: Date): Promise<void> => {
  await sql`
    update outbox set relayed_at = ${now.toISOString()}
    where id in (select id from outbox where id = any (${idsOf(batch)}::uuid[]) for update skip locked)
  `.execute(tables(em));
};

const idsOf = (batch: OutboxJob[]): string[] => batch.map(({ id }) => id);
