import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { advisedPart } from './advised-part.ts';
import { isSamePart, readAdvisory } from './advisory-place.ts';
import type { HistoryDefect, MotHistory } from './mot-history.ts';

/** An advisory that came back at MOTs that follow each other. */
export interface RepeatPart {
  /** `Nearside front tyre` */
  part: string;
  /** What the tester wrote the last time. */
  words: string;
  reference: string | null;
  motsInARow: number;
  /** The first and the last of those MOTs. */
  from: IsoDate;
  to: IsoDate;
  /** Whether the newest MOT noted it: it is likely to come back at the next one. */
  isCurrent: boolean;
}

interface Run {
  part: RepeatPart;
  /** The newest of its MOTs. */
  mot: number;
}

/** Every run of a repeated advisory, those of the newest MOT first, then the longest. */
export function repeatParts({ tests }: MotHistory): RepeatPart[] {
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

/** Whether the advisory of an MOT is one that this run, which is newer, already counts. */
function isWithin({ part, mot: newest }: Run, defect: HistoryDefect, mot: number): boolean {
  if (mot > newest + part.motsInARow - 1 || part.reference !== defect.reference) return false;
  return part.words === defect.words || isSamePart(readAdvisory(part.words), readAdvisory(defect.words));
}
