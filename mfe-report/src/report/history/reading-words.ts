import type { MileagePoint } from '@ve/domain/mileage/mileage-timeline';
import { formatDate } from '@ve/domain/time/format-date';
import { mileageMessages } from './messages.en-gb.ts';

/** What there is to note of a reading: why it stands out, and the kilometres that were recorded. Empty when nothing. */
export function noteOf({ flag, recorded }: MileagePoint): string {
  const words = mileageMessages;
  const kilometres = recorded.unit === 'KM' ? words.recorded(recorded.value.toLocaleString('en-GB')) : null;
  return [flag === null ? null : words.flags[flag], kilometres].filter((part) => part !== null).join(', ');
}

/** `+7,300`, `−47,200` */
export function signed(change: number): string {
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toLocaleString('en-GB')}`;
}

/** One reading in a line: `1 May 2026: 61,840 miles, +7,300 since 2 May 2025` */
export function readingWords(point: MileagePoint): string {
  const { day, miles, change, comparedWith } = point;
  const since =
    change === null || comparedWith === null ? null : mileageMessages.changed(signed(change), formatDate(comparedWith));
  const parts = [mileageMessages.miles(miles.toLocaleString('en-GB')), since, noteOf(point)];
  return `${formatDate(day)}: ${parts.filter((part) => part !== null && part !== '').join(', ')}`;
}
