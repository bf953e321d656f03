import { findReminder } from '@ve/data/monitoring/watch/reminder.repository';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import type { ReminderKind } from '@ve/domain/monitoring/reminders/reminder';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { daysBetween, londonDate, londonTime } from '@ve/domain/kernel/time/london-date';
import { evaluateStoredReminder } from '@ve/app/monitoring/reminders/send-reminder';
import type { TextBuilder, TextDeferral } from '@ve/app/messaging/texts/send-text';
import { findWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import { type AlertFacts, alertSwitchOf, alertsSentAsText } from '@ve/domain/monitoring/alerts/alert';
import type { OffRoadStatus } from '@ve/domain/vehicle/record/off-road';
import { taxStatusLabel } from '@ve/domain/vehicle/tax/tax-status-labels';
import { toGsm7 } from '@ve/domain/kernel/text/gsm7';
import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedText } from '@ve/data/messaging/texts/text.repository';
import { readPhoneState } from '@ve/data/membership/phone/phone.repository';
import { findNotifiableMember, type NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { areRemindersPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { isQuietHour } from '@ve/domain/monitoring/reminders/plan-reminders';
import type { SkippedMessage } from '@ve/app/messaging/send-message';

const anHour = 3_600_000;

/** Milliseconds until the next full hour, when quiet hours may be over. */
const msUntilNextHour = (now: Date): number => anHour - (now.getTime() % anHour);

/**
 * Returns the member to whom a text about their car may be sent now, else why not. Evaluated when the text is sent: the
 * member may have cancelled, changed the car or number, or turned texts off, and a delayed text must not arrive in
 * quiet hours or while a payment is due. Deferred texts are evaluated again at the next full hour.
 */
const findWatchedMember = async (
  em: EntityManager,
  { userId, registration, text: { recipient } }: { userId: string; registration: string; text: ClaimedText },
  now: Date,
): Promise<NotifiableMember | SkippedMessage | TextDeferral> => {
  const member = await findNotifiableMember(em, userId, now);
  if (member?.registration !== registration) return { skip: 'not-needed' };
  const { today, hour } = londonTime(now);
  if (!member.watch.smsOn || areRemindersPausedOn(member.watch, today)) return { skip: 'not-needed' };
  const phone = await readPhoneState(em, userId);
  if (phone?.number !== recipient || phone.state !== 'confirmed') return { skip: 'not-needed' };
  return !member.texts || isQuietHour(member.watch.quiet, hour) ? { holdMs: msUntilNextHour(now) } : member;
};

/** What falls due, before and after its day. */
const words: Readonly<Record<ReminderKind, readonly [before: string, after: string]>> = {
  tax: ['vehicle tax is due on', 'vehicle tax was due on'],
  mot: ['the MOT runs out on', 'the MOT ran out on'],
  insurance: ['the insurance ends on', 'the insurance ended on'],
  servicing: ['a service is due on', 'a service was due on'],
};

/**
 * Contains only the car, the date and the dashboard URL. Evaluated again when sent. While the vendor may have it from
 * an earlier attempt, its text stays that of the first attempt's day, so that a look-up finds it there.
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

const offRoadLabels: Readonly<Record<OffRoadStatus, string>> = {
  scrapped: 'is now recorded as scrapped. If that is wrong, tell DVLA.',
  exported: 'is now recorded as exported. If that is wrong, tell DVLA.',
  'marked-for-export': 'is now marked for export. If that is wrong, tell DVLA.',
  neither: 'is no longer recorded as scrapped or exported.',
};

/** Returns the text of a change, or null if it is sent by mail only. */
const wordsOf = (facts: AlertFacts, plate: string): string | null => {
  switch (facts.kind) {
    case 'tax-status':
      return `DVLA now says that ${plate} is ${taxStatusLabel(facts.to.slice(0, 40))}.`;
    case 'mot-result': {
      const tested = formatDate(facts.testedOn);
      const failedFor =
        facts.failures.length === 0 ? '' : `, for ${formatCountWithNoun(facts.failures.length, 'reason')}`;
      if (!facts.passed) return `${plate} failed its MOT on ${tested}${failedFor}.`;
      const advised =
        facts.advisories.length === 0 ? '' : ` with ${formatCountWithNoun(facts.advisories.length, 'advisory note')}`;
      const until = facts.expiresOn === null ? '' : ` MOT until ${formatDate(facts.expiresOn)}.`;
      return `${plate} passed its MOT on ${tested}${advised}.${until}`;
    }
    case 'recall':
      if (facts.outstanding === 'No') return `DVSA no longer shows an outstanding safety recall for ${plate}.`;
      return facts.outstanding === 'Yes'
        ? `${plate} has an outstanding safety recall.`
        : `A safety recall may apply to ${plate}.`;
    case 'keeper-change':
      return facts.on === null
        ? `${plate} has a new registered keeper.`
        : `${plate} has a new registered keeper, recorded on ${formatDate(facts.on)}.`;
    case 'plate-change':
      return `The registration number of ${plate} was changed.`;
    case 'scrapped-or-exported':
      return `${plate} ${offRoadLabels[facts.state]}`;
    default:
      return null;
  }
};

/** Contains only the car, the change and the dashboard URL. Skipped for a member who must not get it any more. */
export const buildAlertText: TextBuilder = async (em, text, { settings, now }) => {
  const event = text.subjectId === null ? null : await findWatchEvent(em, text.subjectId);
  if (event === null) return { skip: 'subject-deleted' };
  const { facts, registration } = event;
  const words = alertsSentAsText.includes(facts.kind) ? wordsOf(facts, formatRegistration(registration)) : null;
  if (words === null) return { skip: 'not-needed' };
  const member = await findWatchedMember(em, { ...event, text }, now);
  if (!('watch' in member)) return member;
  if (member.watch.disabledAlerts.includes(alertSwitchOf(facts.kind))) return { skip: 'not-needed' };
  return {
    body: toGsm7(`Vehicle Enquiry: ${words} ${settings.origin}/dashboard Reply STOP to end texts.`),
    validSeconds: 14_400,
  };
};
