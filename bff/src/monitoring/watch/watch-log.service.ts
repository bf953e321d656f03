import { Injectable } from '@nestjs/common';
import type { AnswerOf } from '@ve/contracts/endpoint';
import type { listWatchEvents, listWatchMessages } from '@ve/contracts/http/monitoring/watch';
import { listWatchEvents as listEventRows } from '@ve/data/monitoring/alerts/watch-event.repository';
import type { Context } from '@ve/data/kernel/context';
import { listWatchMessages as listMessageRows } from '@ve/data/monitoring/watch/watch-message.repository';
import { readCursor, writeCursor } from '../../platform/list-page.ts';
import { toWatchMessage } from './message.mapper.ts';

const pageSize = 20;

const cursorOf = (before: string | undefined) => (before === undefined ? null : readCursor(before, 'before'));

/** Cuts a page from rows that were read with one extra row, whose presence means that more follow. */
const pageOf = <Row extends { at: Date; id: string }>(read: readonly Row[]) => {
  const rows = read.slice(0, pageSize);
  const last = rows.at(-1);
  return { rows, next: last !== undefined && read.length > pageSize ? writeCursor(last) : null };
};

/** The messages sent to a member, and the events of their cars. */
@Injectable()
export class WatchLogService {
  /** @throws ProblemError `request-invalid` for a malformed place */
  async messages(
    { em, now }: Context,
    userId: string,
    before: string | undefined,
  ): Promise<AnswerOf<typeof listWatchMessages>> {
    const read = await listMessageRows(em, userId, { before: cursorOf(before), limit: pageSize + 1 });
    const { rows, next } = pageOf(read);
    return { messages: rows.map((row) => toWatchMessage(row, now())), next };
  }

  /** @throws ProblemError `request-invalid` for a malformed place */
  async events({ em }: Context, userId: string, before: string | undefined): Promise<AnswerOf<typeof listWatchEvents>> {
    const read = await listEventRows(em, userId, { before: cursorOf(before), limit: pageSize + 1 });
    const { rows, next } = pageOf(read);
    const events = rows.map(({ id, registration, facts, at }) => ({ id, registration, facts, at: at.toISOString() }));
    return { events, next };
  }
}
