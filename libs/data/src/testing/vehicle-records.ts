import type { VehicleRecord } from '@ve/contracts/vehicle-record';

/** A record in which no source has data, at the given instant. */
export const vehicleRecordWithoutData = (registration: string, at: string): VehicleRecord => ({
  registration,
  fetchedAt: at,
  licensing: { state: 'not-held', source: 'DVLA', at },
  testing: { state: 'not-held', source: 'DVSA', at },
  specification: { state: 'not-held', source: 'UKVD', at },
});
