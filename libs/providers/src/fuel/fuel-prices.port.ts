import type { PumpFuel } from '@ve/domain/vehicle/petrol/fuel';
import type { IsoDate, IsoInstant } from '@ve/domain/kernel/time/iso-date';
import type { VendorUnavailableResult } from '../http/call-result.ts';

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

/** The complete response; `skippedRows`: how many stations or prices were unusable. */
export interface CompleteFuelData<T> {
  state: 'read';
  items: T[];
  skippedRows: number;
}

export interface FuelPricesPort {
  /**
   * All stations, or those that have changed since the day `since`. Requests batch by batch at the vendor's pace, which
   * takes minutes for all. Never throws because of the vendor; if one batch fails, the whole reading is unavailable.
   * @throws the reason of `signal`, when and only when the caller aborts it.
   */
  readStations(
    since: IsoDate | null,
    signal?: AbortSignal,
  ): Promise<CompleteFuelData<FetchedFuelStation> | VendorUnavailableResult>;
  /** All prices, under the same contract. */
  readPrices(
    since: IsoDate | null,
    signal?: AbortSignal,
  ): Promise<CompleteFuelData<FetchedFuelPrice> | VendorUnavailableResult>;
}
