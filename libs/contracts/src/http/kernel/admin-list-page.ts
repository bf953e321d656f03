import { isCalendarDay } from '@ve/domain/kernel/time/london-date';
import * as z from 'zod/mini';
import { singleLineField } from '../../fields.ts';

/** The first and the last day that staff queries accept. */
export const staffListDayRange = { min: '2000-01-01', max: '2100-12-31' } as const;

/**
 * A day in a staff query. Bounded to years in which arithmetic on it cannot overflow Postgres or a cursor; all our data
 * is within them.
 */
export const staffListDayField = z
  .string()
  .check(z.refine((day) => isCalendarDay(day) && day >= staffListDayRange.min && day <= staffListDayRange.max));

/** A row's place in a list that is ordered newest first: its time and its id. Opaque to the browser. */
const cursor = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,120}$/));

/**
 * Selects a page of a list, newest first. No parameter: the first page. `after`, `before`: the page that follows, or
 * precedes, the row of a cursor, `skip` pages further on. `last`: the oldest rows. `day`: from the end of that day in
 * Europe/London backwards. If several are given, the first of `after`, `before`, `last`, `day` counts.
 */
export const staffListPageQueryFields = {
  after: z.optional(cursor),
  before: z.optional(cursor),
  skip: z.optional(z.enum(['0', '1', '2', '3', '4'])),
  last: z.optional(z.literal('true')),
  day: z.optional(staffListDayField),
};

/** The query of a list without filters. */
export const staffListPageQuerySchema = z.object(staffListPageQueryFields);

/** A search term, from three characters: shorter ones would match too many rows. */
export const staffSearchTermField = singleLineField(200, 3);

/** A page of a list, newest first. */
export const staffListPageSchemaOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    rows: z.array(row),
    /** The cursors of the page's first and last row; null for a page without rows. */
    first: z.nullable(z.string()),
    last: z.nullable(z.string()),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
    /** The number of rows, at most some minutes old; for a search, counted up to a thousand. */
    total: z.int(),
    /** Whether there are more than `total`. */
    isMore: z.boolean(),
  });

export type StaffListPageQuery = {
  readonly [Name in keyof typeof staffListPageQueryFields]?:
    z.infer<(typeof staffListPageQueryFields)[Name]> | undefined;
};

/** Why a member of staff does something, for the audit log. */
export const staffReasonField = singleLineField(300, 5);
