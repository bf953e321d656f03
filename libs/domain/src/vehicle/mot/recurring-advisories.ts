import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { advisedPart } from './advised-part.ts';
import { isSamePart, readAdvisory } from './advisory-place.ts';
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
  /** Whether the newest MOT noted it: it is likely to be repeated at the next one. */
  isCurrent: boolean;
}

interface Run {
  part: RecurringAdvisory;
  /** The index of its newest MOT. */
  mot: number;
}

/** Every series of a repeated advisory, those of the newest MOT first, then the longest. */
export function recurringAdvisories({ tests }: MotHistory): RecurringAdvisory[] {
  const runs: Run[] = [];
  for (const { day, mot, defects } of tests) {
    for (const defect of defects) {
      const { motsInARow, words, reference } = defect;
      if (motsInARow < 2 || runs.some((run) => isWithin(run, defect, mot))) continue;
      const from = tests.find((test) => test.mot === mot + motsInARow - 1)?.day ?? day;
      const part = advisedPart(words, reference, day);
      runs.push({ mot, part: { part, words, reference, motsInARow, from, to: day, isCurrent: mot === 0 } });
    }
  }
  return runs
    .map(({ part }) => part)
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.motsInARow - a.motsInARow);
}

/** Whether this newer series already counts the advisory of an MOT. */
function isWithin({ part, mot: newest }: Run, defect: MotHistoryDefect, mot: number): boolean {
  if (mot > newest + part.motsInARow - 1 || part.reference !== defect.reference) return false;
  return part.words === defect.words || isSamePart(readAdvisory(part.words), readAdvisory(defect.words));
}
