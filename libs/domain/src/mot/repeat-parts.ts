import type { IsoDate } from '../report/vehicle-record.ts';
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

/** Every run of a repeated advisory, those of the newest MOT first, then the longest. */
export function repeatParts({ tests }: MotHistory): RepeatPart[] {
  const runs: (RepeatPart & { mot: number; defect: HistoryDefect })[] = [];
  for (const { day, mot, defects } of tests) {
    for (const defect of defects) {
      const { motsInARow, words, reference } = defect;
      if (motsInARow < 2 || runs.some((run) => isWithin(run, defect, mot))) continue;
      runs.push({
        part: advisedPart(words, reference, day),
        words,
        reference,
        motsInARow,
        from: tests.find((test) => test.mot === mot + motsInARow - 1)?.day ?? day,
        to: day,
        isCurrent: mot === 0,
        mot,
        defect,
      });
    }
  }
  return runs
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.motsInARow - a.motsInARow)
    .map(({ mot: _mot, defect: _defect, ...run }) => run);
}

/** Whether the advisory of an MOT is one that this run, which is newer, already counts. */
function isWithin(
  run: RepeatPart & { mot: number; defect: HistoryDefect },
  defect: HistoryDefect,
  mot: number,
): boolean {
  if (mot > run.mot + run.motsInARow - 1 || run.reference !== defect.reference) return false;
  return run.words === defect.words || isSamePart(readAdvisory(run.defect.words), readAdvisory(defect.words));
}
