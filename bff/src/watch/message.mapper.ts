import type { WatchMessage } from '@ve/contracts/http/watch';
import { receiptMs } from '@ve/data/texts/text.repository';
import type { WatchMessageRow } from '@ve/data/watch/watch-message.repository';

type Fate = Pick<WatchMessage, 'state' | 'why'> & { at: Date | null };

/** A reminder or an alert with what became of it, for the browser. */
export function toWatchMessage(row: WatchMessageRow, now: Date): WatchMessage {
  const { state, why, at } = fateOf(row, now);
  const { id, about, registration, channel } = row;
  return { id, about, registration, channel, at: (at ?? row.at).toISOString(), state, why };
}

function fateOf({ channel, message, endedAt, skipReason }: WatchMessageRow, now: Date): Fate {
  if (skipReason !== null) return { state: 'skipped', why: skipReason, at: null };
  if (message === null) {
    if (endedAt === null) return { state: 'waiting', why: null, at: null };
    // The mail or text is purged sooner than the reminder.
    return { state: channel === 'email' ? 'sent' : 'unconfirmed', why: null, at: endedAt };
  }
  const { attemptedAt, sentAt, deliveredAt, failedAt, failure, skippedAt } = message;
  if (skippedAt !== null) return { state: 'skipped', why: message.skipReason, at: null };
  if (failedAt !== null) return { state: 'failed', why: failure, at: sentAt ?? failedAt };
  if (deliveredAt !== null) return { state: 'delivered', why: null, at: sentAt };
  if (sentAt === null) return { state: attemptedAt === null ? 'waiting' : 'unconfirmed', why: null, at: attemptedAt };
  const isSilent = channel === 'sms' && now.getTime() - sentAt.getTime() > receiptMs;
  return { state: isSilent ? 'unconfirmed' : 'sent', why: null, at: sentAt };
}
