import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { clockMarginMs } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../../entities.ts';

/**
 * How long a run holds its lock: longer than any run that gets responses from Stripe. After that another may run
 * concurrently.
 */
const leaseMs = 30_000;

/**
 * `taken`: `position` is that of the job's row, `hasEarlier` whether earlier runs wait for their next attempt. `held`:
 * another run has the lock, for at most `forMs`. `ended`: the job's row was deleted, so there is nothing left to do.
 */
export type SerialLockResult =
  { state: 'taken'; position: string; hasEarlier: boolean } | { state: 'held'; forMs: number } | { state: 'ended' };

export interface SerialJobRun {
  /** The id of the job's row in the outbox. */
  id: string;
  /** The key that `serialKeyOfJob` returns. */
  key: string;
}

/**
 * Locks the subject of a serial job before the run reads anything. From then on the run does not cover later requests:
 * another row may be added, and runs after it. The same job acquires its lock again after its worker was killed.
 */
export const tryAcquireSerialLock = (
  em: EntityManager,
  { id, key }: SerialJobRun,
  now: Date,
): Promise<SerialLockResult> =>
  em.transactional(async (transaction) => {
    const db = tables(transaction);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`turn ${key}`}, 0))`.execute(db);
    const { rows } = await sql<{ id: string; position: string; forMs: number | null }>`
      select id, position::text as position, (extract(epoch from locked_until - ${now.toISOString()}::timestamptz) * 1000)::float8 as "forMs"
      from outbox where id = ${id}::uuid or serial_key = ${key}
    `.execute(db);
    if (!rows.some((row) => row.id === id)) return { state: 'ended' };
    const forMs = Math.max(0, ...rows.filter((row) => row.id !== id).map((row) => row.forMs ?? 0));
    // A lease from before the clock was set back is ignored.
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

/**
 * Ends the earlier runs that failed and wait for their next attempt: a run that was queued later has done their work.
 */
export const endEarlierSerialRuns = async (em: EntityManager, key: string, position: string): Promise<void> => {
  await sql`delete from outbox where serial_key = ${key} and position < ${position}::bigint`.execute(tables(em));
};

/**
 * Releases the lock of a failed run. When an earlier run waits for its next attempt, this run ends and leaves the work
 * to it, with its count of attempts. Otherwise repeated requests would keep a failing job out of the dead letters.
 */
export const releaseSerialLock = (em: EntityManager, { id, key }: SerialJobRun, position: string): Promise<void> =>
  em.transactional(async (transaction) => {
    const db = tables(transaction);
    await sql`
      delete from outbox where id = ${id}::uuid
        and exists (select from outbox earlier where earlier.serial_key = ${key} and earlier.position < ${position}::bigint)
    `.execute(db);
    await tables(transaction).updateTable('outbox').set({ lockedUntil: null }).where('id', '=', id).execute();
  });
