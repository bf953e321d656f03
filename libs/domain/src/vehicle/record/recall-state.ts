import type { SourceName, VehicleRecord } from './vehicle-record.ts';
import type { IsoInstant } from '../../kernel/time/iso-date.ts';

export interface RecallState {
  /**
   * `none`: DVSA knows recalls of this vehicle, all mended. `silent`: its recall data says nothing about this vehicle.
   * `unavailable`: DVSA or its recall service did not answer.
   */
  state: 'outstanding' | 'none' | 'silent' | 'unavailable' | 'asking';
  source: SourceName;
  at: IsoInstant;
}

/** What DVSA says about safety recalls of a vehicle; nobody else is asked. */
export function recallState({ testing }: VehicleRecord): RecallState {
  const { source, at } = testing;
  if (testing.state === 'asking') return { state: 'asking', source, at };
  if (testing.state === 'not-held') return { state: 'silent', source, at };
  if (testing.state === 'unavailable') return { state: 'unavailable', source, at };
  const states = { Yes: 'outstanding', No: 'none', Unknown: 'silent', Unavailable: 'unavailable' } as const;
  return { state: states[testing.data.hasOutstandingRecall], source, at };
}
