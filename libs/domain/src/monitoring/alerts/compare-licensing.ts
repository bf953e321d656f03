import type { DvlaTaxStatus, Licensing } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import type { AlertFacts } from './alert.ts';
import type { Compared } from './comparison-result.ts';
import { offRoadChange, type KnownToDvla, type KnownToUkvd } from './off-road-change.ts';

/** What is known of DVLA's answer. Null: it never said. */
export interface KnownLicensing extends KnownToDvla {
  taxStatus: DvlaTaxStatus | null;
  taxDueOn: IsoDate | null;
}

/**
 * Compares DVLA's answer with what was known; `known` null: the first look, of which nothing is told. A new status is told.
 * A later date with the same status is a renewal and no alarm: its reminders move by themselves. An earlier one is told,
 * because the reminders of the later one were counted on. A marker for export is told when it is set and when it is taken
 * off, unless UK Vehicle Data (`specification`) is known to say the same. What the answer leaves out stays as it was known.
 */
export const compareLicensing = (
  known: KnownLicensing | null,
  { taxStatus, taxDueDate, markedForExport }: Pick<Licensing, 'taxStatus' | 'taxDueDate' | 'markedForExport'>,
  specification: KnownToUkvd | null = null,
): Compared<KnownLicensing> => {
  const status = taxStatus ?? known?.taxStatus ?? null;
  // A date of another status is not the one of the new status.
  const kept = known !== null && status === known.taxStatus ? known.taxDueOn : null;
  const next: KnownLicensing = {
    taxStatus: status,
    taxDueOn: taxDueDate ?? kept,
    markedForExport: markedForExport ?? known?.markedForExport ?? null,
  };
  if (known === null) return { known: next, events: [] };
  const events: AlertFacts[] = [];
  if (known.taxStatus !== null && status !== null && status !== known.taxStatus) {
    events.push({ kind: 'tax-status', from: known.taxStatus, to: status, dueOn: next.taxDueOn });
  } else if (
    known.taxStatus !== null &&
    known.taxDueOn !== null &&
    next.taxDueOn !== null &&
    next.taxDueOn < known.taxDueOn
  ) {
    events.push({ kind: 'date-moved', of: 'tax', from: known.taxDueOn, to: next.taxDueOn });
  }
  // A row of an earlier release: it may have been marked long ago.
  if (known.markedForExport === undefined) return { known: next, events };
  const state = offRoadChange({ licensing: known, specification }, { licensing: next, specification });
  if (state !== null) {
    events.push({ kind: 'scrapped-or-exported', state, on: null, destroyed: false, source: 'DVLA' });
  }
  return { known: next, events };
};
