import type { VehicleFetch } from '@ve/contracts/http/vehicle/vehicle-data';
import type { Context } from '@ve/data/kernel/context';

/** How long a caller waits for the first source, and then for the others, in milliseconds. */
export interface FetchWaits {
  firstMs: number;
  restMs: number;
}

/** The vehicle data of the sources, for every feature. Provided by the feature that fetches it. */
export abstract class Vehicles {
  /**
   * Returns the fresh record, or a fetch: its result if it ends within `restMs` of the first source that has the
   * vehicle, otherwise its progress with the known sections.
   * @throws ProblemError `busy` or `too-many-requests` when no more fetches are accepted
   */
  abstract fetch(context: Context, registration: string, waits: FetchWaits): Promise<VehicleFetch>;
}
