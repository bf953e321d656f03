/** Fuels as Fuel Finder names them. */
export const pumpFuels = ['E10', 'E5', 'B7_STANDARD', 'B7_PREMIUM', 'B10', 'HVO'] as const;
export type PumpFuel = (typeof pumpFuels)[number];

/** The name of each fuel at the pump. */
export const pumpFuelNames: Record<PumpFuel, string> = {
  E10: 'unleaded (E10)',
  E5: 'super unleaded (E5)',
  B7_STANDARD: 'diesel (B7)',
  B7_PREMIUM: 'premium diesel (B7)',
  B10: 'diesel (B10)',
  HVO: 'renewable diesel (HVO)',
};

/**
 * Petrol cars from before 2002 may not run on E10: Euro 3 was required from January 2001, and most cars since then can.
 */
const e10From = 2002;

/**
 * The ordinary fuel of a car by DVLA's or DVSA's fuel type; null if it is unknown or the car is not refuelled. An old
 * petrol car, or one of unknown age, gets E5, which every petrol engine takes.
 */
export function pumpFuelOfCar(fuelType: string | null, yearOfManufacture: number | null): PumpFuel | null {
  const fuelText = (fuelType ?? '').toUpperCase();
  // `HEAVY OIL` is the register's term for diesel; checked before petrol, since a hybrid may have either.
  if (/DIESEL|HEAVY OIL/.test(fuelText)) return 'B7_STANDARD';
  if (!/PETROL|HYBRID|BI.?FUEL/.test(fuelText)) return null;
  return yearOfManufacture !== null && yearOfManufacture >= e10From ? 'E10' : 'E5';
}
