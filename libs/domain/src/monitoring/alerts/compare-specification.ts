import { type OffRoadStatus, markedByUkvd } from '../../vehicle/record/off-road.ts';
import type { PlateChange, Specification } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import type { AlertFacts } from './alert.ts';
import type { Compared } from './comparison-result.ts';
import { offRoadChange, type KnownToDvla, type KnownToUkvd } from './off-road-change.ts';

/** What is known of UK Vehicle Data's answer. Null: it never said. */
export interface KnownSpecification extends KnownToUkvd {
  keepers: number | null;
  keeperSince: IsoDate | null;
  plateChanges: number | null;
  /** Of the newest plate change that is dated. */
  plateSince: IsoDate | null;
}

/** Of scrapping and export absent in answers that an earlier release has shared. */
export type ComparedSpecification = Pick<
  Specification,
  'previousKeepers' | 'lastKeeperChange' | 'plateChangeCount' | 'plateChanges'
> &
  Partial<Pick<Specification, 'scrapped' | 'dateScrapped' | 'certificateOfDestruction' | 'exported' | 'dateExported'>>;

const later = (a: IsoDate | null, b: IsoDate | null): IsoDate | null => (a !== null && (b === null || a > b) ? a : b);
const more = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/**
 * Compares UK Vehicle Data's answer with what was known; `known` null: the first look, of which nothing is told. A keeper
 * change is told when there are more keepers, or when the last one began on a later day; likewise for plates. A register
 * that counts fewer than before, or says nothing, undoes nothing: the same change would else be told again. Scrapping and
 * export are told when they are entered and when they are taken back, unless DVLA (`licensing`) is known to say the same.
 */
export const compareSpecification = (
  known: KnownSpecification | null,
  answer: ComparedSpecification,
  licensing: KnownToDvla | null = null,
): Compared<KnownSpecification> => {
  const { previousKeepers, lastKeeperChange, plateChangeCount, plateChanges } = answer;
  const newest = plateChanges.reduce<PlateChange | null>(
    (best, change) => (best === null || later(change.date, best.date) !== best.date ? change : best),
    null,
  );
  const count = more(plateChangeCount, plateChanges.length === 0 ? null : plateChanges.length);
  const said = markedByUkvd(answer);
  const next: KnownSpecification = {
    keepers: more(previousKeepers, known?.keepers ?? null),
    keeperSince: later(lastKeeperChange, known?.keeperSince ?? null),
    plateChanges: more(count, known?.plateChanges ?? null),
    plateSince: later(newest?.date ?? null, known?.plateSince ?? null),
    scrapped: said.scrapped ?? known?.scrapped ?? null,
    exported: said.exported ?? known?.exported ?? null,
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
  // A row of an earlier release: it may have been entered long ago.
  if (known.scrapped === undefined || known.exported === undefined) return { known: next, events };
  const state = offRoadChange({ licensing, specification: known }, { licensing, specification: next });
  if (state !== null) events.push(offRoadFacts(state, answer));
  return { known: next, events };
};

const offRoadFacts = (state: OffRoadStatus, answer: ComparedSpecification): AlertFacts => ({
  kind: 'scrapped-or-exported',
  state,
  on: (state === 'scrapped' ? answer.dateScrapped : state === 'exported' ? answer.dateExported : null) ?? null,
  destroyed: state === 'scrapped' && answer.certificateOfDestruction === true,
  // What it no longer says leaves what DVLA does.
  source: state === 'marked-for-export' ? 'DVLA' : 'UKVD',
});
