import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { addDays, londonTime, startOfLondonDay } from '../../kernel/time/london-date.ts';

/** Days around a due date on which a source is checked more often: late renewals happen on them. */
const aroundDue = [0, 1, 3, 7] as const;

/**
 * The day of the next check: `everyDays` after `checkedOn`, the day of the request, or after today if that is past;
 * sooner on a day around `dueOn`; always later than today.
 */
export const nextMonitorCheckDay = (
  today: IsoDate,
  everyDays: number,
  { dueOn = null, checkedOn = today }: { dueOn?: IsoDate | null; checkedOn?: IsoDate } = {},
): IsoDate => {
  const interval = Math.max(1, everyDays);
  const counted = addDays(checkedOn < today ? checkedOn : today, interval);
  const regular = counted > today ? counted : addDays(today, interval);
  if (dueOn === null) return regular;
  return aroundDue.map((days) => addDays(dueOn, days)).find((day) => day > today && day < regular) ?? regular;
};

/** The start of the interval that is still running: a response requested since then makes a new request unnecessary. */
export const monitorCheckIntervalStart = (now: Date, everyDays: number): Date =>
  startOfLondonDay(addDays(londonTime(now).today, 1 - Math.max(1, everyDays)));

/** The first hour of checks, and the hours over which they are spread, in London: members are notified by day. */
const firstHour = 7;
export const monitorCheckSpreadHours = 12;

/**
 * The start of the present hours of checks, or of the next ones. Each member's check is at their `monitorCheckTimeOf`
 * within them.
 */
export const monitorCheckHoursStart = (now: Date): Date => {
  const { today, hour } = londonTime(now);
  const day = hour < firstHour + monitorCheckSpreadHours ? today : addDays(today, 1);
  return new Date(startOfLondonDay(day).getTime() + firstHour * 3_600_000);
};

/**
 * The time of a member's check on a day: always the same for a member, and spread over the day for all members, so that
 * no vendor gets all requests at the same time.
 */
export const monitorCheckTimeOf = (day: IsoDate, userId: string): Date => {
  const part = Number.parseInt(userId.replaceAll('-', '').slice(0, 8), 16) / 0x1_0000_0000;
  const share = Number.isFinite(part) ? part : 0;
  return new Date(
    startOfLondonDay(day).getTime() + Math.floor((firstHour + share * monitorCheckSpreadHours) * 3_600_000),
  );
};
