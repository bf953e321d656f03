import type { MotTestingData } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** The earliest date of first use or manufacture that DVSA has for a vehicle; null when it has none. */
export const firstUseDateOf = (testing: MotTestingData): IsoDate | null =>
  [testing.firstUsedDate, testing.manufactureDate, testing.registrationDate]
    .filter((day) => day !== null)
    .toSorted()[0] ?? null;
