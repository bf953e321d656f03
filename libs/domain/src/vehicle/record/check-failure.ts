import type { VdiCheck } from './full-check.ts';
import { unavailableReasonText } from './source-messages.ts';
import type { UnavailableReason } from './vehicle-record.ts';

/**
 * Why a full check ended without a result. `not-held`: the registers have no data on the vehicle; `unknown-vehicle`: no
 * source knows it, so that they were not queried; `silent`: the response had nothing on theft, write-off and finance;
 * `interrupted`: it was not finished in time.
 */
export type FullCheckFailure = UnavailableReason | 'not-held' | 'unknown-vehicle' | 'silent' | 'interrupted';

/** When a retry of a failed check is worthwhile. */
export type FullCheckRetryTiming = 'soon' | 'tomorrow' | 'never';

/**
 * Whether a response leaves theft, write-off and finance all open and has no other finding: such a check must not be
 * charged.
 */
export function isVdiCheckInconclusive(vdi: VdiCheck): boolean {
  const { stolen, insurerTheftCount, writtenOff, writeOffCount, writeOffs, financeCount, finance } = vdi;
  const marks = [stolen, insurerTheftCount, writtenOff, writeOffCount, financeCount];
  const isOpen = marks.every((mark) => mark === null) && writeOffs.length === 0 && finance.length === 0;
  const { scrapped, scrapDate, exported, exportDate, imported, importDate, identityInspected, mileageAnomaly } = vdi;
  const flags = [scrapped, vdi.certificateOfDestruction, exported, imported, identityInspected, mileageAnomaly];
  const dates = [scrapDate, exportDate, importDate];
  const isHit = flags.includes(true) || dates.some((date) => date !== null) || (vdi.highRiskCount ?? 0) > 0;
  return isOpen && !isHit && vdi.highRisk.length === 0;
}

/**
 * Whether, and when, the same check may succeed: data that a register does not hold or release today will not be there
 * in an hour.
 */
export function fullCheckRetryTimingOf(failure: FullCheckFailure): FullCheckRetryTiming {
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

/** The reason of a failed full check, as one sentence. */
export function fullCheckFailureMessage(failure: FullCheckFailure): string {
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
 * Where the credit of a failed full check is, as one sentence. It is returned only to the billing period from which it
 * came; once that has ended, support handles it.
 */
export function failedCheckCreditMessage(returned: boolean): string {
  return returned
    ? 'Your credit is back.'
    : 'We couldn’t return your credit automatically, because its billing period has ended: write to us and we will put that right.';
}
