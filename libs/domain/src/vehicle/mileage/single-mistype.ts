import { isReadingConsistentWith, isRetestOfSameReading } from './judge-reading.ts';
import type { MileagePoint, MileageTimeline } from './mileage-timeline.ts';

/**
 * Whether a single mistyped reading would explain a break in the series: without it, and without a retest that repeats
 * it, there are fewer breaks. The odometer itself may then never have been turned back.
 */
export function couldMistypeExplainMileageBreak({ points }: MileageTimeline): boolean {
  const line = points.filter(({ isOnLine }) => isOnLine);
  const breaks = breaksIn(line);
  return (
    breaks > 0 && line.some((slip) => breaksIn(line.filter((point) => !isRetestOfSameReading(point, slip))) < breaks)
  );
}

const breaksIn = (line: readonly MileagePoint[]): number =>
  line.filter((point, index) => {
    const before = line[index - 1];
    return before !== undefined && !isReadingConsistentWith(point, before);
  }).length;
