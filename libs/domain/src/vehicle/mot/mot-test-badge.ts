import type { MotTest } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { formatDate } from '../../kernel/time/format-date.ts';

export interface MotTestBadge {
  badge: MotTest['result'];
  /** The note on an ended certificate below a pass, with the specification's term; null otherwise. */
  smallPrint: string | null;
}

/**
 * The badge of one MOT test: by its result, so that a page of passes does not look like failures. An ended certificate
 * is shown in small print, from the day after its last day. For `mfe-report/src/report/history/mot-test-item.tsx`.
 */
export function motTestBadge(
  { result, expiryDate }: Pick<MotTest, 'result' | 'expiryDate'>,
  today: IsoDate,
): MotTestBadge {
  const ended = result === 'PASSED' && expiryDate !== null && expiryDate < today;
  return { badge: result, smallPrint: ended ? `Certificate EXPIRED on ${formatDate(expiryDate)}` : null };
}
