import { unavailableBecause } from './source-words.ts';
import type { UnavailableReason } from './vehicle-record.ts';

/**
 * Why a full check ended without a result. `not-held`: the registers have no record of the vehicle; `interrupted`: it was
 * not finished in time.
 */
export type CheckFailure = UnavailableReason | 'not-held' | 'interrupted';

/** Why a full check failed, in one plain sentence. */
export function checkFailureWords(failure: CheckFailure): string {
  switch (failure) {
    case 'not-held':
      return 'The registers hold no record of this vehicle.';
    case 'interrupted':
      return 'We could not finish the check in time.';
    default:
      return unavailableBecause('UKVD', failure);
  }
}
