import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface FoundTotal {
  total: number;
  /** There are more than `total`. */
  isMore: boolean;
}

/** Matches are counted up to here. */
export const mostCounted = 1_000;

/** What is said of a count that went as far as `mostCounted` and one more. */
export const foundTotal = (count: number): FoundTotal => ({
  total: Math.min(count, mostCounted),
  isMore: count > mostCounted,
});

/** How many rows a table has for which a condition holds, counted up to a thousand. */
export const countUpTo = async (em: EntityManager, table: string, where: RawBuilder<unknown>): Promise<FoundTotal> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${sql.table(table)} where ${where} limit ${mostCounted + 1}) found
  `.execute(tables(em));
  return foundTotal(rows[0]?.count ?? 0);
};
