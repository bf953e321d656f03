import type { VdiCheck } from './full-check.ts';
import { unavailableBecause } from './source-words.ts';
import type { UnavailableReason } from './vehicle-record.ts';

/**
 * Why a full check ended without a result. `not-held`: the registers hold nothing about the vehicle; `interrupted`: it was
 * not finished in time.
 */
export type CheckFailure = UnavailableReason | 'not-held' | 'interrupted';

/** Whether an answer leaves theft, write-off and finance all open: nobody should pay for that. */
export function saysNothing(vdi: VdiCheck): boolean {
  const { stolen, insurerTheftCount, writtenOff, writeOffCount, writeOffs, financeCount, finance } = vdi;
  const marks = [stolen, insurerTheftCount, writtenOff, writeOffCount, financeCount];
  return marks.every((mark) => mark === null) && writeOffs.length === 0 && finance.length === 0;
}

/** Why a full check failed, in one plain sentence. */
export function checkFailureWords(failure: CheckFailure): string {
  switch (failure) {
    case 'not-held':
      return 'The registers hold nothing about this vehicle.';
    case 'interrupted':
      return 'We could not finish the check in time.';
    default:
      return unavailableBecause('UKVD', failure);
  }
}

/**
 * Where the credit of a full check that failed is, in one plain sentence. It goes back only to the billing period that it
 * came with; once that has ended, support puts it right.
 */
export function creditWords(returned: boolean): string {
  return returned
    ? 'Your credit is back.'
    : 'Your credit could not go back by itself, because its billing period has ended: write to us and we will put that right.';
}
