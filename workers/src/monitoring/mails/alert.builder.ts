import { findWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import { unsubscribeSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { switchOf } from '@ve/domain/monitoring/alerts/alert';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { unsubscribeToken } from '@ve/app/messaging/mails/unsubscribe-token';
import { alertEmail } from './alert.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';

/** Skipped for a former member, for another car, and when alerts were paused or this one switched off since. */
export const buildAlertEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const event = subjectId === null ? null : await findWatchEvent(em, subjectId);
  if (!event) return { skip: 'subject-deleted' };
  const { userId, registration, facts } = event;
  const sendable = await findNotifiableMember(em, userId, now);
  if (sendable?.registration !== registration) return { skip: 'not-needed' };
  const { watch } = sendable;
  const unwanted = !watch.emailOn || watch.disabledAlerts.includes(switchOf(facts.kind));
  if (unwanted || isPausedOn(watch, londonDate(now))) return { skip: 'not-needed' };
  const token = unsubscribeToken({ userId, stream: 'alert' }, await unsubscribeSigningKey(em));
  return alertEmail({ event, token, settings }, now);
};
