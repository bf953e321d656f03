import type { HighestReportedCount } from '../vehicle/record/sourced-values.ts';

/** Recorded changes, newest first, and their number. */
export interface RegisterChangeHistory<C> extends Omit<HighestReportedCount, 'value'> {
  /** At least the length of the list; null if no register has it. */
  count: number | null;
  /** `3 changes, 1 with a date`; null if no register has it. */
  words: string | null;
  changes: C[];
}
