import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import type { ReminderKind } from '@ve/domain/monitoring/reminders/reminder';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { addCalendarEvent } from './calendar-events.ts';

/** A date of a member's car for their calendar. */
export interface CalendarFeedDate {
  /** Stable for the same car, kind and member, also when the date moves. */
  name: string;
  kind: ReminderKind;
  /** A calendar day in Europe/London. */
  on: string;
  /** When this date became known. */
  notedAt: Date;
}

export interface CalendarFeed {
  registration: string | null;
  /** `lapsed`: the feed has no dates, and an explanation instead. */
  state: 'watching' | 'lapsed';
  dates: readonly CalendarFeedDate[];
  /** Whether a register was not read yet: its date will follow. */
  reading: boolean;
  /** The origin of the pages: `https://example.com`. */
  origin: string;
}

const titles: Readonly<Record<ReminderKind, string>> = {
  tax: 'vehicle tax due',
  mot: 'MOT expires',
  insurance: 'insurance ends',
  servicing: 'service due',
};

const anHour = 3_600;
const alarmDays = [7, 1];

/**
 * The feed as RFC 5545 text: an all-day event for each date, which keeps its UID when the date moves. The registration
 * is its only personal data. The same input gives the same text.
 */
export function calendarFeed({ registration, state, dates, reading, origin }: CalendarFeed): string {
  const plate = registration === null ? 'Your car' : formatRegistration(registration);
  const dashboard = new URL('/dashboard', origin).href;
  const calendar = ical({
    name: 'Vehicle reminders',
    description:
      state === 'watching'
        ? `Tax, MOT, insurance and servicing of ${plate}.${reading ? ' We are still getting tax and MOT from DVLA and DVSA.' : ''} Change your reminders at ${dashboard}`
        : `There are no dates here because your membership has ended. Start it again at ${new URL('/my-account', origin).href}`,
    prodId: { company: 'Vehicle Enquiry', product: 'Reminders', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 12 * anHour,
  });
  for (const { name, kind, on, notedAt } of state === 'watching' ? dates : []) {
    addCalendarEvent(calendar, {
      name,
      on,
      notedAt,
      summary: `${plate}: ${titles[kind]}`,
      description: `See what is due, and when we remind you, at ${dashboard}`,
      url: dashboard,
      alarmDays,
    });
  }
  return calendar.toString();
}
