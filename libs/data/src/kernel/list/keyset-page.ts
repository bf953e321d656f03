import { sql, type RawBuilder } from 'kysely';

/** A row's place in a list that is ordered newest first. */
export interface Cursor {
  at: Date;
  id: string;
}

/** Which page of a list. `skip` pages lie between the cursor and the page; `day`: what is older than an instant. */
export type PagePlace =
  | { from: 'first' }
  | { from: 'last' }
  | { from: 'day'; before: Date }
  | { from: 'after' | 'before'; cursor: Cursor; skip: number };

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

/** Pages that a link may lie ahead of its cursor: what is skipped is read, so it is bounded. */
export const maxSkippedPages = 4;

/** The rows of a page, at most, in every list of staff (specification section 9). */
export const pageSize = 10;

/**
 * The condition and the end of a query for one page, by the columns that order the list: an index on `(at desc, id desc)`
 * serves every page alike, from either end. It reads one row more than the page has; `toPage` takes it off.
 */
export const pageClauses = (
  place: PagePlace,
  columns: { at: string; id: string },
  size: number = pageSize,
): PageClauses => {
  const [at, id] = [sql.ref(columns.at), sql.ref(columns.id)];
  const reversed = isReversed(place);
  const order = reversed ? sql`order by ${at} asc, ${id} asc` : sql`order by ${at} desc, ${id} desc`;
  const offset = 'skip' in place ? Math.min(Math.max(place.skip, 0), maxSkippedPages) * size : 0;
  return { where: conditionOf(place, at, id), tail: sql`${order} limit ${size + 1} offset ${offset}` };
};

/** The page of the rows that were read with `pageClauses` of the same place and size. */
export const toPage = <Row>(place: PagePlace, read: readonly Row[], size: number = pageSize): KeysetPage<Row> => {
  const rows = read.slice(0, size);
  const beyond = read.length > size;
  if (isReversed(place)) return { rows: rows.toReversed(), hasNewer: beyond, hasOlder: place.from === 'before' };
  return { rows, hasNewer: place.from !== 'first', hasOlder: beyond };
};

const isReversed = (place: PagePlace): boolean => place.from === 'last' || place.from === 'before';

const conditionOf = (place: PagePlace, at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<boolean> => {
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
