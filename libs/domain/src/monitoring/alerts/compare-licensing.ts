import type { DvlaTaxStatus, DvlaLicensingData } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import type { AlertFacts } from './alert.ts';
import type { MonitorComparisonResult } from './monitor-comparison-result.ts';
import { offRoadStatusChange, type DvlaOffRoadMarkers, type UkvdOffRoadMarkers } from './off-road-change.ts';

/** The known state of DVLA's data. Null: never reported. */
export interface LastKnownLicensing extends DvlaOffRoadMarkers {
  taxStatus: DvlaTaxStatus | null;
  taxDueOn: IsoDate | null;
}

/**
 * Compares DVLA's response with the known state; `known` null: the first check, which reports nothing. A new status is
 * reported. A later date with the same status is a renewal and is not: its reminders are rescheduled automatically. An
 * earlier date is reported, because the member expects the reminders of the later one. An export marker is reported
 * when it is set and when it is removed, unless UK Vehicle Data (`specification`) is known to have the same. Values
 * that the response leaves out stay as they were.
 */
export const detectLicensingChanges = (
  known: LastKnownLicensing | null,
  { taxStatus, taxDueDate, markedForExport }: Pick<DvlaLicensingData, 'taxStatus' | 'taxDueDate' | 'markedForExport'>,
  specification: UkvdOffRoadMarkers | null = null,
): MonitorComparisonResult<LastKnownLicensing> => {
  const status = taxStatus ?? known?.taxStatus ?? null;
  // The date of the previous status does not apply to the new one.
  const kept = known !== null && status === known.taxStatus ? known.taxDueOn : null;
  const next: LastKnownLicensing = {
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
  // In a row of an earlier release the marker is unknown: it may have been set long ago.
  if (known.markedForExport === undefined) return { known: next, events };
  const state = offRoadStatusChange({ licensing: known, specification }, { licensing: next, specification });
  if (state !== null) {
    events.push({ kind: 'scrapped-or-exported', state, on: null, destroyed: false, source: 'DVLA' });
  }
  return { known: next, events };
};
