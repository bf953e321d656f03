import { repeats } from './judge-reading.ts';
import type { MileagePoint, MileageTimeline } from './mileage-timeline.ts';

export interface NewestReading {
  /** The newest reading that nothing speaks against; null without one. */
  stands: MileagePoint | null;
  /** A later one that does not follow from those before it, and that no later test has confirmed; null without one. */
  doubted: MileagePoint | null;
}

/** What a dial may be measured by. A reading that stands out is confirmed by the next one that follows from it. */
export function newestReading({ points }: MileageTimeline): NewestReading {
  let stands: MileagePoint | null = null;
  let doubted: MileagePoint | null = null;
  for (const point of points.filter(({ isOnLine }) => isOnLine)) {
    if (point.flag !== null) doubted = point;
    else if (doubted === null || !repeats(point, doubted)) {
      stands = point;
      doubted = null;
    }
  }
  return { stands, doubted };
}
