import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { partOfAdvisory } from './part-of-advisory.ts';
import { isSameAdvisedPart, parseAdvisory } from './advisory-place.ts';
import type { MotHistoryDefect, MotHistory } from './mot-history.ts';

/** An advisory that was repeated at consecutive MOTs. */
export interface RecurringAdvisory {
  /** `Nearside front tyre` */
  part: string;
  /** The tester's latest text. */
  words: string;
  reference: string | null;
  motsInARow: number;
  /** The days of the first and the last of those MOTs. */
  from: IsoDate;
  to: IsoDate;
  /** The days of those MOTs, newest first. */
  days: IsoDate[];
  /** The index of the newest of those MOTs. */
  mot: number;
  /** Whether the newest MOT noted it: it is likely to be repeated at the next one. */
  isCurrent: boolean;
}

/** Every series of a repeated advisory, those of the newest MOT first, then the longest. */
export function recurringAdvisories({ tests }: MotHistory): RecurringAdvisory[] {
  const runs: RecurringAdvisory[] = [];
  for (const { day, mot, defects } of tests) {
    for (const defect of defects) {
      const { motsInARow, words, reference } = defect;
      if (motsInARow < 2 || isDefectOfRecurringAdvisory(runs, defect, mot)) continue;
      const days = Array.from(
        { length: motsInARow },
        (_, index) => tests.find((test) => test.mot === mot + index)?.day ?? day,
      );
      const part = partOfAdvisory(words, reference, day);
      const from = days.at(-1) ?? day;
      runs.push({ part, words, reference, motsInARow, from, to: day, days, mot, isCurrent: mot === 0 });
    }
  }
  return runs.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.motsInARow - a.motsInARow);
}

/** Whether a series already counts the note of an MOT. */
export const isDefectOfRecurringAdvisory = (
  runs: readonly RecurringAdvisory[],
  defect: MotHistoryDefect,
  mot: number,
): boolean => defect.type === 'ADVISORY' && runs.some((run) => isWithin(run, defect, mot));

function isWithin(run: RecurringAdvisory, defect: MotHistoryDefect, mot: number): boolean {
  if (mot < run.mot || mot > run.mot + run.motsInARow - 1 || run.reference !== defect.reference) return false;
  return run.words === defect.words || isSameAdvisedPart(parseAdvisory(run.words), parseAdvisory(defect.words));
}
