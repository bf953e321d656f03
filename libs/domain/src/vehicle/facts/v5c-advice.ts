import { formatDate } from '../../kernel/time/format-date.ts';
import { isCalendarDay } from '../../kernel/time/london-date.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';

/** The advice on comparing the date of the latest V5C with the seller's document. */
export interface V5cAdvice {
  compare: string;
  why: string;
}

/** Null if DVLA has no date. DVLA's date and the printed one can differ by days. */
export function v5cAdviceOf({ licensing }: VehicleRecord): V5cAdvice | null {
  const issued = licensing.state === 'found' ? licensing.data.dateOfLastV5CIssued : null;
  if (issued === null || !isCalendarDay(issued)) return null;
  const day = formatDate(issued);
  return {
    compare: `The V5C that the seller shows should be dated ${day} or a few days around it. If it is older, ask why.`,
    why: `DVLA issued the latest V5C on ${day}. Any earlier one is no longer valid.`,
  };
}
