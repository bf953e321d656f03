import type { Fuel } from '@ve/domain/vehicle/petrol/fuel';
import type { IsoDate, IsoInstant } from '@ve/domain/kernel/time/iso-date';
import type { Unavailable } from '../http/call-result.ts';

/** A station; `gone`: closed for good. */
export interface ReadStation {
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

/** A station's price of a fuel. */
export interface ReadPrice {
  stationId: string;
  fuel: Fuel;
  /** Tenths of a penny a litre. */
  tenths: number;
  reportedAt: IsoInstant;
}

/** Everything asked for; `skippedRows`: how many stations or prices could not be used. */
export interface FullRead<T> {
  state: 'read';
  items: T[];
  skippedRows: number;
}

/** Petrol stations and their prices. */
export interface FuelPricesPort {
  /**
   * All stations; `since`: those that have changed since that day. Asks batch by batch, at the vendor's pace: some minutes
   * for all. Never throws because of the vendor; when one batch is not answered, there is no answer.
   * @throws the reason of `signal`, when and only when the caller aborts it.
   */
  readStations(since: IsoDate | null, signal?: AbortSignal): Promise<FullRead<ReadStation> | Unavailable>;
  /** All prices, with the same promises. */
  readPrices(since: IsoDate | null, signal?: AbortSignal): Promise<FullRead<ReadPrice> | Unavailable>;
}
