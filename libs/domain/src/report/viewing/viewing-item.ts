import type { SourceName } from '../../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../../kernel/time/iso-date.ts';

/** A check or a question for the viewing of a car. */
export interface ViewingItem {
  /** Stable for the same item of the same car, even as more becomes known: ticks and notes are stored under it. */
  id: string;
  /** The instruction, in one or two sentences. */
  text: string;
  /** Why it is on the list, with its datum. */
  why: string;
  /** `this-car`: the car's own record gives the reason. */
  of: 'this-car' | 'every-car';
  /** The source of the datum; null for items for every car, and for a Q plate, which is visible. */
  from: { source: SourceName; at: IsoInstant } | null;
}

type From = { source: SourceName | null; at: IsoInstant | null } | null;

/** An item for which the car's own record gives the reason. */
export function viewingItemForThisCar(
  id: string,
  { from, text, why }: { from: From; text: string; why: string },
): ViewingItem {
  const source = from?.source ?? null;
  const at = from?.at ?? null;
  return { id, text, why, of: 'this-car', from: source === null || at === null ? null : { source, at } };
}

/** An item that is worthwhile for any car. */
export function viewingItemForEveryCar(id: string, text: string, why: string): ViewingItem {
  return { id, text, why, of: 'every-car', from: null };
}
