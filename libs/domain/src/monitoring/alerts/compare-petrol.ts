import type { PumpFuel } from '../../vehicle/petrol/fuel.ts';
import { detectPetrolPriceDrop, type LastKnownPetrolPrice } from '../../vehicle/petrol/price-drop.ts';
import type { MonitorComparisonResult } from './monitor-comparison-result.ts';

/** The cheapest station near a member's postcode. */
export interface CheapestPetrolPrice {
  postcode: string;
  fuel: PumpFuel;
  tenths: number;
  station: string;
  milesTenths: number;
}

/** Reports the cheapest price if it has fallen by 3p or more since it was last reported, weekly at most. */
export function detectCheapestPetrolDrop(
  before: LastKnownPetrolPrice | null,
  { postcode, fuel, tenths, station, milesTenths }: CheapestPetrolPrice,
  now: Date,
): MonitorComparisonResult<LastKnownPetrolPrice> {
  const { known, shouldNotify } = detectPetrolPriceDrop(before, { postcode, fuel, tenths }, now);
  return {
    known,
    events: shouldNotify ? [{ kind: 'petrol', fuel, pencePerLitreTenths: tenths, station, milesTenths }] : [],
  };
}
