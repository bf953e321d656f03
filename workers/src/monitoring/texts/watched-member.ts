import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedText } from '@ve/data/messaging/texts/text.repository';
import { readPhoneState } from '@ve/data/membership/phone/phone.repository';
import { findNotifiableMember, type NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { isQuiet } from '@ve/domain/monitoring/reminders/plan-reminders';
import { londonTime } from '@ve/domain/kernel/time/london-date';
import type { SkippedMessage } from '@ve/app/messaging/send-message';
import type { DeferredText } from '@ve/app/messaging/texts/send-text';

const anHour = 3_600_000;

/** Milliseconds until the next full hour, when quiet hours may be over. */
export const msUntilNextHour = (now: Date): number => anHour - (now.getTime() % anHour);

/**
 * Returns the member to whom a text about their car may be sent now, else why not. Evaluated when the text is sent: the
 * member may have cancelled, changed the car or number, or turned texts off, and a delayed text must not arrive in quiet
 * hours or while a payment is due. Deferred texts are evaluated again at the next full hour.
 */
export const findWatchedMember = async (
  em: EntityManager,
  { userId, registration, text: { recipient } }: { userId: string; registration: string; text: ClaimedText },
  now: Date,
): Promise<NotifiableMember | SkippedMessage | DeferredText> => {
  const member = await findNotifiableMember(em, userId, now);
  if (member?.registration !== registration) return { skip: 'not-needed' };
  const { today, hour } = londonTime(now);
  if (!member.watch.smsOn || isPausedOn(member.watch, today)) return { skip: 'not-needed' };
  const phone = await readPhoneState(em, userId);
  if (phone?.number !== recipient || phone.state !== 'confirmed') return { skip: 'not-needed' };
  return !member.texts || isQuiet(member.watch.quiet, hour) ? { holdMs: msUntilNextHour(now) } : member;
};
