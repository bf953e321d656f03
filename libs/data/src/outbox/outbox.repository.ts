import type { EntityManager } from '@mikro-orm/postgresql';
import { jobs, type JobName, type JobPayload } from '@ve/contracts/jobs';
import { sql } from 'kysely';
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
 * @throws ZodError when the payload is not what `contracts/jobs` says
 */
export const addToOutbox = async <N extends JobName>(
  em: EntityManager,
  jobName: N,
  payload: JobPayload<N>,
  { now, dedupeId }: { now: Date; dedupeId?: string },
): Promise<void> => {
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

/**
 * Takes the oldest jobs out of the outbox, hands them to `deliver` and commits once it is through; if it throws, or the
 * process dies, they are all still there. Any number of relays may run at once: each takes other rows.
 * Rows whose job this release does not know are left for the one that wrote them.
 * @returns how many were delivered
 */
export const relayOutbox = (
  em: EntityManager,
  limit: number,
  deliver: (batch: OutboxJob[]) => Promise<void>,
): Promise<number> =>
  em.transactional(async (transaction) => {
    const known = Object.keys(jobs) as JobName[];
    const taken = await sql<OutboxJob & { position: string }>`
      delete from outbox
      where id in (
        select id from outbox where job_name = any (${known}) order by position limit ${limit} for update skip locked
      )
      returning id, job_name as "jobName", payload, position
    `.execute(tables(transaction));
    if (taken.rows.length === 0) return 0;
    const inOrder = taken.rows.toSorted((a, b) => Number(a.position) - Number(b.position));
    await deliver(inOrder.map(({ id, jobName, payload }) => ({ id, jobName, payload })));
    return inOrder.length;
  });

/** How much waits in the outbox, and for how long the oldest of it has: a healthy one is nearly empty. */
export const outboxBacklog = async (
  em: EntityManager,
  now: Date,
): Promise<{ count: number; oldestSeconds: number }> => {
  const found = await sql<{ count: number; oldestSeconds: number }>`
    select count(*)::int as count,
      coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(created_at)), 0)::float8 as "oldestSeconds"
    from outbox
  `.execute(em.getKysely());
  return found.rows[0] ?? { count: 0, oldestSeconds: 0 };
};
