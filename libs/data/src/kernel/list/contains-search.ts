import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { type CappedTotal, toCappedTotal, maxCountedRows } from './capped-total.ts';
import {
  type KeysetPage,
  maxSkippedPages,
  keysetPageClauses,
  type PagePosition,
  staffListPageSize,
  toKeysetPage,
} from './keyset-page.ts';

/** A searched column, with a trigram index (`columns.ts`), and how its text is stored. */
export interface SearchedColumn {
  name: string;
  stored: 'lower' | 'upper' | 'as-typed';
}

/**
 * A searched list: its table, the time that orders it (with `id`, in an index), and the columns that may contain the
 * term.
 */
export interface SearchedList {
  table: string;
  at: string;
  columns: readonly [SearchedColumn, ...SearchedColumn[]];
  /** Restricts the list to these rows; undefined: all rows. */
  only?: RawBuilder<boolean>;
}

export interface SearchMatchRow {
  id: string;
  at: Date;
}

/** Rows that are scanned in list order before the trigram index is used: a few milliseconds. */
const nearby = 10_000;

/** Whether a term is in one of the columns, in any case; `%`, `_` and `\` in it are literal. */
export const containsTermSql = (columns: readonly SearchedColumn[], term: string): RawBuilder<boolean> => {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  const conditions = columns.map(({ name, stored }) => {
    if (stored === 'as-typed') return sql<boolean>`${sql.ref(name)} ilike ${pattern}`;
    return sql<boolean>`${sql.ref(name)} like ${stored === 'lower' ? pattern.toLowerCase() : pattern.toUpperCase()}`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
};

/**
 * Returns a page of the rows that contain a term. One of two plans is fast for any term, and this does not depend on
 * the planner's estimates: a scan in list order from the page's place soon finds a common term; a term that it does not
 * find often enough within ten thousand rows is so rare that all its rows are read by the trigram index and sorted.
 */
export const findPageContainingTerm = async (
  em: EntityManager,
  {
    list: { table, at, columns, only = sql<boolean>`true` },
    term,
    place,
    size = staffListPageSize,
  }: { list: SearchedList; term: string; place: PagePosition; size?: number | undefined },
): Promise<KeysetPage<SearchMatchRow>> => {
  const isMatch = sql<boolean>`(${only} and ${containsTermSql(columns, term)})`;
  const { where, tail } = keysetPageClauses(place, { at, id: 'id' }, size);
  const from = 'skip' in place ? { ...place, skip: 0 } : place;
  const walk = keysetPageClauses(from, { at, id: 'id' }, nearby - 1);
  const enough = size * (maxSkippedPages + 1) + 1;
  const key = sql`id, ${sql.ref(at)}`;
  const { rows } = await sql<{ id: string; at: Date }>`
    with near as materialized (
      select ${key} from (select * from ${sql.table(table)} where ${walk.where} ${walk.tail}) as ${sql.id(table)}
      where ${isMatch} limit ${enough}
    ), indexed as materialized (
      select ${key} from ${sql.table(table)}
      where (select count(*) from near) < ${enough} and ${where} and ${isMatch}
    ), page as (
      select ${key} from near where (select count(*) from near) = ${enough}
      union all select ${key} from indexed
    )
    select id, ${sql.ref(at)} as at from page ${tail}
  `.execute(tables(em));
  return toKeysetPage(place, rows, size);
};

/** Counts the rows that contain a term, up to a thousand, as fast as a page and with the same two plans. */
export const countRowsContainingTerm = async (
  em: EntityManager,
  { table, at, columns, only = sql<boolean>`true` }: SearchedList,
  term: string,
): Promise<CappedTotal> => {
  const isMatch = sql<boolean>`(${only} and ${containsTermSql(columns, term)})`;
  const walk = keysetPageClauses({ from: 'first' }, { at, id: 'id' }, nearby - 1);
  const { rows } = await sql<{ count: number }>`
    with near as materialized (
      select from (select * from ${sql.table(table)} ${walk.tail}) as ${sql.id(table)} where ${isMatch} limit ${maxCountedRows + 1}
    ), indexed as materialized (
      select from ${sql.table(table)} where (select count(*) from near) <= ${maxCountedRows} and ${isMatch}
    )
    select greatest(
      (select count(*) from near), (select count(*) from (select from indexed limit ${maxCountedRows + 1}) counted)
    )::integer as count
  `.execute(tables(em));
  return toCappedTotal(rows[0]?.count ?? 0);
};
