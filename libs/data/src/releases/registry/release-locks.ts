import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/**
 * Until the transaction ends, no other changes this name, and nothing is pruned: what was found stored stays so.
 */
export const lockRelease = async (transaction: EntityManager, name: string): Promise<void> => {
  const rows = tables(transaction);
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('releases', 0))`.execute(rows);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`release ${name}`}, 0))`.execute(rows);
};

/** Until the transaction ends, nobody publishes or moves a release. */
export const lockAllReleases = async (transaction: EntityManager): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('releases', 0))`.execute(tables(transaction));
};
