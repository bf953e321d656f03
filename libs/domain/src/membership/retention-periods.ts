import { trialsPerCardDays } from './sign-up-outcome.ts';
import { addMonthsUtc } from '../kernel/time/add-months-utc.ts';
import { londonDate } from '../kernel/time/london-date.ts';

const retentionYears = 6;

/** Days until backups are overwritten: for so long they still contain a deleted account. */
export const backupRetentionDays = 35;

/**
 * Until when the record of a payment is kept after its account was deleted: six years after the end of the UK tax year
 * (5 April) in which it was made.
 */
export function paymentRetainedUntil(paidAt: Date): Date {
  const day = londonDate(paidAt);
  const year = Number(day.slice(0, 4));
  const taxYearEnds = day.slice(5) <= '04-05' ? year : year + 1;
  return new Date(Date.UTC(taxYearEnds + retentionYears, 3, 6));
}

/**
 * The start of the oldest UK tax year (6 April, London) whose payments are kept: payments are kept for six years after
 * its end.
 */
export function paymentsRetainedFrom(now: Date): Date {
  const day = londonDate(now);
  const year = Number(day.slice(0, 4));
  const oldest = day.slice(5) >= '04-06' ? year - 6 : year - 7;
  // In British Summer Time, midnight is 23:00 UTC of the day before.
  return new Date(Date.UTC(oldest, 3, 5, 23));
}

/** Until when the proof of a contract (consents, cancellation) is kept: six years after its end. */
export function contractRetainedUntil(endedAt: Date): Date {
  const until = new Date(endedAt);
  until.setUTCFullYear(until.getUTCFullYear() + retentionYears);
  return until;
}

/** Months after the last full charge of a deleted account during which the date of its first one is kept. */
export const firstChargeRetentionMonths = 6;

/**
 * Until when the keyed hashes of a deleted account's cards and addresses are kept: while its trial counts towards the
 * limit of trials, and for six months after its last full charge, so that the fourteen days of a refund do not restart.
 * Null: it had neither, or both are over.
 */
export function formerMemberRetainedUntil(
  { trialStartedAt, lastPaidAt }: { trialStartedAt: Date | null; lastPaidAt: Date | null },
  now: Date,
): Date | null {
  const ends: number[] = [];
  if (trialStartedAt !== null) ends.push(trialStartedAt.getTime() + trialsPerCardDays * 86_400_000);
  if (lastPaidAt !== null) ends.push(addMonthsUtc(lastPaidAt, firstChargeRetentionMonths).getTime());
  const until = Math.max(...ends);
  return until > now.getTime() ? new Date(until) : null;
}

/** The oldest full charge for which data of a deleted account may still be kept. */
export const formerMemberRetainedFrom = (now: Date): Date => addMonthsUtc(now, -firstChargeRetentionMonths);

/** When the last backup that contains data deleted at `deletedAt` is overwritten. */
export const backupsExpireAt = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + backupRetentionDays * 86_400_000);
