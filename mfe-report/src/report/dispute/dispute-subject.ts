import type { DisputableReportSection } from '@ve/contracts/http/membership/disputes';
import type { DialableTelephone } from '@ve/domain/kernel/phone/to-dialable-telephone';
import type { SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoInstant } from '@ve/domain/kernel/time/iso-date';

/** A line of the report that may be wrong. */
export interface DisputedDatum {
  label: string;
  /** The section of the line, if it differs from that of its subject. */
  section?: DisputableReportSection;
  /** The displayed value; null when it is not available. */
  value: string | null;
  source: SourceName | null;
  at: IsoInstant | null;
}

/** A section that can be disputed, with its lines. */
export interface DisputableSection {
  registration: string;
  section: DisputableReportSection;
  /** The section's heading: `Written Off`. */
  title: string;
  data: readonly DisputedDatum[];
  /** The contacts that the register names for questions. */
  contacts?: readonly { name: string; phone: DialableTelephone }[];
}
