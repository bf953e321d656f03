import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface CappedTotal {
  total: number;
  /** There are more than `total`. */
  isMore: boolean;
}

/** Matches are counted up to here. */
export const maxCounted = 1_000;

/** What is said of a count that went as far as `maxCounted` and one more. */
export const toCappedTotal = (count: number): CappedTotal => ({
  total: Math.min(count, maxCounted),
  isMore: count > maxCounted,
});

/** How many rows a table has for which a condition holds, counted up to a thousand. */
export const countUpTo = async (em: EntityManager, table: string, where: RawBuilder<unknown>): Promise<CappedTotal> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${sql.table(table)} where ${where} limit ${maxCounted + 1}) found
  `.execute(tables(em));
  return toCappedTotal(rows[0]?.count ?? 0);
};
