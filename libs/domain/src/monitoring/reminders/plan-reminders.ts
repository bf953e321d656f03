import type { IsoDate } from '../../kernel/time/iso-date.ts';
import type { LondonTime } from '../../kernel/time/london-date.ts';
import { isPausedOn } from './pause.ts';
import type {
  Due,
  PlannedReminder,
  QuietHours,
  ReminderChannel,
  ReminderKind,
  ReminderLead,
  ReminderLeads,
} from './reminder.ts';

/** What a member has chosen. */
export interface ReminderChoice {
  emailOn: boolean;
  smsOn: boolean;
  leads: ReminderLeads;
  quiet: QuietHours;
  paused: boolean;
  /** The first day on which it is not paused any more; null: until it is taken off. */
  pausedUntil: IsoDate | null;
}

/** How many days after the date itself the reminder of the day after it is still of use. */
export const afterwardsDays = 7;

/** The leads furthest from the date: dues beyond are not looked at. */
export const scanWindow = { before: 28, after: 1 + afterwardsDays } as const;

/** Whether nothing is sent at this hour of the London day. `from` may be later than `until`; equal: never quiet. */
export const isQuiet = ({ from, until }: QuietHours, hour: number): boolean =>
  from <= until ? hour >= from && hour < until : hour >= from || hour < until;

/**
 * The lead whose turn it is `daysLeft` days before a date (negative: after it), and whether its own day has passed; null
 * when it is none's.
 *
 * It is the nearest lead whose day has come. One that was missed is caught up as long as the next has not come and the
 * date is not over; the one after the date for a week. A lead whose day was before the date was known or the lead was
 * chosen, `knownDays` days ago, was not missed and is left out.
 */
export function isLeadTimeReached(
  leads: readonly ReminderLead[],
  { daysLeft, knownDays }: { daysLeft: number; knownDays: number },
): { lead: ReminderLead; late: boolean } | null {
  const nearest = leads.reduce<ReminderLead | null>(
    (found, lead) => (lead >= daysLeft && (found === null || lead < found) ? lead : found),
    null,
  );
  if (nearest === null) return null;
  const missedDays = nearest - daysLeft;
  const ofUse = nearest < 0 ? daysLeft >= -scanWindow.after : daysLeft >= 0;
  return ofUse && missedDays <= knownDays ? { lead: nearest, late: missedDays > 0 } : null;
}

/** The channels that are switched on. */
export const channelsOn = ({ emailOn, smsOn }: Pick<ReminderChoice, 'emailOn' | 'smsOn'>): ReminderChannel[] => [
  ...(emailOn ? (['email'] as const) : []),
  ...(smsOn ? (['sms'] as const) : []),
];

/** A reminder whose time has come; `late`: its own day has passed. */
export interface ReminderNow extends PlannedReminder {
  late: boolean;
}

/** A date, and what its kind's leads are. */
export interface ReminderDueDate extends Due, Omit<ReminderChoice, 'leads'> {
  leads: ReminderLeads[ReminderKind];
  /** For how many days the date is known and its leads are chosen. */
  knownDays: number;
  /** Days in London until the date; negative after it. */
  daysLeft: number;
}

/**
 * The reminders of one date whose time it is now, at most one a channel, whether or not they were sent before: the ledger
 * knows. None in quiet hours or while paused.
 */
export function remindersNow(due: ReminderDueDate, { today, hour }: LondonTime): ReminderNow[] {
  if (isQuiet(due.quiet, hour) || isPausedOn(due, today)) return [];
  const { kind, on, leads } = due;
  return channelsOn(due).flatMap((channel) => {
    const turn = isLeadTimeReached(leads[channel], due);
    return turn ? [{ kind, dueOn: on, channel, ...turn }] : [];
  });
}
