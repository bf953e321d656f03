import type { FullCheck } from './full-check.ts';
import { offRoadStatusOf, isMarkerActive } from './off-road.ts';
import { plannedExportMarker, exportMarkers, scrapMarkers } from './register-marks.ts';
import type { VehicleRecord } from './vehicle-record.ts';

/**
 * The off-road status by all sources: scrapped, exported or marked for export; tax and MOT are then irrelevant to a
 * buyer. `unknown` while a source that could have an entry is pending. The most severe status of any source counts.
 */
export function roadStatusOf(
  record: VehicleRecord,
  fullCheck: FullCheck | null = null,
): 'scrapped' | 'exported' | 'in-use' | 'unknown' {
  const departure = offRoadStatusOf({
    scrapped: scrapMarkers(record, fullCheck).some(({ value }) => value?.yes === true),
    exported: isVehicleExported(record, fullCheck),
    markedForExport: plannedExportMarker(record).value?.yes === true,
  });
  if (departure !== 'neither') return departure === 'scrapped' ? 'scrapped' : 'exported';
  const { licensing, specification } = record;
  return licensing.state === 'asking' || specification.state === 'asking' ? 'unknown' : 'in-use';
}

/** Whether it is scrapped, exported or marked for export. */
export const hasLeftTheRoad = (record: VehicleRecord, fullCheck: FullCheck | null): boolean => {
  const status = roadStatusOf(record, fullCheck);
  return status === 'scrapped' || status === 'exported';
};

/** Whether it is exported and has not returned: an export that is no longer marked was undone, or was an error. */
function isVehicleExported(record: VehicleRecord, fullCheck: FullCheck | null): boolean {
  return exportMarkers(record, fullCheck).some(
    ({ value }) => value !== null && isMarkerActive(value.marker, value.date) === true,
  );
}
