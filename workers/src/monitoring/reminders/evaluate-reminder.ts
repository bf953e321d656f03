import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReminderRow } from '@ve/data/monitoring/watch/reminder.repository';
import { findNotifiableMember, type NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { findDueDates, type WatchedDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { offRoadReason } from '@ve/domain/monitoring/reminders/register-due-dates';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { channelsOn, isQuiet, isLeadTimeReached } from '@ve/domain/monitoring/reminders/plan-reminders';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';
import { daysBetween, londonTime, type LondonTime } from '@ve/domain/kernel/time/london-date';

/** What is to become of a planned reminder now. `wait`: it is sent when the quiet hours are over. */
export type ReminderDecision =
  | { state: 'send'; late: boolean; to: { channel: 'email'; address: string } | { channel: 'sms'; phone: string } }
  | { state: 'wait' }
  | { state: 'skip'; reason: SkipReason };

const skip = (reason: SkipReason): ReminderDecision => ({ state: 'skip', reason });

/**
 * Whether a planned reminder is still to be sent, by what is known now: that the member is one, has this car, wants it,
 * and that its date stands and its turn has not passed. `sendable` null: no member any more. `dues`: of the car, as last
 * read; nothing is sent of one that has left the road for good.
 */
export const evaluateReminder = (
  { registration, kind, channel, lead, dueOn }: ReminderRow,
  sendable: NotifiableMember | null,
  dues: readonly WatchedDueDate[],
  { today, hour }: LondonTime,
): ReminderDecision => {
  if (sendable === null) return skip('not-member');
  if (sendable.registration !== registration) return skip('car-changed');
  const { watch } = sendable;
  const leads = watch.leads[kind][channel];
  if (!channelsOn(watch).includes(channel) || !leads.includes(lead)) return skip('switched-off');
  const gone = offRoadReason(dues);
  if (gone !== null) return skip(gone);
  const due = dues.find((each) => each.kind === kind);
  // These say why no reminder is due; every other reason of a register means that the date moved.
  if (due?.on !== dueOn) return skip(due?.why === 'sorn' || due?.why === 'exempt' ? due.why : 'moved');
  // Known since it was planned: how long has been asked then.
  const daysLeft = daysBetween(today, dueOn);
  // Planned by a clock that was set back since.
  if (daysLeft > lead) return skip('too-early');
  const turn = isLeadTimeReached(leads, { daysLeft, knownDays: Infinity });
  if (turn?.lead !== lead) return skip('too-late');
  if (isPausedOn(watch, today)) return skip('paused');
  if (channel === 'email' && sendable.emailStopped) return skip('stream-stopped');
  if (channel === 'sms' && !sendable.texts) return skip('payment-due');
  if (channel === 'sms' && sendable.phone === null) return skip('no-phone-number');
  if (isQuiet(watch.quiet, hour)) return { state: 'wait' };
  const to =
    channel === 'sms'
      ? ({ channel, phone: sendable.phone ?? '' } as const)
      : ({ channel, address: sendable.email } as const);
  return { state: 'send', late: turn.late, to };
};

/** The same, by what is stored; with the dates of the car of the membership. */
export const evaluateStoredReminder = async (
  em: EntityManager,
  reminder: ReminderRow,
  at: Date,
): Promise<{ verdict: ReminderDecision; dues: WatchedDueDate[] }> => {
  const sendable = await findNotifiableMember(em, reminder.userId, at);
  const dues = await findDueDates(em, reminder.userId);
  return { verdict: evaluateReminder(reminder, sendable, dues, londonTime(at)), dues };
};
