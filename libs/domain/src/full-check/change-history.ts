import type { AgreedCount } from '../vehicle/record/sourced-values.ts';

/** Changes that registers recorded, newest first, and how many there were. */
export interface ChangeHistory<C> extends Omit<AgreedCount, 'value'> {
  /** At least the length of the list; null when no register says. */
  count: number | null;
  /** `3 changes, 1 with a date`; null when no register says. */
  words: string | null;
  changes: C[];
}
