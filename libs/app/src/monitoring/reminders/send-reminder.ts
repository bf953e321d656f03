import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail, queueText } from '../../messaging/queue-message.ts';
import { registerDueDateKinds } from '@ve/data/monitoring/watch/register-due-date-kinds';
import {
  endReminder,
  findReminder,
  lockReminder,
  type ReminderRow,
} from '@ve/data/monitoring/watch/reminder.repository';
import type { WatchedDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase, JobContext } from '../../job-context.ts';
import { evaluateStoredReminder } from './evaluate-reminder.ts';
import { registerFreshMs, storeRegisters, readRegisters, type RegisterSources } from '../read-registers.ts';

/**
 * Queues the mail or text of a planned reminder once: the message, its job and the end of the reminder are one transaction.
 * Evaluates the current state of the member and of the tax and MOT registers. If the date moved, the reminder ends, and the
 * next scan plans those of the new date. If a register does not respond, the job retries, and its last attempt sends the
 * last known date. In quiet hours the reminder stays open, and the scan queues it again afterwards.
 */
export const sendReminder =
  ({ sources }: { sources: RegisterSources }): JobUseCase<'reminders.send'> =>
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
    const verdict = await em.transactional((transaction) => end(transaction, reminderId, context));
    logger.info({ event: 'reminder_evaluated', reminderId, result: verdict }, 'A reminder was evaluated.');
  };

const isRegistered = (kind: string): boolean => (registerDueDateKinds as readonly string[]).includes(kind);

const isRead = (due: WatchedDueDate | undefined, now: Date): boolean =>
  due?.fetchedAt != null && Math.abs(now.getTime() - due.fetchedAt.getTime()) < registerFreshMs;

/** Reads the registers; throws if the relevant one does not respond, unless this is the last attempt. */
const readAgain = async (
  { registration, kind }: ReminderRow,
  sources: RegisterSources,
  context: JobContext,
): Promise<void> => {
  const read = await readRegisters(context.em, { sources, registration }, context);
  await storeRegisters(context.em, { registration, dueDates: read }, context.now());
  const due = kind === 'tax' ? read.tax : read.mot;
  if (due.state === 'silent' && !context.lastAttempt) throw new Error(`the register does not answer: ${due.why}`);
};

/** In one transaction, by its current data: queues the message and its job, and ends the reminder and this job. */
const end = async (em: EntityManager, id: string, context: JobContext): Promise<string> => {
  const at = context.now();
  const reminder = await lockReminder(em, id);
  if (!reminder || reminder.finishedAt !== null) return 'ended';
  const { verdict } = await evaluateStoredReminder(em, reminder, at);
  await context.complete(em);
  if (verdict.state === 'wait') return 'wait';
  if (verdict.state === 'skip') {
    await endReminder(em, { id, skip: verdict.reason, late: reminder.late }, at);
    return verdict.reason;
  }
  // A mail or text that was skipped earlier has the same key.
  const message = { template: 'reminder', subjectId: id, afterSkip: true } as const;
  const queued = { now: at, correlationId: context.correlationId };
  if (verdict.to.channel === 'email') await queueMail(em, { ...message, recipient: verdict.to.address }, queued);
  else await queueText(em, { ...message, recipient: verdict.to.phone }, queued);
  await endReminder(em, { id, skip: null, late: verdict.late }, at);
  return 'sent';
};
