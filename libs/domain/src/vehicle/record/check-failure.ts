import type { VdiCheck } from './full-check.ts';
import { unavailableReasonText } from './source-messages.ts';
import type { UnavailableReason } from './vehicle-record.ts';

/**
 * Why a full check ended without a result. `not-held`: the registers hold nothing about the vehicle; `unknown-vehicle`: no
 * source knows it, so that they were not asked; `silent`: they answered without a word on theft, write-off and finance;
 * `interrupted`: it was not finished in time.
 */
export type CheckFailure = UnavailableReason | 'not-held' | 'unknown-vehicle' | 'silent' | 'interrupted';

/** When a check that failed is worth another try. */
export type CheckRetry = 'soon' | 'tomorrow' | 'never';

/**
 * Whether an answer leaves theft, write-off and finance all open and finds nothing else either: nobody should pay for that.
 */
export function isInconclusive(vdi: VdiCheck): boolean {
  const { stolen, insurerTheftCount, writtenOff, writeOffCount, writeOffs, financeCount, finance } = vdi;
  const marks = [stolen, insurerTheftCount, writtenOff, writeOffCount, financeCount];
  const isOpen = marks.every((mark) => mark === null) && writeOffs.length === 0 && finance.length === 0;
  const { scrapped, scrapDate, exported, exportDate, imported, importDate, identityInspected, mileageAnomaly } = vdi;
  const flags = [scrapped, vdi.certificateOfDestruction, exported, imported, identityInspected, mileageAnomaly];
  const dates = [scrapDate, exportDate, importDate];
  const isHit = flags.includes(true) || dates.some((date) => date !== null) || (vdi.highRiskCount ?? 0) > 0;
  return isOpen && !isHit && vdi.highRisk.length === 0;
}

/** Whether, and when, the same check may succeed: what registers do not hold or release today, they will not in an hour. */
export function checkRetry(failure: CheckFailure): CheckRetry {
  switch (failure) {
    case 'not-held':
    case 'unknown-vehicle':
    case 'restricted':
      return 'never';
    case 'budget-spent':
    case 'silent':
      return 'tomorrow';
    default:
      return 'soon';
  }
}

/** Why a full check failed, in one plain sentence. */
export function checkFailureMessage(failure: CheckFailure): string {
  switch (failure) {
    case 'not-held':
      return 'The registers hold nothing about this vehicle.';
    case 'unknown-vehicle':
      return 'DVLA, DVSA and UK Vehicle Data have no vehicle with this registration.';
    case 'silent':
      return 'The registers answered, but said nothing about theft, write-off or finance.';
    case 'budget-spent':
      return 'We have reached our daily limit of full checks.';
    case 'interrupted':
      return 'We couldn’t finish the check in time.';
    default:
      return unavailableReasonText('UKVD', failure);
  }
}

/**
 * Where the credit of a full check that failed is, in one plain sentence. It goes back only to the billing period that it
 * came with; once that has ended, support puts it right.
 */
export function creditMessage(returned: boolean): string {
  return returned
    ? 'Your credit is back.'
    : 'We couldn’t return your credit automatically, because its billing period has ended: write to us and we will put that right.';
}
