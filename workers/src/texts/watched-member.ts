import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedText } from '@ve/data/texts/text.repository';
import { phoneStateOf } from '@ve/data/texts/phone.repository';
import { findSendable, type Sendable } from '@ve/data/watch/sendable.repository';
import type { QuietHours } from '@ve/domain/reminders/reminder';
import { londonDate } from '@ve/domain/time/london-date';
import type { HeldText, SkippedText } from './text-letter.ts';

const anHour = 3_600_000;
const londonHour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: 'numeric', hourCycle: 'h23' });

const isQuiet = (now: Date, { from, until }: QuietHours): boolean => {
  const hour = Number(londonHour.format(now));
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until;
};

/**
 * The member whom a text about their car may go to now; else why not. It is asked when the text is sent: by then somebody
 * may have cancelled, changed the car or the number, or turned texts off, and a text that a failure has delayed must not
 * come at night. Held until the next full hour, when it is asked again.
 */
export const findWatchedMember = async (
  em: EntityManager,
  { userId, registration }: { userId: string; registration: string },
  { recipient }: ClaimedText,
  now: Date,
): Promise<Sendable | SkippedText | HeldText> => {
  const member = await findSendable(em, userId, now);
  if (member?.registration !== registration) return { skip: 'not-needed' };
  const { smsOn, paused, pausedUntil, quiet } = member.watch;
  const isPaused = paused && (pausedUntil === null || londonDate(now) < pausedUntil);
  if (!smsOn || isPaused) return { skip: 'not-needed' };
  const phone = await phoneStateOf(em, userId);
  if (phone?.number !== recipient || phone.state !== 'confirmed') return { skip: 'not-needed' };
  return isQuiet(now, quiet) ? { holdMs: anHour - (now.getTime() % anHour) } : member;
};
