import { formatThousands } from '../../kernel/text/phrases.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { findInconsistentReadings } from './inconsistent-readings.ts';
import type { MileageFlag } from './judge-reading.ts';
import type { MileagePoint, MileageTimeline } from './mileage-timeline.ts';

const flags: Record<MileageFlag, string> = {
  drop: 'Lower than an earlier reading',
  jump: 'More than 60,000 miles a year',
  'entry-error': 'Probably a typing mistake: the readings around it agree without it',
  'unit-mix-up': 'Possibly kilometres and miles swapped',
  corrected: 'Corrected at the retest a few days later',
  'roll-over': 'Probably past 99,999: a five-digit odometer starts again from zero',
};

/** `61,840 miles` */
export const formatMiles = (miles: number): string => `${formatThousands(miles)} miles`;

/** A reading as it was recorded: `61,840 miles`, `99,520 km`. */
export const formatRecordedReading = ({ value, unit }: MileagePoint['recorded']): string =>
  unit === 'KM' ? `${formatThousands(value)} km` : formatMiles(value);

/** The note of a reading: why it is anomalous, and the recorded kilometres. Empty if there is none. */
export function readingNoteOf({ flag, recorded }: Pick<MileagePoint, 'flag' | 'recorded'>): string {
  const kilometres = recorded.unit === 'KM' ? `recorded as ${formatRecordedReading(recorded)}` : null;
  return [flag === null ? null : flags[flag], kilometres].filter((part) => part !== null).join(', ');
}

/** `+7,300`, `−47,200` */
export const formatSignedMiles = (change: number): string =>
  `${change < 0 ? '−' : '+'}${formatThousands(Math.abs(change))}`;

/** One reading on a line: `1 May 2026: 61,840 miles, +7,300 since 2 May 2025` */
export function formatMileageReading(point: MileagePoint): string {
  const { day, miles, change, comparedWith } = point;
  const since =
    change === null || comparedWith === null ? '' : `${formatSignedMiles(change)} since ${formatDate(comparedWith)}`;
  return `${formatDate(day)}: ${[formatMiles(miles), since, readingNoteOf(point)].filter((part) => part !== '').join(', ')}`;
}

/** A line about an anomalous reading. `isDoubtful`: the odometer decreased there, or increased too fast. */
export interface AnomalousReading {
  day: MileagePoint['day'];
  words: string;
  isDoubtful: boolean;
}

/**
 * The anomalies of a history, a line each: first the doubtful readings, then those with other oddities, each oldest
 * first.
 */
export function anomalousReadings(timeline: MileageTimeline): AnomalousReading[] {
  const doubtful = findInconsistentReadings(timeline).map(({ to: { day }, words }) => ({
    day,
    words: `${words}.`,
    isDoubtful: true,
  }));
  const noted = timeline.points
    .filter(({ flag }) => flag !== null && flag !== 'drop' && flag !== 'jump')
    .map((point) => ({
      day: point.day,
      words: `${formatDate(point.day)}: ${formatMiles(point.miles)}. ${readingNoteOf(point)}.`,
      isDoubtful: false,
    }));
  return [...doubtful, ...noted];
}
