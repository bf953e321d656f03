import { londonDate } from '../time/london-date.ts';

const keptYears = 6;

/** Backups are overwritten after so many days: until then a deleted account is still in them. */
export const backupDays = 35;

/**
 * Until when the record of a payment is kept after its account was deleted: six years after the end of the UK tax year
 * (5 April) in which it was made.
 */
export function paymentKeptUntil(paidAt: Date): Date {
  const day = londonDate(paidAt);
  const year = Number(day.slice(0, 4));
  const taxYearEnds = day.slice(5) <= '04-05' ? year : year + 1;
  return new Date(Date.UTC(taxYearEnds + keptYears, 3, 6));
}

/** Until when the proof of a contract (consents, cancellation) is kept: six years after its end. */
export function contractKeptUntil(endedAt: Date): Date {
  const until = new Date(endedAt);
  until.setUTCFullYear(until.getUTCFullYear() + keptYears);
  return until;
}

/** When the last backup that holds what was deleted now is overwritten. */
export const backupsExpireAt = (deletedAt: Date): Date => new Date(deletedAt.getTime() + backupDays * 86_400_000);
