import { motState } from '../vehicle/mot/mot-state.ts';
import { taxOfRecord } from '../vehicle/tax/tax-of-record.ts';
import { recallState } from '../vehicle/record/recall-state.ts';
import { exportMarkers, importMarkers, scrapMarkers } from '../vehicle/record/register-marks.ts';
import type { SourcedValue } from '../vehicle/record/sourced-values.ts';
import type { SourceName, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';

/** A question that the free checks should have answered and did not. */
export interface UnansweredFreeCheck {
  /** A label for it: 'scrapping'; null if other sources have answered everything that the source would have. */
  what: string | null;
  /** The source that should have answered. */
  source: SourceName;
}

/** Lists what the free checks could not find out about a vehicle; empty if every free source answered. */
export function unansweredFreeChecks(record: VehicleRecord, today: IsoDate): UnansweredFreeCheck[] {
  const { licensing, testing, specification } = record;
  const gaps: UnansweredFreeCheck[] = [];
  const isUnsaid = (values: readonly SourcedValue<unknown>[]) =>
    specification.state !== 'asking' && values.every(({ value }) => value === null);
  const lacks = (what: string | null, source: SourceName) => gaps.push({ what, source });
  const isOut = (state: string) => state === 'unavailable' || state === 'not-held';
  if (isUnsaid(scrapMarkers(record, null))) lacks('scrapping', 'UKVD');
  if (isUnsaid(exportMarkers(record, null))) lacks('export', 'UKVD');
  if (isUnsaid(importMarkers(record, null))) lacks('import', 'UKVD');
  if (isOut(testing.state)) lacks('mileage', 'DVSA');
  if (recallState(record).state === 'unavailable') lacks('recalls', 'DVSA');
  if (licensing.state !== 'asking' && taxOfRecord(record, today).state === 'unknown') lacks('tax', 'DVLA');
  if (testing.state !== 'asking' && licensing.state !== 'asking' && motState(record, today).state === 'unknown') {
    lacks('MOT', 'DVSA');
  }
  if (isOut(licensing.state) && !gaps.some(({ source }) => source === 'DVLA')) {
    lacks(null, 'DVLA');
  }
  return gaps;
}
