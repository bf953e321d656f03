import type { SourceName, VehicleRecord } from './vehicle-record.ts';
import type { IsoInstant } from '../../kernel/time/iso-date.ts';

export interface RecallState {
  /**
   * `none`: DVSA knows recalls of this vehicle, all fixed. `silent`: its recall data has nothing on this vehicle.
   * `unavailable`: DVSA or its recall service did not respond.
   */
  state: 'outstanding' | 'none' | 'silent' | 'unavailable' | 'asking';
  source: SourceName;
  at: IsoInstant;
}

/** DVSA's state of a vehicle's safety recalls; no other source is used. */
export function recallState({ testing }: VehicleRecord): RecallState {
  const { source, at } = testing;
  if (testing.state === 'asking') return { state: 'asking', source, at };
  if (testing.state === 'not-held') return { state: 'silent', source, at };
  if (testing.state === 'unavailable') return { state: 'unavailable', source, at };
  const states = { Yes: 'outstanding', No: 'none', Unknown: 'silent', Unavailable: 'unavailable' } as const;
  return { state: states[testing.data.hasOutstandingRecall], source, at };
}
