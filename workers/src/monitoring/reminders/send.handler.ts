import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail } from '@ve/data/messaging/mails/queue-mail';
import { queueText } from '@ve/data/messaging/texts/queue-text';
import { registerKinds } from '@ve/data/monitoring/watch/register-kinds';
import {
  endReminder,
  findReminder,
  lockReminder,
  type ReminderRow,
} from '@ve/data/monitoring/watch/reminder.repository';
import type { WatchedDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler, JobContext } from '../../job-context.ts';
import { evaluateStoredReminder } from './evaluate-reminder.ts';
import { freshMs, storeRegisters, readRegisters, type RegisterSources } from '../read-registers.ts';

/**
 * Hands a planned reminder to the mails or texts, once: the message, its job and the end of the reminder are one
 * transaction. Whatever changed since it was planned counts: the member is asked for again, and the register of tax and
 * MOT. A date that moved ends the reminder, and the next scan plans those of the new one. A register that says nothing is
 * asked again by the next attempts; the last one sends with the date as it was last read. In quiet hours the reminder is
 * left open, and the scan orders it again when they are over.
 */
export const createReminderHandler =
  ({ sources }: { sources: RegisterSources }): Handler<'reminders.send'> =>
  async ({ reminderId }, context) => {
    const { em, now, logger } = context;
    const reminder = await findReminder(em, reminderId);
    if (!reminder) throw new UnrecoverableJobError('no reminder with this id');
    if (reminder.endedAt !== null) {
      logger.info({ reminderId }, 'reminder already ended');
      return;
    }
    const first = await evaluateStoredReminder(em, reminder, now());
    const due = first.dues.find(({ kind }) => kind === reminder.kind);
    if (first.verdict.state === 'send' && isRegistered(reminder.kind) && !isRead(due, now())) {
      await readAgain(reminder, sources, context);
    }
    const verdict = await em.transactional((transaction) => end(transaction, reminderId, context));
    logger.info({ reminderId, result: verdict }, 'reminder');
  };

const isRegistered = (kind: string): boolean => (registerKinds as readonly string[]).includes(kind);

const isRead = (due: WatchedDueDate | undefined, now: Date): boolean =>
  due?.readAt != null && Math.abs(now.getTime() - due.readAt.getTime()) < freshMs;

/** Reads the registers; while one that would know is silent, later attempts are left to ask. */
const readAgain = async (
  { registration, kind }: ReminderRow,
  sources: RegisterSources,
  context: JobContext,
): Promise<void> => {
  const said = await readRegisters(context.em, sources, registration, context);
  await storeRegisters(context.em, registration, said, context.now());
  const due = kind === 'tax' ? said.tax : said.mot;
  if (due.state === 'silent' && !context.lastAttempt) throw new Error(`the register does not answer: ${due.why}`);
};

/** In one transaction, by what is true in it: the message with its job, the end of the reminder, and that of this job. */
const end = async (em: EntityManager, id: string, context: JobContext): Promise<string> => {
  const at = context.now();
  const reminder = await lockReminder(em, id);
  if (!reminder || reminder.endedAt !== null) return 'ended';
  const { verdict } = await evaluateStoredReminder(em, reminder, at);
  await context.complete(em);
  if (verdict.state === 'wait') return 'wait';
  if (verdict.state === 'skip') {
    await endReminder(em, id, { skip: verdict.reason, late: reminder.late }, at);
    return verdict.reason;
  }
  // A mail or text that was skipped had this key already.
  const message = { template: 'reminder', subjectId: id, uniqueKey: `reminder:${id}`, afterSkip: true } as const;
  const queued = { now: at, correlationId: context.correlationId };
  if (verdict.to.channel === 'email') await queueMail(em, { ...message, recipient: verdict.to.address }, queued);
  else await queueText(em, { ...message, recipient: verdict.to.phone }, queued);
  await endReminder(em, id, { skip: null, late: verdict.late }, at);
  return 'sent';
};
