import { fits, repeats } from './judge-reading.ts';
import type { MileagePoint, MileageTimeline } from './mileage-timeline.ts';

/**
 * Whether one mistyped reading, whichever it is, would explain a break in a row: without it, and without the retest that
 * repeats it, the others break less often. The dial itself may then never have gone back.
 */
export function mayBeSingleMistype({ points }: MileageTimeline): boolean {
  const line = points.filter(({ isOnLine }) => isOnLine);
  const breaks = breaksIn(line);
  return breaks > 0 && line.some((slip) => breaksIn(line.filter((point) => !repeats(point, slip))) < breaks);
}

const breaksIn = (line: readonly MileagePoint[]): number =>
  line.filter((point, index) => {
    const before = line[index - 1];
    return before !== undefined && !fits(point, before);
  }).length;
