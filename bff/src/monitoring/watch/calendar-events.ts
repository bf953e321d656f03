import { ICalAlarmType, type ICalCalendar, ICalEventTransparency } from 'ical-generator';

/** A date of a vehicle for a calendar. */
export interface CalendarEvent {
  /** Stable for the same date of the same vehicle, also when it moves. */
  name: string;
  /** A calendar day in Europe/London. */
  on: string;
  /** When this date became known. */
  notedAt: Date;
  summary: string;
  description: string;
  /** The page that the event links to. */
  url: string;
  /** The days before the event on which an alarm rings, at nine in the morning. */
  alarmDays: readonly number[];
}

const anHour = 3_600;
/** Calendar programs compare SEQUENCE as a 32-bit number, which minutes since this date fit until the year 6000. */
const firstSequence = Date.UTC(2020, 0, 1);

/** Adds an all-day event, which keeps its UID when the date moves. The same input gives the same text. */
export function addCalendarEvent(
  calendar: ICalCalendar,
  { name, on, notedAt, summary, description, url, alarmDays }: CalendarEvent,
): void {
  calendar.createEvent({
    id: `${name}@${new URL(url).hostname}`,
    sequence: Math.max(0, Math.floor((notedAt.getTime() - firstSequence) / 60_000)),
    stamp: notedAt,
    lastModified: notedAt,
    start: new Date(`${on}T00:00:00.000Z`),
    allDay: true,
    transparency: ICalEventTransparency.TRANSPARENT,
    summary,
    description,
    url,
    alarms: alarmDays.map((days) => ({
      type: ICalAlarmType.display,
      trigger: days * 24 * anHour - 9 * anHour,
      description: summary,
    })),
  });
}
