import type { QuietHours } from '../reminders/reminder.ts';
import { addDays, londonDate, startOfLondonDay } from '../../kernel/time/london-date.ts';

const anHour = 3_600_000;
const londonHour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: 'numeric', hourCycle: 'h23' });

const isQuiet = (hour: number, { from, until }: QuietHours): boolean =>
  from <= until ? hour >= from && hour < until : hour >= from || hour < until;

/** When a text that is ready at `at` may be sent: immediately, or when the quiet hours end in London. */
export const textTimeOutsideQuietHours = (at: Date, quiet: QuietHours): Date => {
  if (!isQuiet(Number(londonHour.format(at)), quiet)) return at;
  const today = londonDate(at);
  for (const day of [today, addDays(today, 1)]) {
    const start = startOfLondonDay(day).getTime();
    // Steps by the hour of the clock: on the days of a clock change, 08:00 is not eight hours after midnight.
    for (let hours = 0; hours < 26; hours += 1) {
      const time = new Date(start + hours * anHour);
      if (time > at && !isQuiet(Number(londonHour.format(time)), quiet)) return time;
    }
  }
  return at;
};
