import type { EntityManager } from '@mikro-orm/postgresql';
import { delayAlertText, claimDueAlertTexts } from '@ve/data/monitoring/alerts/watch-event.repository';
import { queueMail, queueText } from '../../messaging/queue-message.ts';
import { textExpiryMs } from '@ve/domain/messaging/texts/text-state';
import { findOffRoadStatus } from '@ve/data/monitoring/watch/register-due-dates.repository';
import { findNotifiableMember, type NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { type AlertKind, alertSwitchOf, alertsSentAsText } from '@ve/domain/monitoring/alerts/alert';
import { textTimeOutsideQuietHours } from '@ve/domain/monitoring/alerts/text-send-time';
import { areRemindersPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { londonDate } from '@ve/domain/kernel/time/london-date';

/** Alerts that are not sent for an off-road car: it needs no tax. */
const ofCarsInUse: readonly AlertKind[] = ['tax-status', 'date-moved'];

/** True if a member is to be notified now. The event is on their dashboard in any case. */
const shouldNotify = async (
  em: EntityManager,
  { sendable: { watch, registration }, kind }: { sendable: NotifiableMember; kind: AlertKind },
  now: Date,
): Promise<boolean> => {
  const paused = areRemindersPausedOn(watch, londonDate(now));
  if (paused || watch.disabledAlerts.includes(alertSwitchOf(kind))) return false;
  return !ofCarsInUse.includes(kind) || (await findOffRoadStatus(em, registration)) === null;
};

/**
 * Queues the messages of an event, in the transaction that wrote it: a mail immediately; a text, for urgent kinds, once
 * quiet hours are over and no payment is due.
 */
export const notifyMember = async (
  em: EntityManager,
  { sendable, id, kind }: { sendable: NotifiableMember; id: string; kind: AlertKind },
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<void> => {
  if (!(await shouldNotify(em, { sendable, kind }, now))) return;
  const { watch, email, phone } = sendable;
  if (watch.emailOn) {
    const mail = { template: 'alert', recipient: email, subjectId: id } as const;
    await queueMail(em, mail, { now, correlationId });
  }
  if (!watch.smsOn || phone === null || !alertsSentAsText.includes(kind)) return;
  const at = readyAt(sendable, now);
  if (at > now) await delayAlertText(em, id, at);
  else await text(em, { phone, id }, { now, correlationId });
};

const anHour = 3_600_000;

/**
 * When a text to this member may be queued: now, at the end of quiet hours, or, while a payment is due, in an hour,
 * when it is checked again.
 */
const readyAt = ({ texts, watch }: NotifiableMember, now: Date): Date =>
  textTimeOutsideQuietHours(texts ? now : new Date(now.getTime() + anHour), watch.quiet);

const text = (
  em: EntityManager,
  { phone, id }: { phone: string; id: string },
  queued: { now: Date; correlationId: string },
): Promise<boolean> => queueText(em, { template: 'alert', recipient: phone, subjectId: id }, queued);

const batch = 500;

/**
 * Queues the texts that waited for quiet hours or a payment, for members who still want them. A text that no payment
 * released within `textExpiryMs` is dropped. Returns how many events were processed.
 */
export const queueDelayedAlertTexts = (em: EntityManager, now: Date): Promise<number> =>
  em.transactional(async (transaction) => {
    const due = await claimDueAlertTexts(transaction, { now, limit: batch });
    for (const { id, userId, registration, facts, at: happenedAt } of due) {
      if (now.getTime() - happenedAt.getTime() >= textExpiryMs) continue;
      const sendable = await findNotifiableMember(transaction, userId, now);
      if (sendable?.registration !== registration) continue;
      if (!(await shouldNotify(transaction, { sendable, kind: facts.kind }, now))) continue;
      const { watch, phone } = sendable;
      if (!watch.smsOn || phone === null) continue;
      const at = readyAt(sendable, now);
      if (at > now) await delayAlertText(transaction, id, at);
      else await text(transaction, { phone, id }, { now, correlationId: 'alerts' });
    }
    return due.length;
  });
