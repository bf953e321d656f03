import type { DvlaTaxStatus, IsoDate, Licensing } from '../report/vehicle-record.ts';
import type { AlertFacts } from './alert.ts';
import type { Compared } from './compared.ts';

/** What is known of DVLA's answer. Null: it never said. */
export interface KnownLicensing {
  taxStatus: DvlaTaxStatus | null;
  taxDueOn: IsoDate | null;
}

/**
 * Compares DVLA's answer with what was known; `known` null: the first look, of which nothing is told. A new status is told.
 * A later date with the same status is a renewal and no alarm: its reminders move by themselves. An earlier one is told,
 * because the reminders of the later one were counted on. What the answer leaves out stays as it was known.
 */
export const compareLicensing = (
  known: KnownLicensing | null,
  { taxStatus, taxDueDate }: Pick<Licensing, 'taxStatus' | 'taxDueDate'>,
): Compared<KnownLicensing> => {
  const status = taxStatus ?? known?.taxStatus ?? null;
  // A date of another status is not the one of the new status.
  const kept = known !== null && status === known.taxStatus ? known.taxDueOn : null;
  const next = { taxStatus: status, taxDueOn: taxDueDate ?? kept };
  if (known === null || known.taxStatus === null) return { known: next, events: [] };
  const events: AlertFacts[] = [];
  if (status !== null && status !== known.taxStatus) {
    events.push({ kind: 'tax-status', from: known.taxStatus, to: status, dueOn: next.taxDueOn });
  } else if (known.taxDueOn !== null && next.taxDueOn !== null && next.taxDueOn < known.taxDueOn) {
    events.push({ kind: 'date-moved', of: 'tax', from: known.taxDueOn, to: next.taxDueOn });
  }
  return { known: next, events };
};
