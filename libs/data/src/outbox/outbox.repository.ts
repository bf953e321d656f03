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
  delayMs: number;
  dedupeId: string | null;
}

/**
 * Writes a job into the outbox of the caller's transaction: it is queued if and only if that transaction commits.
 * With `dedupeId`, a job of the same id that is still waiting or running stands for this one too.
 * @throws ZodError when the payload is not what `contracts/jobs` says
 */
export const addToOutbox = async <N extends JobName>(
  em: EntityManager,
  jobName: N,
  payload: JobPayload<N>,
  options: { delayMs?: number; dedupeId?: string } = {},
): Promise<void> => {
  const checked: Record<string, unknown> = jobs[jobName].payload.parse(payload);
  await tables(em)
    .insertInto('outbox')
    .values({
      job_name: jobName,
      payload: checked,
      delay_ms: options.delayMs ?? 0,
      dedupe_id: options.dedupeId ?? null,
    })
    .execute();
  await sql`select pg_notify(${outboxChannel}, '')`.execute(tables(em));
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
    const taken = await sql<OutboxJob & { createdAt: string }>`
      delete from outbox
      where id in (
        select id from outbox where job_name = any (${known}) order by created_at limit ${limit} for update skip locked
      )
      returning id, job_name as "jobName", payload, delay_ms as "delayMs", dedupe_id as "dedupeId",
        created_at as "createdAt"
    `.execute(tables(transaction));
    if (taken.rows.length === 0) return 0;
    const inOrder = taken.rows.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    await deliver(
      inOrder.map(({ id, jobName, payload, delayMs, dedupeId }) => ({ id, jobName, payload, delayMs, dedupeId })),
    );
    return inOrder.length;
  });

/** How much waits in the outbox, and for how long the oldest of it has: a healthy one is nearly empty. */
export const outboxBacklog = async (em: EntityManager): Promise<{ count: number; oldestSeconds: number }> => {
  const found = await sql<{ count: number; oldestSeconds: number }>`
    select count(*)::int as count,
      coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as "oldestSeconds"
    from outbox
  `.execute(em.getKysely());
  return found.rows[0] ?? { count: 0, oldestSeconds: 0 };
};
