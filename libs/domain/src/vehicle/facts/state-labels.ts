import type { MotState } from '../mot/mot-state.ts';
import type { TaxOfRecord } from '../tax/tax-of-record.ts';

/** The severity of a datum; pages show it by icon and tint. */
export type DatumTone = 'pass' | 'warn' | 'fail' | 'unknown' | 'info';

/** The label of the tax card (specification, section 2); null if unknown. */
export function taxStateLabel({ state }: Pick<TaxOfRecord, 'state'>): string | null {
  const labels = { valid: 'Taxed', 'due-soon': 'Tax Due Soon', expired: 'Tax Expired', sorn: 'SORN', unknown: null };
  return labels[state];
}

/** The note for the buyer of a vehicle in use. */
export const taxEndsAtSaleNote = 'Tax ends at the sale: the buyer must tax it again.';

/** The label of the MOT card; null if unknown. */
export function motStateLabel({ state, basis }: Pick<MotState, 'state' | 'basis'>): string | null {
  const isFirst = basis === 'first-test-due' || basis === 'computed';
  const labels = {
    valid: 'MOT Valid',
    'due-soon': isFirst ? 'First MOT Due Soon' : 'MOT Due Soon',
    expired: isFirst ? 'First MOT Overdue' : 'MOT Expired',
    'not-due': 'Not Yet Due',
    exempt: 'May Be Exempt',
    unknown: null,
  };
  return labels[state];
}

/** The tone of a tax or MOT state. */
export function taxOrMotStateTone(state: TaxOfRecord['state'] | MotState['state']): DatumTone {
  const tones = {
    valid: 'pass',
    'not-due': 'pass',
    'due-soon': 'warn',
    expired: 'fail',
    sorn: 'info',
    exempt: 'info',
    unknown: 'unknown',
  } as const;
  return tones[state];
}
