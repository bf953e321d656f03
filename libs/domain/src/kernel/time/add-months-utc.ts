/**
 * The same time of day in UTC, `months` later (earlier if negative), on the last day of a month that is too short.
 * `anchorDay`: the intended day of the month, which is used again after a short month.
 */
export function addMonthsUtc(from: Date, months: number, anchorDay = from.getUTCDate()): Date {
  const later = new Date(from);
  later.setUTCMonth(from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(anchorDay, lastDay));
  return later;
}
