import { unsubscribeSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { findMailedReminder, type StoredReminder } from '@ve/data/monitoring/mails/watch-mail.repository';
import { findReminder } from '@ve/data/monitoring/watch/reminder.repository';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { vehicleName } from '@ve/domain/vehicle/facts/vehicle-name';
import { unsubscribeToken } from '@ve/app/messaging/mails/unsubscribe-token';
import { evaluateStoredReminder } from '@ve/app/monitoring/reminders/evaluate-reminder';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';
import { type MailedReminder, reminderEmail } from './reminder.mail.tsx';

/** Evaluated again when sent, like its text: the date may have moved, or the member may have opted out. */
export const buildReminderEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const stored = subjectId === null ? null : await findMailedReminder(em, subjectId);
  const row = subjectId === null ? null : await findReminder(em, subjectId);
  if (!stored || !row) return { skip: 'subject-deleted' };
  // Mails do not wait for quiet hours: this one was queued outside them.
  const { verdict } = await evaluateStoredReminder(em, row, now);
  if (verdict.state === 'skip') return { skip: verdict.reason };
  const reminder = mailedReminder(stored);
  if (!reminder) return { skip: 'not-needed' };
  const token = unsubscribeToken({ userId: stored.userId, stream: 'reminder' }, await unsubscribeSigningKey(em));
  return reminderEmail({ reminder, token, settings }, now);
};

/** Returns null if the date has no named source. */
const mailedReminder = (stored: StoredReminder): MailedReminder | null => {
  const { registration, kind, dueOn, lead, record } = stored;
  const dueOf = (which: typeof kind) => stored.dueDates.find((due) => due.kind === which);
  const due = dueOf(kind);
  if (!due || due.source === null) return null;
  const sorn = dueOf('tax')?.noDateReason === 'sorn';
  return {
    registration,
    name: record && nameOf(record),
    kind,
    dueOn,
    lead,
    source: due.source,
    readAt: due.fetchedAt,
    sorn,
    inUse: !sorn,
  };
};

const nameOf = (record: VehicleRecord): string | null => {
  const { colour, make, model } = vehicleName(record);
  const name = [colour?.toLowerCase(), make, model].filter((part) => part !== null && part !== undefined).join(' ');
  return name === '' ? null : name;
};
