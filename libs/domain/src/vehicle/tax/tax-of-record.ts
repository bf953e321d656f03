import { missingReasonText } from '../record/source-messages.ts';
import type { SourceName, VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { londonDate } from '../../kernel/time/london-date.ts';
import { taxState, type TaxState } from './tax-state.ts';

export interface TaxOfRecord extends TaxState {
  source: SourceName | null;
  at: IsoInstant | null;
  /** Why the state is unknown; null if it is known. */
  why: string | null;
}

/** A record's tax state with its source: DVLA's status or date, otherwise UK Vehicle Data's. */
export function taxOfRecord({ licensing, specification }: VehicleRecord, today: IsoDate): TaxOfRecord {
  if (licensing.state === 'found' && (licensing.data.taxStatus !== null || licensing.data.taxDueDate !== null)) {
    const { taxStatus, taxDueDate } = licensing.data;
    const state = taxState({ taxStatus, taxDueDate, readOn: londonDate(new Date(licensing.at)) }, today);
    return { ...state, source: licensing.source, at: licensing.at, why: null };
  }
  if (
    specification.state === 'found' &&
    (specification.data.taxStatus !== null || specification.data.taxDueDate !== null)
  ) {
    const { taxStatus, taxDueDate } = specification.data;
    const state = taxState({ taxStatus, taxDueDate, readOn: londonDate(new Date(specification.at)) }, today);
    return { ...state, source: specification.source, at: specification.at, why: null };
  }
  const why = missingReasonText([licensing, specification]);
  return { state: 'unknown', dueDate: null, daysLeft: null, source: null, at: null, why };
}
