import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { addDays, londonTime, startOfLondonDay } from '../../kernel/time/london-date.ts';

/** Around a date that falls due a source is asked more often: whoever renews late does it on these days. */
const aroundDue = [0, 1, 3, 7] as const;

/**
 * The day of the next look: `everyDays` after `checkedOn`, the day on which the answer was asked for, or after today where that
 * is past; sooner on a day around `dueOn`; always later than today.
 */
export const nextCheckDay = (
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

/** Since when an answer was asked for whose interval goes on today: with it a look need not ask. */
export const intervalBegan = (now: Date, everyDays: number): Date =>
  startOfLondonDay(addDays(londonTime(now).today, 1 - Math.max(1, everyDays)));

/** When looks begin, and for how long they are spread over a day in London: members hear of them by day. */
const firstHour = 7;
export const spreadHours = 12;

/**
 * The beginning of the hours of looks that go on at an instant, or of the next: what lies further in them than the instant
 * is still to come, for each member at their `checkTime`.
 */
export const checksBegin = (now: Date): Date => {
  const { today, hour } = londonTime(now);
  const day = hour < firstHour + spreadHours ? today : addDays(today, 1);
  return new Date(startOfLondonDay(day).getTime() + firstHour * 3_600_000);
};

/**
 * When on a day a member's look is due: always at the same time of theirs, and all members' spread over the day, so that
 * no vendor is asked for all at once.
 */
export const checkTime = (day: IsoDate, userId: string): Date => {
  const part = Number.parseInt(userId.replaceAll('-', '').slice(0, 8), 16) / 0x1_0000_0000;
  const share = Number.isFinite(part) ? part : 0;
  return new Date(startOfLondonDay(day).getTime() + Math.floor((firstHour + share * spreadHours) * 3_600_000));
};
