import { type OffRoadStatus, ukvdOffRoadMarkers, type UkvdOffRoadEntries } from '../../vehicle/record/off-road.ts';
import type { PlateChange, SpecificationData } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import type { AlertFacts } from './alert.ts';
import type { MonitorComparisonResult } from './monitor-comparison-result.ts';
import { offRoadStatusChange, type DvlaOffRoadMarkers, type UkvdOffRoadMarkers } from './off-road-change.ts';

/** The known state of UK Vehicle Data. Null: never reported. */
export interface LastKnownSpecification extends UkvdOffRoadMarkers {
  keepers: number | null;
  keeperSince: IsoDate | null;
  plateChanges: number | null;
  /** The day of the newest dated plate change. */
  plateSince: IsoDate | null;
}

/** The compared part of the section. */
export type ComparedSpecification = UkvdOffRoadEntries &
  Pick<SpecificationData, 'previousKeepers' | 'lastKeeperChange' | 'plateChangeCount' | 'plateChanges'>;

const later = (a: IsoDate | null, b: IsoDate | null): IsoDate | null => (a !== null && (b === null || a > b) ? a : b);
const more = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/**
 * Compares UK Vehicle Data's response with the known state; `known` null: the first check, which reports nothing. A
 * keeper change is reported if there are more keepers, or if the last one began on a later day; likewise for plates. A
 * register that counts fewer than before, or leaves them out, does not lower the known state: otherwise the same change
 * would be reported again. Scrapping and export are reported when they are entered and when they are removed, unless
 * DVLA (`licensing`) is known to have the same.
 */
export const detectSpecificationChanges = (
  known: LastKnownSpecification | null,
  answer: ComparedSpecification,
  licensing: DvlaOffRoadMarkers | null = null,
): MonitorComparisonResult<LastKnownSpecification> => {
  const { previousKeepers, lastKeeperChange, plateChangeCount, plateChanges } = answer;
  const newest = plateChanges.reduce<PlateChange | null>(
    (best, change) => (best === null || later(change.date, best.date) !== best.date ? change : best),
    null,
  );
  const count = more(plateChangeCount, plateChanges.length === 0 ? null : plateChanges.length);
  const entries = ukvdOffRoadMarkers(answer);
  const next: LastKnownSpecification = {
    keepers: more(previousKeepers, known?.keepers ?? null),
    keeperSince: later(lastKeeperChange, known?.keeperSince ?? null),
    plateChanges: more(count, known?.plateChanges ?? null),
    plateSince: later(newest?.date ?? null, known?.plateSince ?? null),
    scrapped: entries.scrapped ?? known?.scrapped ?? null,
    exported: entries.exported ?? known?.exported ?? null,
  };
  if (known === null) return { known: next, events: [] };
  const events: AlertFacts[] = [];
  const isLater = known.keeperSince !== null && next.keeperSince !== known.keeperSince;
  if (isLater || (known.keepers !== null && next.keepers !== known.keepers)) {
    const on = next.keeperSince === known.keeperSince ? null : next.keeperSince;
    events.push({ kind: 'keeper-change', on, keepers: next.keepers });
  }
  const isNewer = next.plateSince !== known.plateSince && known.plateChanges !== null;
  if (isNewer || (known.plateChanges !== null && next.plateChanges !== known.plateChanges)) {
    const change = isNewer ? newest : null;
    events.push({
      kind: 'plate-change',
      on: change?.date ?? null,
      from: change?.previousRegistration ?? null,
      to: change?.currentRegistration ?? null,
    });
  }
  // In a row of an earlier release the entry is unknown: it may have been made long ago.
  if (known.scrapped === undefined || known.exported === undefined) return { known: next, events };
  const state = offRoadStatusChange({ licensing, specification: known }, { licensing, specification: next });
  if (state !== null) events.push(offRoadFacts(state, answer));
  return { known: next, events };
};

const offRoadFacts = (state: OffRoadStatus, answer: ComparedSpecification): AlertFacts => ({
  kind: 'scrapped-or-exported',
  state,
  on: (state === 'scrapped' ? answer.dateScrapped : state === 'exported' ? answer.dateExported : null) ?? null,
  destroyed: state === 'scrapped' && answer.certificateOfDestruction === true,
  // After an entry of UK Vehicle Data is removed, the source is DVLA's marker.
  source: state === 'marked-for-export' ? 'DVLA' : 'UKVD',
});
