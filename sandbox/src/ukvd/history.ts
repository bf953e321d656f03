import { addDays, toMidnightTimestamp } from '../dates.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';

const ago = (car: SimulatedCar, days: number): string | null => toMidnightTimestamp(addDays(car.today, -days));
const agoOrNull = (car: SimulatedCar, days: number | undefined): string | null =>
  days === undefined ? null : ago(car, days);

/** Changes of registration, newest first. */
export function ukvdPlateChanges(car: SimulatedCar) {
  const plates = car.plates ?? [];
  return plates.map((change, index) => ({
    CurrentVRM: plates[index - 1]?.previous ?? car.registration,
    PreviousVRM: change.previous,
    DateOfReceipt: ago(car, change.daysAgo + 8),
    DateOfTransaction: ago(car, change.daysAgo),
    TransferType: 'DataMove',
  }));
}

/** Earlier colours, newest change first. */
export function ukvdColourChanges(car: SimulatedCar) {
  return [...(car.colours ?? [])].reverse().map((change) => ({
    Colour: change.previous,
    DateOfChange: ago(car, change.daysAgo),
  }));
}

export function ukvdKeeperChanges(car: SimulatedCar) {
  return car.keeperChanges.map((day, index) => ({
    DateOfTransaction: toMidnightTimestamp(addDays(day, 4)),
    NumberOfPreviousKeepers: car.keeperChanges.length - index,
    DateOfLastKeeperChange: toMidnightTimestamp(day),
  }));
}

/** Import, export and scrap marks under the names that both packages use. */
export function ukvdImportExportMarks(car: SimulatedCar) {
  const { imported, exportedDaysAgo, scrappedDaysAgo } = car.markers ?? {};
  return {
    imported: imported !== undefined,
    importedFromOutsideEu: imported?.outsideEu ?? false,
    importDate: toMidnightTimestamp(imported?.on ?? null),
    exported: exportedDaysAgo !== undefined,
    exportDate: agoOrNull(car, exportedDaysAgo),
    scrapped: scrappedDaysAgo !== undefined,
    scrapDate: agoOrNull(car, scrappedDaysAgo),
  };
}
