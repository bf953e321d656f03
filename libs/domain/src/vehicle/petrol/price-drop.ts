import type { PumpFuel } from './fuel.ts';

/** The petrol price of which a member was last notified, or that was found first. */
export interface LastKnownPetrolPrice {
  postcode: string;
  fuel: PumpFuel;
  /** The reference price of a fall, in tenths of a penny per litre. */
  tenths: number;
  /** Instant; null: the member was never notified. */
  notifiedAt: string | null;
}

/** The fall since the last notification that is notified: 3p per litre, because petrol is not urgent. */
const minPetrolPriceDropTenths = 30;

/** Minimum interval in milliseconds: a week. */
const minNotifyIntervalMs = 7 * 86_400_000;

/**
 * Compares the cheapest price with the known one: returns what to store, and whether to notify the member. Another
 * postcode or fuel starts over without a notification; a higher price raises the reference, from which the next fall is
 * measured.
 */
export function detectPetrolPriceDrop(
  known: LastKnownPetrolPrice | null,
  found: { postcode: string; fuel: PumpFuel; tenths: number },
  now: Date,
): { known: LastKnownPetrolPrice; shouldNotify: boolean } {
  if (known === null || known.postcode !== found.postcode || known.fuel !== found.fuel) {
    return { known: { ...found, notifiedAt: known?.notifiedAt ?? null }, shouldNotify: false };
  }
  const rested = known.notifiedAt === null || now.getTime() - Date.parse(known.notifiedAt) >= minNotifyIntervalMs;
  if (rested && found.tenths <= known.tenths - minPetrolPriceDropTenths) {
    return { known: { ...found, notifiedAt: now.toISOString() }, shouldNotify: true };
  }
  return { known: { ...known, tenths: Math.max(known.tenths, found.tenths) }, shouldNotify: false };
}
