import type { FetchedFuelPrice, FetchedFuelStation } from '@ve/domain/vehicle/petrol/fetched-prices';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import type { VendorUnavailableResult } from '../http/call-result.ts';

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
