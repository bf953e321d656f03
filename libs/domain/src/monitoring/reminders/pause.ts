import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** Whether nothing is sent on a day in London: up to and without `pausedUntil`, or until the pause is taken off. */
export const isPausedOn = (
  { paused, pausedUntil }: { paused: boolean; pausedUntil: IsoDate | null },
  day: IsoDate,
): boolean => paused && (pausedUntil === null || day < pausedUntil);
