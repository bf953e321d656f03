import type { Fuel } from './fuel.ts';

/** What a member was last told, or was found first, of petrol near them. */
export interface KnownPetrol {
  postcode: string;
  fuel: Fuel;
  /** Tenths of a penny a litre: a fall is measured from here. */
  tenths: number;
  /** Instant; null: nothing has been told. */
  toldAt: string | null;
}

/** Petrol is no alarm: it is told of when it is this much cheaper than when last told, 3p a litre. */
export const worthTellingTenths = 30;

/** And no more often than weekly. */
const betweenMs = 7 * 86_400_000;

/**
 * What is to be known after a reading of the cheapest price, and whether the member is told. Another postcode or fuel
 * starts over without telling; a higher price raises the mark, so that the next fall is measured from it.
 */
export function judgePetrol(
  known: KnownPetrol | null,
  found: { postcode: string; fuel: Fuel; tenths: number },
  now: Date,
): { known: KnownPetrol; tell: boolean } {
  if (known === null || known.postcode !== found.postcode || known.fuel !== found.fuel) {
    return { known: { ...found, toldAt: known?.toldAt ?? null }, tell: false };
  }
  const rested = known.toldAt === null || now.getTime() - Date.parse(known.toldAt) >= betweenMs;
  if (rested && found.tenths <= known.tenths - worthTellingTenths) {
    return { known: { ...found, toldAt: now.toISOString() }, tell: true };
  }
  return { known: { ...known, tenths: Math.max(known.tenths, found.tenths) }, tell: false };
}
