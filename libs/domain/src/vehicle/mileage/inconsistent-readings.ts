import { formatCountWithNoun, approximateDuration } from '../../kernel/text/phrases.ts';
import { formatThousands } from '../../kernel/text/phrases.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import type { MileagePoint, MileageTimeline } from './mileage-timeline.ts';

/** An odometer reading on a day. */
export type OdometerReading = Pick<MileagePoint, 'day' | 'miles'>;

/** Two readings that cannot both be right: the odometer decreased, or increased too fast. */
export interface InconsistentReadings {
  kind: 'drop' | 'jump';
  from: OdometerReading;
  to: OdometerReading;
  /** How many miles the second reading is lower (drop) or higher (jump). */
  miles: number;
  /** The first later reading as high as the first one; null if there is none, and for a jump. */
  recovered: OdometerReading | null;
  /** The day until which the readings are doubtful: for a drop without recovery, the day of the newest reading. */
  until: IsoDate;
  /** `47,200 miles lower than a year before and never recovered: 114,100 on 25 May 2021, 66,900 on 24 May 2022` */
  words: string;
}

/** The inconsistent pairs of a history, oldest first, each with its arithmetic. */
export function findInconsistentReadings({ points }: MileageTimeline): InconsistentReadings[] {
  return points.flatMap((to, index) => {
    const { flag, change, comparedWith } = to;
    if (change === null || comparedWith === null || (flag !== 'drop' && flag !== 'jump')) return [];
    const from = { day: comparedWith, miles: to.miles - change };
    const later = points.slice(index + 1);
    const back = flag === 'drop' ? later.find(({ miles, isOnLine }) => isOnLine && miles >= from.miles) : undefined;
    const recovered = back === undefined ? null : { day: back.day, miles: back.miles };
    const until = flag === 'jump' ? to.day : (recovered?.day ?? points.at(-1)?.day ?? to.day);
    const miles = Math.abs(change);
    const stretch = { kind: flag, from, to: { day: to.day, miles: to.miles }, miles, recovered, until };
    return [{ ...stretch, words: textOf(stretch) }];
  });
}

function textOf({ kind, from, to, miles, recovered }: Omit<InconsistentReadings, 'words'>): string {
  const before = from.day === to.day ? 'earlier on the same day' : `${approximateDuration(from.day, to.day)} before`;
  const figures = `${formatThousands(from.miles)} on ${formatDate(from.day)}, ${formatThousands(to.miles)} on ${formatDate(to.day)}`;
  if (kind === 'jump') return `${formatCountWithNoun(miles, 'mile')} more than ${before}: ${figures}`;
  const since =
    recovered === null ? 'and never recovered' : `and did not reach it again until ${formatDate(recovered.day)}`;
  return `${formatCountWithNoun(miles, 'mile')} lower than ${before} ${since}: ${figures}`;
}
