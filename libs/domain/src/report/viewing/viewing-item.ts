import type { SourceName } from '../../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../../kernel/time/iso-date.ts';

/** One thing to look at, or to ask, when a car is viewed. */
export interface ViewingItem {
  /** Stays the same for the same thing about the same car, whatever else becomes known: ticks and notes hang on it. */
  id: string;
  /** What to do: one or two sentences. */
  text: string;
  /** Why it is on the list, with the datum behind it. */
  why: string;
  /** `this-car`: its own record says why. */
  of: 'this-car' | 'every-car';
  /** Who said the datum; null for what concerns every car, and where it is seen on the plate. */
  from: { source: SourceName; at: IsoInstant } | null;
}

type From = { source: SourceName | null; at: IsoInstant | null } | null;

/** A thing that this car's own record gives a reason for. */
export function ofThisCar(id: string, from: From, text: string, why: string): ViewingItem {
  const source = from?.source ?? null;
  const at = from?.at ?? null;
  return { id, text, why, of: 'this-car', from: source === null || at === null ? null : { source, at } };
}

/** A thing that is worth its time with any car. */
export function ofEveryCar(id: string, text: string, why: string): ViewingItem {
  return { id, text, why, of: 'every-car', from: null };
}
