import { findReminder } from '@ve/data/monitoring/watch/reminder.repository';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import type { ReminderKind } from '@ve/domain/monitoring/reminders/reminder';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { daysBetween, londonDate } from '@ve/domain/kernel/time/london-date';
import { evaluateStoredReminder } from '@ve/app/monitoring/reminders/evaluate-reminder';
import type { TextBuilder } from '@ve/app/messaging/texts/send-text';
import { msUntilNextHour } from './watched-member.ts';

/** What falls due, before and after its day. */
const words: Readonly<Record<ReminderKind, readonly [before: string, after: string]>> = {
  tax: ['vehicle tax is due on', 'vehicle tax was due on'],
  mot: ['the MOT runs out on', 'the MOT ran out on'],
  insurance: ['the insurance ends on', 'the insurance ended on'],
  servicing: ['a service is due on', 'a service was due on'],
};

/**
 * Contains only the car, the date and the dashboard URL. Evaluated again when sent. While the vendor may have it from an
 * earlier attempt, its text stays that of the first attempt's day, so that a look-up finds it there.
 */
export const buildReminderText: TextBuilder = async (em, { subjectId, recipient, attemptedAt }, { settings, now }) => {
  const reminder = subjectId === null ? null : await findReminder(em, subjectId);
  if (reminder === null) return { skip: 'subject-deleted' };
  const { verdict } = await evaluateStoredReminder(em, reminder, now);
  if (verdict.state === 'wait') return { holdMs: msUntilNextHour(now) };
  if (verdict.state === 'skip') return { skip: verdict.reason };
  // A reminder that is queued again uses the current number.
  if (verdict.to.channel !== 'sms' || verdict.to.phone !== recipient) return { skip: 'phone-number-changed' };
  const { registration, kind, dueOn, lead } = reminder;
  const daysLeft = daysBetween(londonDate(attemptedAt ?? now), dueOn);
  const [before, after] = words[kind];
  const when = `${daysLeft >= 0 ? before : after} ${formatDate(dueOn)}.`;
  const sorry = daysLeft < lead ? ' Sorry, this is late.' : '';
  return {
    body: `Vehicle Enquiry: ${formatRegistration(registration)}: ${when}${sorry} ${settings.origin}/dashboard Reply STOP to end texts.`,
    validSeconds: 14_400,
  };
};
