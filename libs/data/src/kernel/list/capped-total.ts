import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface CappedTotal {
  total: number;
  /** True when there are more than `total`. */
  isMore: boolean;
}

/** The highest count; above it only `isMore` is known. */
export const maxCountedRows = 1_000;

/** Converts a count that was limited to `maxCountedRows` plus one. */
export const toCappedTotal = (count: number): CappedTotal => ({
  total: Math.min(count, maxCountedRows),
  isMore: count > maxCountedRows,
});

/** Counts the rows of a table that meet a condition, up to a thousand. */
export const countRowsUpToMax = async (
  em: EntityManager,
  table: string,
  where: RawBuilder<unknown>,
): Promise<CappedTotal> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${sql.table(table)} where ${where} limit ${maxCountedRows + 1}) found
  `.execute(tables(em));
  return toCappedTotal(rows[0]?.count ?? 0);
};
