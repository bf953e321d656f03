import type { FullCheck } from './full-check.ts';
import { offRoadStatusOf, isActive } from './off-road.ts';
import { exportMarker, exportMarks, scrapMarks } from './register-marks.ts';
import type { VehicleRecord } from './vehicle-record.ts';

/**
 * Whether a vehicle has left the road for good: scrapped, or exported or marked for export. Tax and MOT then say nothing
 * to a buyer. `unknown` while a source that could say so is still being asked. The worst answer of any source counts.
 */
export function roadStatus(
  record: VehicleRecord,
  fullCheck: FullCheck | null = null,
): 'scrapped' | 'exported' | 'in-use' | 'unknown' {
  const departure = offRoadStatusOf({
    scrapped: scrapMarks(record, fullCheck).some(({ value }) => value?.yes === true),
    exported: isExported(record, fullCheck),
    markedForExport: exportMarker(record).value?.yes === true,
  });
  if (departure !== 'neither') return departure === 'scrapped' ? 'scrapped' : 'exported';
  const { licensing, specification } = record;
  return licensing.state === 'asking' || specification.state === 'asking' ? 'unknown' : 'in-use';
}

/** Exported and not back: an export that is no longer marked so has come back, or was an error. */
export function isExported(record: VehicleRecord, fullCheck: FullCheck | null): boolean {
  return exportMarks(record, fullCheck).some(
    ({ value }) => value !== null && isActive(value.marker, value.date) === true,
  );
}
