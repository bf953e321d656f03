import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReminderRow } from '@ve/data/monitoring/watch/reminder.repository';
import { findNotifiableMember, type NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { findDueDates, type WatchedDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { offRoadReason } from '@ve/domain/monitoring/reminders/register-due-dates';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { channelsOn, isQuiet, dueReminderLead } from '@ve/domain/monitoring/reminders/plan-reminders';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';
import { daysBetween, londonTime, type LondonTime } from '@ve/domain/kernel/time/london-date';

/** What to do with a planned reminder now. `wait`: send it when quiet hours are over. */
export type ReminderDecision =
  | { state: 'send'; late: boolean; to: { channel: 'email'; address: string } | { channel: 'sms'; phone: string } }
  | { state: 'wait' }
  | { state: 'skip'; reason: SkipReason };

const skip = (reason: SkipReason): ReminderDecision => ({ state: 'skip', reason });

/**
 * Decides whether a planned reminder is still to be sent: its user is a member, has this car and wants it, and its date has
 * not moved or passed. `sendable` is null for a former member. `dueDates` are the car's last read due dates; nothing is sent for
 * an off-road car.
 */
export const evaluateReminder = ({
  reminder: { registration, kind, channel, lead, dueOn },
  sendable,
  dueDates,
  londonTime: { today, hour },
}: {
  reminder: ReminderRow;
  sendable: NotifiableMember | null;
  dueDates: readonly WatchedDueDate[];
  londonTime: LondonTime;
}): ReminderDecision => {
  if (sendable === null) return skip('not-member');
  if (sendable.registration !== registration) return skip('car-changed');
  const { watch } = sendable;
  const leads = watch.leads[kind][channel];
  if (!channelsOn(watch).includes(channel) || !leads.includes(lead)) return skip('switched-off');
  const offRoad = offRoadReason(dueDates.map(({ noDateReason }) => noDateReason));
  if (offRoad !== null) return skip(offRoad);
  const due = dueDates.find((each) => each.kind === kind);
  // These two explain why no reminder is due; any other reason means that the date moved.
  if (due?.on !== dueOn)
    return skip(due?.noDateReason === 'sorn' || due?.noDateReason === 'exempt' ? due.noDateReason : 'moved');
  // Known since it was planned: `knownDays` was checked then.
  const daysLeft = daysBetween(today, dueOn);
  // Planned by a clock that was set back since.
  if (daysLeft > lead) return skip('too-early');
  const reached = dueReminderLead(leads, { daysLeft, knownDays: Infinity });
  if (reached?.lead !== lead) return skip('too-late');
  if (isPausedOn(watch, today)) return skip('paused');
  if (channel === 'email' && sendable.emailStopped) return skip('stream-stopped');
  if (channel === 'sms' && !sendable.texts) return skip('payment-due');
  if (channel === 'sms' && sendable.phone === null) return skip('no-phone-number');
  if (isQuiet(watch.quiet, hour)) return { state: 'wait' };
  const to =
    channel === 'sms'
      ? ({ channel, phone: sendable.phone ?? '' } as const)
      : ({ channel, address: sendable.email } as const);
  return { state: 'send', late: reached.late, to };
};

/** Like `evaluateReminder`, with the stored member and due dates. */
export const evaluateStoredReminder = async (
  em: EntityManager,
  reminder: ReminderRow,
  at: Date,
): Promise<{ verdict: ReminderDecision; dueDates: WatchedDueDate[] }> => {
  const sendable = await findNotifiableMember(em, reminder.userId, at);
  const dueDates = await findDueDates(em, reminder.userId);
  return { verdict: evaluateReminder({ reminder, sendable, dueDates, londonTime: londonTime(at) }), dueDates };
};
