import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { clockMarginMs } from '../../kernel/clock-step.ts';
import { tables } from '../../entities.ts';

/** A run has its turn for this long: longer than one that Stripe answers. After that another may run beside it. */
const turnMs = 30_000;

/** `held`: another run has the turn, for at most `forMs`. `ended`: the job's row is gone, so there is nothing left to do. */
export type Turn = { state: 'taken' } | { state: 'held'; forMs: number } | { state: 'ended' };

export interface SerialRun {
  /** Of the job's row in the outbox. */
  id: string;
  /** As `serialKeyOf` names it. */
  key: string;
}

/**
 * Takes the turn of a serial job before it looks at anything. From then on it stands for no later order: another row may be
 * added, and runs after it. What has run and failed before, and waits for its next attempt, ends: this run does its work.
 * The same job takes its turn again after its worker was killed.
 */
export const acquireSerialLock = (em: EntityManager, { id, key }: SerialRun, now: Date): Promise<Turn> =>
  em.transactional(async (transaction) => {
    const db = tables(transaction);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`turn ${key}`}, 0))`.execute(db);
    const { rows } = await sql<{ id: string; forMs: number | null }>`
      select id, (extract(epoch from runs_until - ${now.toISOString()}::timestamptz) * 1000)::float8 as "forMs"
      from outbox where id = ${id}::uuid or serial_key = ${key}
    `.execute(db);
    if (!rows.some((row) => row.id === id)) return { state: 'ended' };
    const forMs = rows.find((row) => row.id !== id)?.forMs ?? 0;
    // One of a clock that was set back since holds nobody.
    if (forMs > 0 && forMs <= turnMs + clockMarginMs) return { state: 'held', forMs };
    await sql`delete from outbox where serial_key = ${key} and id <> ${id}::uuid`.execute(db);
    const until = new Date(now.getTime() + turnMs).toISOString();
    const taken = await sql`
      update outbox set dedupe_id = null, serial_key = ${key}, runs_until = ${until} where id = ${id}::uuid
    `.execute(db);
    // Ended, superseded or given up since it was read.
    return taken.numAffectedRows === 1n ? { state: 'taken' } : { state: 'ended' };
  });

/** Gives the turn of a run that failed to whoever waits for it. */
export const releaseSerialLock = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em).updateTable('outbox').set({ runs_until: null }).where('id', '=', id).execute();
};
