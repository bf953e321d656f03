import type { IsoInstant } from '../../kernel/time/iso-date.ts';
import type { PumpFuel } from './fuel.ts';

/** A station; `gone`: closed permanently. */
export interface FetchedFuelStation {
  id: string;
  name: string;
  brand: string | null;
  address: string;
  postcode: string;
  latitude: number;
  longitude: number;
  motorway: boolean;
  supermarket: boolean;
  state: 'open' | 'closed' | 'gone';
}

export interface FetchedFuelPrice {
  stationId: string;
  fuel: PumpFuel;
  /** Tenths of a penny per litre. */
  tenths: number;
  reportedAt: IsoInstant;
}
