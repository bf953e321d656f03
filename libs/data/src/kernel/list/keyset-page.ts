import { sql, type RawBuilder } from 'kysely';

/** A row's place in a list that is ordered newest first. */
export interface KeysetCursor {
  at: Date;
  id: string;
}

/** Which page of a list. `skip` pages are between the cursor and the page; `day`: the rows older than an instant. */
export type PagePosition =
  | { from: 'first' }
  | { from: 'last' }
  | { from: 'day'; before: Date }
  | { from: 'after' | 'before'; cursor: KeysetCursor; skip: number };

/** Rows newest first, and whether there are others on either side. */
export interface KeysetPage<Row> {
  rows: Row[];
  hasNewer: boolean;
  hasOlder: boolean;
}

interface PageClauses {
  /** A condition, to be joined by `and`. */
  where: RawBuilder<boolean>;
  /** Order, limit and offset. */
  tail: RawBuilder<unknown>;
}

/** The maximum number of pages between a link's cursor and its page: skipped rows are read, so they are bounded. */
export const maxSkippedPages = 4;

/** Maximum rows per page in every staff list (specification section 9). */
export const staffListPageSize = 10;

/**
 * Returns the condition and the end of a query for one page, by the columns that order the list: an index on `(at desc,
 * id desc)` serves every page equally, from either end. It reads one row more than the page has, which `toKeysetPage`
 * removes.
 */
export const keysetPageClauses = (
  place: PagePosition,
  columns: { at: string; id: string },
  size: number = staffListPageSize,
): PageClauses => {
  const [at, id] = [sql.ref(columns.at), sql.ref(columns.id)];
  const reversed = isReversed(place);
  const order = reversed ? sql`order by ${at} asc, ${id} asc` : sql`order by ${at} desc, ${id} desc`;
  const offset = 'skip' in place ? Math.min(Math.max(place.skip, 0), maxSkippedPages) * size : 0;
  return { where: conditionOf(place, at, id), tail: sql`${order} limit ${size + 1} offset ${offset}` };
};

/** Returns the page from the rows that were read with `keysetPageClauses` for the same place and size. */
export const toKeysetPage = <Row>(
  place: PagePosition,
  read: readonly Row[],
  size: number = staffListPageSize,
): KeysetPage<Row> => {
  const rows = read.slice(0, size);
  const beyond = read.length > size;
  if (isReversed(place)) return { rows: rows.toReversed(), hasNewer: beyond, hasOlder: place.from === 'before' };
  return { rows, hasNewer: place.from !== 'first', hasOlder: beyond };
};

const isReversed = (place: PagePosition): boolean => place.from === 'last' || place.from === 'before';

const conditionOf = (place: PagePosition, at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<boolean> => {
  switch (place.from) {
    case 'first':
    case 'last':
      return sql<boolean>`true`;
    case 'day':
      return sql<boolean>`${at} < ${place.before.toISOString()}`;
    case 'after':
      return sql<boolean>`(${at}, ${id}) < (${place.cursor.at.toISOString()}, ${place.cursor.id})`;
    case 'before':
      return sql<boolean>`(${at}, ${id}) > (${place.cursor.at.toISOString()}, ${place.cursor.id})`;
  }
};
