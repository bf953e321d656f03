import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { clockMarginMs } from '../../kernel/clock-skew.ts';
import { tables } from '../../entities.ts';

/** A run holds its lock for this long: longer than one that Stripe answers. After that another may run beside it. */
const leaseMs = 30_000;

/**
 * `taken`: `position` is of the job's row, `hasEarlier` whether earlier runs wait for their next attempt. `held`: another run has the lock, for at most `forMs`. `ended`: the job's row is
 * gone, so there is nothing left to do.
 */
export type SerialLock =
  { state: 'taken'; position: string; hasEarlier: boolean } | { state: 'held'; forMs: number } | { state: 'ended' };

export interface SerialRun {
  /** Of the job's row in the outbox. */
  id: string;
  /** As `serialKeyOf` names it. */
  key: string;
}

/**
 * Locks what a serial job is about before it looks at anything. From then on it stands for no later order: another row may
 * be added, and runs after it. The same job takes its lock again after its worker was killed.
 */
export const acquireSerialLock = (em: EntityManager, { id, key }: SerialRun, now: Date): Promise<SerialLock> =>
  em.transactional(async (transaction) => {
    const db = tables(transaction);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`turn ${key}`}, 0))`.execute(db);
    const { rows } = await sql<{ id: string; position: string; forMs: number | null }>`
      select id, position::text as position, (extract(epoch from locked_until - ${now.toISOString()}::timestamptz) * 1000)::float8 as "forMs"
      from outbox where id = ${id}::uuid or serial_key = ${key}
    `.execute(db);
    if (!rows.some((row) => row.id === id)) return { state: 'ended' };
    const forMs = Math.max(0, ...rows.filter((row) => row.id !== id).map((row) => row.forMs ?? 0));
    // One of a clock that was set back since holds nobody.
    if (forMs > 0 && forMs <= leaseMs + clockMarginMs) return { state: 'held', forMs };
    const until = new Date(now.getTime() + leaseMs).toISOString();
    const taken = await sql<{ position: string }>`
      update outbox set dedupe_id = null, serial_key = ${key}, locked_until = ${until} where id = ${id}::uuid
      returning position::text as position
    `.execute(db);
    const [row] = taken.rows;
    if (row === undefined) return { state: 'ended' };
    const { position } = row;
    return { state: 'taken', position, hasEarlier: rows.some((other) => BigInt(other.position) < BigInt(position)) };
  });

/** Ends the earlier runs that have failed and wait for their next attempt: a run that was ordered later has done their work. */
export const endEarlierRuns = async (em: EntityManager, key: string, position: string): Promise<void> => {
  await sql`delete from outbox where serial_key = ${key} and position < ${position}::bigint`.execute(tables(em));
};

/**
 * Gives up the lock of a run that failed. Where an earlier one waits for its next attempt, that has the work, with its
 * count of attempts: this run ends. So orders without end do not keep a failure from being given up and seen.
 */
export const releaseSerialLock = (em: EntityManager, { id, key }: SerialRun, position: string): Promise<void> =>
  em.transactional(async (transaction) => {
    const db = tables(transaction);
    await sql`
      delete from outbox where id = ${id}::uuid
        and exists (select from outbox earlier where earlier.serial_key = ${key} and earlier.position < ${position}::bigint)
    `.execute(db);
    await tables(transaction).updateTable('outbox').set({ lockedUntil: null }).where('id', '=', id).execute();
  });
