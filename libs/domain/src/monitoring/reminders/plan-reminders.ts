import type { IsoDate } from '../../kernel/time/iso-date.ts';
import type { LondonTime } from '../../kernel/time/london-date.ts';
import { areRemindersPausedOn } from './pause.ts';
import type {
  ReminderDate,
  PlannedReminder,
  QuietHours,
  ReminderChannel,
  ReminderKind,
  ReminderLeadDays,
  ReminderLeadSettings,
} from './reminder.ts';

export interface ReminderPreferences {
  emailOn: boolean;
  smsOn: boolean;
  leads: ReminderLeadSettings;
  quiet: QuietHours;
  paused: boolean;
  /** The first day without the pause; null: until the member ends it. */
  pausedUntil: IsoDate | null;
}

/** Days after the date during which the reminder for the day after it is still useful. */
const maxLateReminderDays = 7;

/** The furthest leads from the date, in days; due dates outside of them are not read. */
export const reminderScanWindow = { before: 28, after: 1 + maxLateReminderDays } as const;

/**
 * Whether nothing is sent at this hour of the London day. `from` may be later than `until`; if equal, there are no
 * quiet hours.
 */
export const isQuietHour = ({ from, until }: QuietHours, hour: number): boolean =>
  from <= until ? hour >= from && hour < until : hour >= from || hour < until;

/**
 * The lead that is due `daysLeft` days before a date (negative: after it), and whether its own day has passed; null if
 * none is due.
 * It is the nearest lead whose day has come. A missed lead is caught up until the next one is due or the date is past;
 * the lead after the date for a week. A lead whose day was before the date was known or the lead was chosen,
 * `knownDays` days ago, was not missed and is left out.
 */
export function dueReminderLead(
  leads: readonly ReminderLeadDays[],
  { daysLeft, knownDays }: { daysLeft: number; knownDays: number },
): { lead: ReminderLeadDays; late: boolean } | null {
  const nearest = leads.reduce<ReminderLeadDays | null>(
    (found, lead) => (lead >= daysLeft && (found === null || lead < found) ? lead : found),
    null,
  );
  if (nearest === null) return null;
  const missedDays = nearest - daysLeft;
  const ofUse = nearest < 0 ? daysLeft >= -reminderScanWindow.after : daysLeft >= 0;
  return ofUse && missedDays <= knownDays ? { lead: nearest, late: missedDays > 0 } : null;
}

export const enabledReminderChannels = ({
  emailOn,
  smsOn,
}: Pick<ReminderPreferences, 'emailOn' | 'smsOn'>): ReminderChannel[] => [
  ...(emailOn ? (['email'] as const) : []),
  ...(smsOn ? (['sms'] as const) : []),
];

/** A reminder that is due; `late`: its own day has passed. */
export interface ReminderDueNow extends PlannedReminder {
  late: boolean;
}

/** A due date and the leads of its kind. */
export interface ReminderDueDate extends ReminderDate, Omit<ReminderPreferences, 'leads'> {
  leads: ReminderLeadSettings[ReminderKind];
  /** How many days ago the date became known and its leads were chosen: the later of the two. */
  knownDays: number;
  /** Days in London until the date; negative after it. */
  daysLeft: number;
}

/**
 * The reminders of one date that are due now, at most one per channel, regardless of whether they were sent before: the
 * ledger decides that. None in quiet hours or while paused.
 */
export function remindersDueNow(due: ReminderDueDate, { today, hour }: LondonTime): ReminderDueNow[] {
  if (isQuietHour(due.quiet, hour) || areRemindersPausedOn(due, today)) return [];
  const { kind, on, leads } = due;
  return enabledReminderChannels(due).flatMap((channel) => {
    const dueLead = dueReminderLead(leads[channel], due);
    return dueLead ? [{ kind, dueOn: on, channel, ...dueLead }] : [];
  });
}
