import { unsubscribeKey } from '@ve/data/limit/secret.repository';
import { findMailedReminder, type StoredReminder } from '@ve/data/mails/watch-mail.repository';
import { findSendable, type Sendable } from '@ve/data/watch/sendable.repository';
import { isPausedOn } from '@ve/domain/reminders/pause';
import { goneFor } from '@ve/domain/reminders/register-dues';
import type { VehicleRecord } from '@ve/domain/report/vehicle-record';
import { vehicleName } from '@ve/domain/report/vehicle-name';
import { londonDate } from '@ve/domain/time/london-date';
import { unsubscribeToken } from '@ve/server-kit/auth/unsubscribe-token';
import type { MailBuilder } from './letter.ts';
import { type MailedReminder, reminderLetter } from './reminder.mail.tsx';

/**
 * Skipped for whoever is no member any more, watches another car, has paused, switched off or unchosen it since it was
 * planned, and where the date has moved or nothing falls due any more.
 */
export const buildReminder: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const stored = subjectId === null ? null : await findMailedReminder(em, subjectId);
  if (!stored) return { skip: 'subject-gone' };
  const sendable = await findSendable(em, stored.userId, now);
  if (sendable?.registration !== stored.registration || !isChosen(stored, sendable, now)) return { skip: 'not-needed' };
  const reminder = mailedReminder(stored);
  if (!reminder) return { skip: 'not-needed' };
  const token = unsubscribeToken({ userId: stored.userId, stream: 'reminder' }, await unsubscribeKey(em));
  return reminderLetter(reminder, token, now, settings);
};

const isChosen = ({ kind, lead }: StoredReminder, { watch }: Sendable, now: Date): boolean =>
  watch.emailOn && !isPausedOn(watch, londonDate(now)) && watch.leads[kind].email.includes(lead);

/** Null where it is not due on that day any more, or the car has left the road for good. */
const mailedReminder = (stored: StoredReminder): MailedReminder | null => {
  const { registration, kind, dueOn, lead, record } = stored;
  const dueOf = (which: typeof kind) => stored.dues.find((due) => due.kind === which);
  const due = dueOf(kind);
  if (due?.on !== dueOn || due.source === null) return null;
  if (goneFor(stored.dues) !== null) return null;
  const sorn = dueOf('tax')?.why === 'sorn';
  return {
    registration,
    name: record && nameOf(record),
    kind,
    dueOn,
    lead,
    source: due.source,
    readAt: due.readAt,
    sorn,
    inUse: !sorn,
  };
};

const nameOf = (record: VehicleRecord): string | null => {
  const { colour, make, model } = vehicleName(record);
  const name = [colour?.toLowerCase(), make, model].filter((part) => part !== null && part !== undefined).join(' ');
  return name === '' ? null : name;
};
