import type { VehicleFetch } from '@ve/contracts/http/vehicle/vehicle-data';
import type { Context } from '@ve/data/kernel/context';

/** How long a caller waits for the first source, and then for the others, in milliseconds. */
export interface FetchWaits {
  firstMs: number;
  restMs: number;
}

/** What the sources hold about a vehicle, for every feature. Provided by the feature that fetches it. */
export abstract class Vehicles {
  /**
   * The fresh record, or a fetch: its result if it ends within `restMs` of the first source that has the vehicle, else its
   * progress, with what is known.
   * @throws ProblemError `busy` or `too-many-requests` when no more fetches are taken
   */
  abstract fetch(context: Context, registration: string, waits: FetchWaits): Promise<VehicleFetch>;
}
