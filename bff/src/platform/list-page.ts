import type { StaffListPageQuery } from '@ve/contracts/http/kernel/admin-list-page';
import type { CappedTotal } from '@ve/data/kernel/list/capped-total';
import type { KeysetCursor, KeysetPage, PagePosition } from '@ve/data/kernel/list/keyset-page';
import { addDays, startOfLondonDay } from '@ve/domain/kernel/time/london-date';
import { ProblemError } from '@ve/app/kernel/problem-error';
import * as z from 'zod/mini';

// The same years as `staffListDayField`: beyond 9999 Postgres cannot read the time.
const cursorSchema = z.tuple([
  z.int().check(z.minimum(Date.UTC(2000, 0, 1)), z.maximum(Date.UTC(2101, 0, 1))),
  z.uuid(),
]);

/** Descriptions of a list's query parameters, for the documentation. */
export const pageQueryDescriptions = {
  after: 'The cursor that the page follows',
  before: 'The cursor that the page precedes',
  skip: 'How many pages lie between the cursor and the page',
  last: 'The oldest rows',
  day: 'From the end of this day in London backwards',
};

/**
 * The place that a list's query requests.
 * @throws ProblemError `request-invalid` for a malformed cursor
 */
export function pagePositionOf({ after, before, skip = '0', last, day }: StaffListPageQuery): PagePosition {
  if (after !== undefined) return { from: 'after', cursor: parseCursor(after, 'after'), skip: Number(skip) };
  if (before !== undefined) return { from: 'before', cursor: parseCursor(before, 'before'), skip: Number(skip) };
  if (last !== undefined) return { from: 'last' };
  if (day !== undefined) return { from: 'day', before: startOfLondonDay(addDays(day, 1)) };
  return { from: 'first' };
}

/** Converts a page for the browser. `at` is the time that orders the list. */
export function toListPage<Row extends { id: string }, Shown>({
  page: { rows, hasNewer, hasOlder },
  total: { total, isMore },
  at,
  show,
}: {
  page: KeysetPage<Row>;
  total: CappedTotal;
  at: (row: Row) => Date;
  show: (row: Row) => Shown;
}) {
  const cursorOf = (row: Row | undefined) => (row ? serialiseCursor({ at: at(row), id: row.id }) : null);
  const [first, last] = [cursorOf(rows[0]), cursorOf(rows.at(-1))];
  return { rows: rows.map(show), first, last, hasNewer, hasOlder, total, isMore };
}

/** Serialises a place in a list. */
export const serialiseCursor = ({ at, id }: KeysetCursor): string =>
  Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url');

/**
 * Parses the result of `serialiseCursor`.
 * @throws ProblemError `request-invalid` naming the field `path` for any other text
 */
export function parseCursor(text: string, path: string): KeysetCursor {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (parsed.success) return { at: new Date(parsed.data[0]), id: parsed.data[1] };
  throw new ProblemError('request-invalid', { fields: [{ path, message: 'This page does not exist any more.' }] });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
