import type { Fuel } from './fuel.ts';

/** What a member was last told, or was found first, of petrol near them. */
export interface KnownPetrol {
  postcode: string;
  fuel: Fuel;
  /** Tenths of a penny a litre: a fall is measured from here. */
  tenths: number;
  /** Instant; null: nothing has been told. */
  notifiedAt: string | null;
}

/** Petrol is no alarm: it is told of when it is this much cheaper than when last told, 3p a litre. */
export const minPriceDropTenths = 30;

/** And no more often than weekly. */
const minNotifyIntervalMs = 7 * 86_400_000;

/**
 * What is to be known after a reading of the cheapest price, and whether the member is told. Another postcode or fuel
 * starts over without telling; a higher price raises the mark, so that the next fall is measured from it.
 */
export function comparePetrolPrice(
  known: KnownPetrol | null,
  found: { postcode: string; fuel: Fuel; tenths: number },
  now: Date,
): { known: KnownPetrol; shouldNotify: boolean } {
  if (known === null || known.postcode !== found.postcode || known.fuel !== found.fuel) {
    return { known: { ...found, notifiedAt: known?.notifiedAt ?? null }, shouldNotify: false };
  }
  const rested = known.notifiedAt === null || now.getTime() - Date.parse(known.notifiedAt) >= minNotifyIntervalMs;
  if (rested && found.tenths <= known.tenths - minPriceDropTenths) {
    return { known: { ...found, notifiedAt: now.toISOString() }, shouldNotify: true };
  }
  return { known: { ...known, tenths: Math.max(known.tenths, found.tenths) }, shouldNotify: false };
}
