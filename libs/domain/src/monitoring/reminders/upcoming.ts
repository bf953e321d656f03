import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { addDays } from '../../kernel/time/london-date.ts';
import { areRemindersPausedOn } from './pause.ts';
import {
  type ReminderDate,
  type PlannedReminder,
  type ReminderChannel,
  reminderChannels,
  type ReminderLeadSettings,
  reminderLeadDays,
} from './reminder.ts';

export interface UpcomingReminder extends PlannedReminder {
  /** The day in London on which it is sent. */
  on: IsoDate;
}

/**
 * The reminders from `today` on under the present settings, soonest first: for each date on the days chosen for its
 * kind, on the usable channels, without days of a pause and without those in `planned`.
 */
export function upcomingReminders({
  dueDates,
  leads,
  channels,
  pause,
  planned,
  today,
}: {
  dueDates: readonly ReminderDate[];
  leads: ReminderLeadSettings;
  channels: Readonly<Record<ReminderChannel, boolean>>;
  pause: { paused: boolean; pausedUntil: IsoDate | null };
  planned: readonly PlannedReminder[];
  today: IsoDate;
}): UpcomingReminder[] {
  const done = new Set(planned.map(keyOf));
  const open = reminderChannels.filter((channel) => channels[channel]);
  return dueDates
    .flatMap(({ kind, on: dueOn }) =>
      open.flatMap((channel) =>
        reminderLeadDays
          .filter((lead) => leads[kind][channel].includes(lead))
          .map((lead) => ({ kind, dueOn, lead, channel, on: addDays(dueOn, -lead) })),
      ),
    )
    .filter((each) => each.on >= today && !areRemindersPausedOn(pause, each.on) && !done.has(keyOf(each)))
    .sort((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0));
}

const keyOf = ({ kind, dueOn, lead, channel }: PlannedReminder): string =>
  `${kind} ${dueOn} ${String(lead)} ${channel}`;
