import type { Fuel } from '../../vehicle/petrol/fuel.ts';
import { comparePetrolPrice, type KnownPetrol } from '../../vehicle/petrol/price-drop.ts';
import type { ComparisonResult } from './comparison-result.ts';

/** The cheapest station near a member's postcode. */
export interface CheapestPetrol {
  postcode: string;
  fuel: Fuel;
  tenths: number;
  station: string;
  milesTenths: number;
}

/** Reports the cheapest price if it has fallen by 3p or more since it was last reported, weekly at most. */
export function compareCheapestPetrol(
  before: KnownPetrol | null,
  { postcode, fuel, tenths, station, milesTenths }: CheapestPetrol,
  now: Date,
): ComparisonResult<KnownPetrol> {
  const { known, shouldNotify } = comparePetrolPrice(before, { postcode, fuel, tenths }, now);
  return {
    known,
    events: shouldNotify ? [{ kind: 'petrol', fuel, pencePerLitreTenths: tenths, station, milesTenths }] : [],
  };
}
