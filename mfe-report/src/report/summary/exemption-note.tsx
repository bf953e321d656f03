import { motExemptionText } from '@ve/domain/vehicle/mot/exemption-messages';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { MutedText } from '@ve/ui/text/text';

export interface MotExemptionNoteProps {
  record: VehicleRecord;
  today: IsoDate;
}

/** The conditions under which an old vehicle may need no MOT. */
export function MotExemptionNote({ record, today }: MotExemptionNoteProps) {
  return <MutedText>{motExemptionText(record, today)}</MutedText>;
}
