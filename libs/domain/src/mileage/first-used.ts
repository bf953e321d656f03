import type { IsoDate, Testing } from '../report/vehicle-record.ts';

/** The earliest day that DVSA gives for a vehicle's first use or making; null when it gives none. */
export const firstUsed = (testing: Testing): IsoDate | null =>
  [testing.firstUsedDate, testing.manufactureDate, testing.registrationDate]
    .filter((day) => day !== null)
    .toSorted()[0] ?? null;
