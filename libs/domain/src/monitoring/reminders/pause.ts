import type { IsoDate } from '../../kernel/time/iso-date.ts';

/**
 * Whether nothing is sent on a day in London: until the day before `pausedUntil`, or until the member ends the pause.
 */
export const areRemindersPausedOn = (
  { paused, pausedUntil }: { paused: boolean; pausedUntil: IsoDate | null },
  day: IsoDate,
): boolean => paused && (pausedUntil === null || day < pausedUntil);
