import type { FullCheck } from './full-check.ts';
import type { VehicleRecord } from './vehicle-record.ts';

/**
 * Whether a vehicle has left the road for good: scrapped, or exported or marked for export. Tax and MOT then say nothing
 * to a buyer. `unknown` while a source that could say so is still being asked. The worst answer of any source counts.
 */
export function roadStatus(
  { licensing, specification }: VehicleRecord,
  fullCheck: FullCheck | null = null,
): 'scrapped' | 'exported' | 'in-use' | 'unknown' {
  const answers = [specification, ...(fullCheck === null ? [] : [fullCheck.vdi])].flatMap((section) =>
    section.state === 'found' ? [section.data] : [],
  );
  if (
    answers.some(({ scrapped, certificateOfDestruction }) => scrapped === true || certificateOfDestruction === true)
  ) {
    return 'scrapped';
  }
  const marked = licensing.state === 'found' && licensing.data.markedForExport === true;
  if (marked || answers.some(({ exported }) => exported === true)) return 'exported';
  return licensing.state === 'asking' || specification.state === 'asking' ? 'unknown' : 'in-use';
}
