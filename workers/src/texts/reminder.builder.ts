import { findTextedReminder } from '@ve/data/texts/texted-reminder.repository';
import { formatRegistration } from '@ve/domain/registration/format-registration';
import type { ReminderKind } from '@ve/domain/reminders/reminder';
import { formatDate } from '@ve/domain/time/format-date';
import { londonDate } from '@ve/domain/time/london-date';
import type { TextBuilder } from './text-letter.ts';
import { findWatchedMember } from './watched-member.ts';

/** What falls due, before and after its day. */
const words: Readonly<Record<ReminderKind, readonly [before: string, after: string]>> = {
  tax: ['vehicle tax is due on', 'vehicle tax was due on'],
  mot: ['the MOT runs out on', 'the MOT ran out on'],
  insurance: ['the insurance ends on', 'the insurance ended on'],
  servicing: ['a service is due on', 'a service was due on'],
};

/** Names the car, the date and the dashboard, nothing else. Skipped for whoever is to get none any more. */
export const buildReminder: TextBuilder = async (em, text, { settings, now }) => {
  const reminder = text.subjectId === null ? null : await findTextedReminder(em, text.subjectId);
  if (reminder === null) return { skip: 'subject-gone' };
  const member = await findWatchedMember(em, reminder, text, now);
  if (!('watch' in member)) return member;
  const { registration, kind, dueOn, late } = reminder;
  const [before, after] = words[kind];
  const when = `${londonDate(now) <= dueOn ? before : after} ${formatDate(dueOn)}.`;
  const sorry = late ? ' Sorry, this reminder is late.' : '';
  return {
    body: `Vehicle Enquiry: ${formatRegistration(registration)}: ${when}${sorry} ${settings.origin}/dashboard Reply STOP to end texts.`,
    validSeconds: 14_400,
  };
};
