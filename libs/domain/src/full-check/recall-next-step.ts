import { type RecallState, recallState } from '../vehicle/record/recall-state.ts';
import { recallDealerOf } from '../vehicle/recall/dealer-of.ts';
import { missingReasonText, sourceLabel } from '../vehicle/record/source-messages.ts';
import type { SourceName, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../kernel/time/iso-date.ts';
import { type SourceReference, lawAndTradeReferences } from '../vehicle/record/source-reference.ts';

/** The safety recalls of a vehicle as a task. */
export interface RecallNextStep {
  state: RecallState['state'];
  title: string;
  /** The steps, in order; empty if there is nothing to do. */
  steps: string[];
  references: SourceReference[];
  source: SourceName | null;
  at: IsoInstant | null;
  why: string | null;
}

/** DVSA's recall state of a vehicle; a missing value is never taken for a no. */
export function recallNextStep(record: VehicleRecord): RecallNextStep {
  const { state, source, at } = recallState(record);
  switch (state) {
    case 'outstanding':
      return {
        state,
        title: 'A safety recall is outstanding',
        steps: [
          `Ring ${recallDealerOf(record)} with the VIN. Ask what is recalled, and whether it may be driven until it is repaired.`,
          'Have it repaired before you pay, or have the seller do it. It usually costs nothing.',
          'A motor trader must have it repaired before selling you the vehicle.',
        ],
        references: [lawAndTradeReferences.recalls, lawAndTradeReferences.recallsAtDealers],
        source,
        at,
        why: null,
      };
    case 'none':
      return {
        state,
        title: 'No outstanding safety recall',
        steps: [],
        references: [lawAndTradeReferences.recalls],
        source,
        at,
        why: null,
      };
    case 'silent':
    case 'unavailable':
    case 'asking':
      return {
        state,
        title: 'Recalls not known',
        steps: state === 'asking' ? [] : [`Ask ${recallDealerOf(record)}, with the VIN.`],
        references: [lawAndTradeReferences.recalls],
        source: null,
        at: null,
        why: recallUnknownReason(record),
      };
  }
}

/** Why DVSA's recall state is unknown. */
function recallUnknownReason({ testing }: VehicleRecord): string {
  if (testing.state !== 'found') return missingReasonText([testing]);
  const name = sourceLabel(testing.source);
  return testing.data.hasOutstandingRecall === 'Unavailable'
    ? `${name}’s recall service was not available.`
    : `${name}’s recall data says nothing about this vehicle.`;
}
