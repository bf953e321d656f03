import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Locks changes of this name, and pruning, until the transaction ends: files that were found stored stay stored. */
export const lockReleasesOfName = async (transaction: EntityManager, name: string): Promise<void> => {
  const rows = tables(transaction);
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('releases', 0))`.execute(rows);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`release ${name}`}, 0))`.execute(rows);
};

/** Locks publishing and moving of all releases until the transaction ends. */
export const lockAllReleases = async (transaction: EntityManager): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('releases', 0))`.execute(tables(transaction));
};
