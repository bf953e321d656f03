import type { WatchMessage } from '@ve/contracts/http/monitoring/watch';
import type { WatchMessageRow } from '@ve/data/monitoring/watch/watch-message.repository';
import { textStateOf } from '@ve/domain/messaging/texts/text-state';

type DeliveryState = Pick<WatchMessage, 'state' | 'why'> & { at: Date | null };

/** Converts a reminder or an alert with its delivery state for the browser. */
export function toWatchMessage(row: WatchMessageRow, now: Date): WatchMessage {
  const { state, why, at } = deliveryStateOf(row, now);
  const { id, about, registration, channel } = row;
  return { id, about, registration, channel, at: (at ?? row.at).toISOString(), state, why };
}

function deliveryStateOf({ channel, message, endedAt, skipReason }: WatchMessageRow, now: Date): DeliveryState {
  if (skipReason !== null) return { state: 'skipped', why: skipReason, at: null };
  if (message === null) {
    if (endedAt === null) return { state: 'waiting', why: null, at: null };
    // The mail or text is purged sooner than the reminder.
    return { state: channel === 'email' ? 'sent' : 'unconfirmed', why: null, at: endedAt };
  }
  const { attemptedAt, sentAt, failedAt, failure } = message;
  const state = textStateOf(message, now);
  switch (state) {
    case 'skipped':
      return { state, why: message.skipReason, at: null };
    case 'failed':
      return { state, why: failure, at: sentAt ?? failedAt };
    case 'unconfirmed':
      // Mails have no receipts.
      return { state: channel === 'email' && sentAt !== null ? 'sent' : state, why: null, at: sentAt ?? attemptedAt };
    case 'waiting':
    case 'sent':
    case 'delivered':
      return { state, why: null, at: sentAt };
  }
}
