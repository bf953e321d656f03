import { missingBecause, sourceLabel } from '../report/source-words.ts';
import type { IsoInstant, SourceName, VehicleRecord } from '../report/vehicle-record.ts';
import { type Reference, references } from './reference.ts';

/** Whether a safety recall is open, and what to do. */
export interface RecallTask {
  state: 'outstanding' | 'none' | 'unknown';
  title: string;
  /** What to do, in order; empty when there is nothing to do. */
  steps: string[];
  references: Reference[];
  source: SourceName | null;
  at: IsoInstant | null;
  /** Why it is not known. */
  why: string | null;
}

/** DVSA's recall state of a vehicle; `Unknown` and `Unavailable` are never taken for a no. */
export function recallTask({ testing }: VehicleRecord): RecallTask {
  const unknown = {
    state: 'unknown' as const,
    title: 'Recalls not known',
    steps: [
      'Ask a dealer of this make with the VIN, or look on GOV.UK: Check if a vehicle, part or accessory has been recalled.',
    ],
    references: [references.recalls],
    source: null,
    at: null,
  };
  if (testing.state !== 'found') return { ...unknown, why: missingBecause([testing]) };
  const name = sourceLabel(testing.source);
  const known = { source: testing.source, at: testing.at, why: null };
  switch (testing.data.hasOutstandingRecall) {
    case 'Yes':
      return {
        ...known,
        state: 'outstanding',
        title: 'A safety recall is outstanding',
        steps: [
          'Ring a dealer of this make, give the VIN, and ask what is recalled and whether it may be driven until it is mended.',
          'Have it done before you pay, or have the seller do it: you will not usually have to pay for it.',
          'A motor trader must have it done before the vehicle is sold to you.',
        ],
        references: [references.recalls, references.recallsAtDealers],
      };
    case 'No':
      return {
        ...known,
        state: 'none',
        title: 'No outstanding safety recall',
        steps: [],
        references: [references.recalls],
      };
    case 'Unknown':
      return { ...unknown, why: `${name}’s recall data says nothing about this vehicle.` };
    case 'Unavailable':
      return { ...unknown, why: `${name}’s recall service was not available.` };
  }
}
