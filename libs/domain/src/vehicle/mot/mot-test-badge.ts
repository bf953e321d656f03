import type { MotTest } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { formatDate } from '../../kernel/time/format-date.ts';

export interface MotTestBadge {
  badge: MotTest['result'];
  /** Small print under a pass whose certificate has ended, with the specification's word; null otherwise. */
  smallPrint: string | null;
}

/**
 * How one MOT test is marked: by its result, so that a page of passes does not look like failures. That a certificate
 * has ended is small print, its last day not included. For `mfe-report/src/report/history/mot-test-item.tsx`.
 */
export function motTestBadge(
  { result, expiryDate }: Pick<MotTest, 'result' | 'expiryDate'>,
  today: IsoDate,
): MotTestBadge {
  const ended = result === 'PASSED' && expiryDate !== null && expiryDate < today;
  return { badge: result, smallPrint: ended ? `Certificate EXPIRED on ${formatDate(expiryDate)}` : null };
}
