import { isRetestOfSameReading } from './judge-reading.ts';
import type { MileagePoint, MileageTimeline } from './mileage-timeline.ts';

export interface NewestReading {
  /** The newest undisputed reading; null if there is none. */
  stands: MileagePoint | null;
  /**
   * A later reading that does not follow from those before it, and that no later test has confirmed; null if there is
   * none.
   */
  doubted: MileagePoint | null;
}

/**
 * The readings against which an odometer is compared. An outlier is confirmed by the next reading that follows from it.
 */
export function newestReading({ points }: MileageTimeline): NewestReading {
  let stands: MileagePoint | null = null;
  let doubted: MileagePoint | null = null;
  for (const point of points.filter(({ isOnLine }) => isOnLine)) {
    if (point.flag !== null) doubted = point;
    else if (doubted === null || !isRetestOfSameReading(point, doubted)) {
      stands = point;
      doubted = null;
    }
  }
  return { stands, doubted };
}
