import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail, queueText } from '../../messaging/queue-message.ts';
import { registerDueDateKinds, permanentOffRoadReason } from '@ve/domain/monitoring/reminders/register-due-dates';
import {
  endReminder,
  findReminder,
  lockReminder,
  type ReminderRow,
} from '@ve/data/monitoring/watch/reminder.repository';
import { type WatchedDueDate, findDueDates } from '@ve/data/monitoring/watch/watch.repository';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase, JobContext } from '../../job-context.ts';
import {
  registerRecordFreshMs,
  storeDueDatesAndRescheduleChecks,
  readRegisterDueDates,
  type DueDateSources,
} from '../read-registers.ts';
import { findNotifiableMember, type NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { areRemindersPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { enabledReminderChannels, isQuietHour, dueReminderLead } from '@ve/domain/monitoring/reminders/plan-reminders';
import type { MessageSkipReason } from '@ve/domain/messaging/message-skip-reason';
import { daysBetween, londonTime, type LondonTime } from '@ve/domain/kernel/time/london-date';

/** What to do with a planned reminder now. `wait`: send it when quiet hours are over. */
export type ReminderDecision =
  | { state: 'send'; late: boolean; to: { channel: 'email'; address: string } | { channel: 'sms'; phone: string } }
  | { state: 'wait' }
  | { state: 'skip'; reason: MessageSkipReason };

const skip = (reason: MessageSkipReason): ReminderDecision => ({ state: 'skip', reason });

/**
 * Decides whether a planned reminder is still to be sent: its user is a member, has this car and wants it, and its date
 * has not moved or passed. `sendable` is null for a former member. `dueDates` are the car's last read due dates;
 * nothing is sent for an off-road car.
 */
const evaluateReminder = ({
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
  if (!enabledReminderChannels(watch).includes(channel) || !leads.includes(lead)) return skip('switched-off');
  const offRoad = permanentOffRoadReason(dueDates.map(({ noDateReason }) => noDateReason));
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
  if (areRemindersPausedOn(watch, today)) return skip('paused');
  if (channel === 'email' && sendable.emailStopped) return skip('stream-stopped');
  if (channel === 'sms' && !sendable.texts) return skip('payment-due');
  if (channel === 'sms' && sendable.phone === null) return skip('no-phone-number');
  if (isQuietHour(watch.quiet, hour)) return { state: 'wait' };
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

/**
 * Queues the mail or text of a planned reminder once: the message, its job and the end of the reminder are one
 * transaction. Evaluates the current state of the member and of the tax and MOT registers. If the date moved, the
 * reminder ends, and the next scan plans those of the new date. If a register does not respond, the job retries, and
 * its last attempt sends the last known date. In quiet hours the reminder stays open, and the scan queues it again
 * afterwards.
 */
export const queueReminderMessage =
  ({ sources }: { sources: DueDateSources }): JobUseCase<'reminders.send'> =>
  async ({ reminderId }, context) => {
    const { em, now, logger } = context;
    const reminder = await findReminder(em, reminderId);
    if (!reminder) throw new UnrecoverableJobError('no reminder with this id');
    if (reminder.finishedAt !== null) {
      logger.info({ event: 'reminder_already_ended', reminderId }, 'A reminder had already ended.');
      return;
    }
    const first = await evaluateStoredReminder(em, reminder, now());
    const due = first.dueDates.find(({ kind }) => kind === reminder.kind);
    if (first.verdict.state === 'send' && isRegistered(reminder.kind) && !isRead(due, now())) {
      await readAgain(reminder, sources, context);
    }
    const { result, late } = await em.transactional((transaction) => end(transaction, reminderId, context));
    if (result === 'sent' || result === 'too-late')
      context.recordObjective('reminder-on-its-day', result === 'sent' && !late);
    logger.info({ event: 'reminder_evaluated', reminderId, result }, 'A reminder was evaluated.');
  };

const isRegistered = (kind: string): boolean => (registerDueDateKinds as readonly string[]).includes(kind);

const isRead = (due: WatchedDueDate | undefined, now: Date): boolean =>
  due?.fetchedAt != null && Math.abs(now.getTime() - due.fetchedAt.getTime()) < registerRecordFreshMs;

/** Reads the registers; throws if the relevant one does not respond, unless this is the last attempt. */
const readAgain = async (
  { registration, kind }: ReminderRow,
  sources: DueDateSources,
  context: JobContext,
): Promise<void> => {
  const read = await readRegisterDueDates(context.em, { sources, registration }, context);
  await storeDueDatesAndRescheduleChecks(context.em, { registration, dueDates: read }, context.now());
  const due = kind === 'tax' ? read.tax : read.mot;
  if (due.state === 'silent' && !context.lastAttempt) throw new Error(`the register does not answer: ${due.why}`);
};

/** In one transaction, by its current data: queues the message and its job, and ends the reminder and this job. */
const end = async (em: EntityManager, id: string, context: JobContext): Promise<{ result: string; late: boolean }> => {
  const at = context.now();
  const reminder = await lockReminder(em, id);
  if (!reminder || reminder.finishedAt !== null) return { result: 'ended', late: reminder?.late ?? false };
  const { verdict } = await evaluateStoredReminder(em, reminder, at);
  await context.complete(em);
  if (verdict.state === 'wait') return { result: 'wait', late: reminder.late };
  if (verdict.state === 'skip') {
    await endReminder(em, { id, skip: verdict.reason, late: reminder.late }, at);
    return { result: verdict.reason, late: reminder.late };
  }
  // A mail or text that was skipped earlier has the same key.
  const message = { template: 'reminder', subjectId: id, afterSkip: true } as const;
  const queued = { now: at, correlationId: context.correlationId };
  if (verdict.to.channel === 'email') await queueMail(em, { ...message, recipient: verdict.to.address }, queued);
  else await queueText(em, { ...message, recipient: verdict.to.phone }, queued);
  await endReminder(em, { id, skip: null, late: verdict.late }, at);
  return { result: 'sent', late: verdict.late };
};
