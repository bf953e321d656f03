import type { DvlaTaxStatus } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { daysBetween } from '../../kernel/time/london-date.ts';

/** A due date from today to this many days ahead is 'due soon' (specification, section 9). */
export const dueSoonDays = 30;

export interface TaxFacts {
  taxStatus: DvlaTaxStatus | null;
  taxDueDate: IsoDate | null;
  /** The day of DVLA's response; defaults to today. */
  readOn?: IsoDate;
}

export interface TaxState {
  state: 'valid' | 'due-soon' | 'expired' | 'sorn' | 'unknown';
  dueDate: IsoDate | null;
  /** Days until the due date: 0 on the day itself, negative after it. */
  daysLeft: number | null;
}

/**
 * Tax state on a given day (specification, section 4): DVLA's own status first, the due date if there is none. 'Taxed'
 * is valid after the due date only if DVLA reported it after that date: an older response has expired.
 */
export function taxState({ taxStatus, taxDueDate, readOn }: TaxFacts, today: IsoDate): TaxState {
  const dated = { dueDate: taxDueDate, daysLeft: taxDueDate === null ? null : daysBetween(today, taxDueDate) };
  switch (taxStatus) {
    case 'SORN':
      return { ...dated, state: 'sorn' };
    case 'Untaxed':
    case 'Not Taxed for on Road Use':
      return { ...dated, state: 'expired' };
    case 'Taxed': {
      const isReportedAfterDueDate = taxDueDate === null || (readOn ?? today) > taxDueDate;
      return { ...dated, state: isReportedAfterDueDate ? 'valid' : byDueDate(dated.daysLeft) };
    }
    case null:
      return { ...dated, state: byDueDate(dated.daysLeft) };
  }
}

function byDueDate(daysLeft: number | null): TaxState['state'] {
  if (daysLeft === null) return 'unknown';
  if (daysLeft < 0) return 'expired';
  return daysLeft <= dueSoonDays ? 'due-soon' : 'valid';
}
