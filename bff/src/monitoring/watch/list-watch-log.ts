import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type {
  listWatchEventsEndpoint,
  listWatchMessagesEndpoint,
  WatchMessage,
} from '@ve/contracts/http/monitoring/watch';
import { listWatchEvents as listEventRows } from '@ve/data/monitoring/alerts/watch-event.repository';
import type { Context } from '@ve/data/kernel/context';
import {
  listWatchMessages as listMessageRows,
  type WatchMessageRow,
} from '@ve/data/monitoring/watch/watch-message.repository';
import { parseCursor, serialiseCursor } from '../../platform/list-page.ts';
import { textMessageStateOf } from '@ve/domain/messaging/texts/text-state';

const pageSize = 20;

const cursorOf = (before: string | undefined) => (before === undefined ? null : parseCursor(before, 'before'));

/** Cuts a page from rows that were read with one extra row, whose presence means that more follow. */
const pageOf = <Row extends { at: Date; id: string }>(read: readonly Row[]) => {
  const rows = read.slice(0, pageSize);
  const last = rows.at(-1);
  return { rows, next: last !== undefined && read.length > pageSize ? serialiseCursor(last) : null };
};

/** @throws ProblemError `request-invalid` for a malformed place */
export async function listWatchMessages(
  { em, now }: Context,
  userId: string,
  before: string | undefined,
): Promise<EndpointAnswerBody<typeof listWatchMessagesEndpoint>> {
  const read = await listMessageRows(em, userId, { before: cursorOf(before), limit: pageSize + 1 });
  const { rows, next } = pageOf(read);
  return { messages: rows.map((row) => toWatchMessage(row, now())), next };
}

/** @throws ProblemError `request-invalid` for a malformed place */
export async function listWatchEvents(
  { em }: Context,
  userId: string,
  before: string | undefined,
): Promise<EndpointAnswerBody<typeof listWatchEventsEndpoint>> {
  const read = await listEventRows(em, userId, { before: cursorOf(before), limit: pageSize + 1 });
  const { rows, next } = pageOf(read);
  const events = rows.map(({ id, registration, facts, at }) => ({ id, registration, facts, at: at.toISOString() }));
  return { events, next };
}

type DeliveryState = Pick<WatchMessage, 'state' | 'why'> & { at: Date | null };

/** Converts a reminder or an alert with its delivery state for the browser. */
function toWatchMessage(row: WatchMessageRow, now: Date): WatchMessage {
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
  const state = textMessageStateOf(message, now);
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
