import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { countUpTo, type FoundTotal } from '../list/found-total.ts';
import { type KeysetPage, pageClauses, type PagePlace, toPage } from '../list/keyset-page.ts';

export interface FailedTextRow {
  id: string;
  template: string;
  recipient: string;
  /** Of the row that the text was about, while that exists. */
  userId: string | null;
  createdAt: Date;
  failedAt: Date;
  failure: string;
}

/** A page of the texts that failed, the last one first. */
export const listFailedTexts = async (em: EntityManager, place: PagePlace): Promise<KeysetPage<FailedTextRow>> => {
  const { where, tail } = pageClauses(place, { at: 'texts.failed_at', id: 'texts.id' });
  const rows = await tables(em)
    .selectFrom('texts')
    .select(['texts.id', 'template', 'recipient', 'texts.created_at as createdAt', 'failed_at', 'failure'])
    .select(
      sql<string | null>`coalesce(
        (select user_id from reminders where reminders.id = texts.subject_id),
        (select user_id from watch_events where watch_events.id = texts.subject_id),
        (select user_id from phone_codes where phone_codes.id = texts.subject_id)
      )`.as('userId'),
    )
    .where('failed_at', 'is not', null)
    .where(where)
    .modifyEnd(tail)
    .execute();
  return toPage(
    place,
    rows.map(({ failed_at, failure, ...text }) => ({
      ...text,
      failedAt: failed_at ?? text.createdAt,
      failure: failure ?? '',
    })),
  );
};

/** How many texts failed, counted up to a thousand. */
export const countFailedTexts = (em: EntityManager): Promise<FoundTotal> =>
  countUpTo(em, 'texts', sql`failed_at is not null`);
