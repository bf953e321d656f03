import type { VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** The days between which a car was made, inclusive. */
export interface VehicleBuildDateRange {
  from: IsoDate;
  until: IsoDate;
}

/** In years: a car is seldom first used longer after it was made. */
const storedYears = 1;

const ofYear = (year: string): VehicleBuildDateRange => ({ from: `${year}-01-01`, until: `${year}-12-31` });

/**
 * When a car was made, as precisely as the registers allow; null if none has a date. DVSA's first or last day of a year
 * means the whole year.
 */
export function vehicleBuildDateRange({ licensing, testing }: VehicleRecord): VehicleBuildDateRange | null {
  const tested = testing.state === 'found' ? testing.data : null;
  const made = tested?.manufactureDate ?? null;
  if (made !== null) return /-(01-01|12-31)$/.test(made) ? ofYear(made.slice(0, 4)) : { from: made, until: made };
  const used = tested?.firstUsedDate ?? tested?.registrationDate ?? null;
  const yearMade = licensing.state === 'found' ? licensing.data.yearOfManufacture : null;
  const year = yearMade !== null && yearMade >= 1_880 && yearMade <= 2_100 ? yearMade : null;
  if (used === null) return year === null ? null : ofYear(String(year));
  const earliest = `${Number(used.slice(0, 4)) - storedYears}${used.slice(4)}`;
  if (year === null) return { from: earliest, until: used };
  const { from, until } = ofYear(String(year));
  // If the car was first used within the year it was made, the day of use is the last possible one.
  return { from, until: used < until && used >= from ? used : until };
}
