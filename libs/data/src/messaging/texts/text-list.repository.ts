import type { EntityManager } from '@mikro-orm/postgresql';
import type { TextTemplate } from '@ve/contracts/texts';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countRowsUpToMax, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { type KeysetPage, keysetPageClauses, type PagePosition, toKeysetPage } from '../../kernel/list/keyset-page.ts';

export interface FailedTextRow {
  id: string;
  template: string;
  recipient: string;
  /** The user of the row that the text concerned, while that row exists. */
  userId: string | null;
  createdAt: Date;
  failedAt: Date;
  failure: string;
}

/** A page of the texts that failed, the last one first. */
export const listFailedTexts = async (em: EntityManager, place: PagePosition): Promise<KeysetPage<FailedTextRow>> => {
  const { where, tail } = keysetPageClauses(place, { at: 'texts.failed_at', id: 'texts.id' });
  const rows = await tables(em)
    .selectFrom('texts')
    .select(['texts.id', 'template', 'recipient', 'texts.createdAt', 'failedAt', 'failure'])
    .select(
      sql<string | null>`coalesce(
        (select user_id from reminders where reminders.id = texts.subject_id),
        (select user_id from watch_events where watch_events.id = texts.subject_id),
        (select user_id from phone_codes where phone_codes.id = texts.subject_id)
      )`.as('userId'),
    )
    .where('failedAt', 'is not', null)
    .where(where)
    .modifyEnd(tail)
    .execute();
  return toKeysetPage(
    place,
    rows.map(({ failedAt, failure, ...text }) => ({
      ...text,
      failedAt: failedAt ?? text.createdAt,
      failure: failure ?? '',
    })),
  );
};

/** Counts the failed texts, up to a thousand. */
export const countFailedTexts = (em: EntityManager): Promise<CappedTotal> =>
  countRowsUpToMax(em, 'texts', sql`failed_at is not null`);

/** The state of a text that staff need to know before it is sent again. */
export interface TextOutcomeRow {
  template: TextTemplate;
  recipient: string;
  subjectId: string | null;
  uniqueKey: string;
  createdAt: Date;
  /** `sent` includes delivered texts. */
  state: 'sent' | 'failed' | 'skipped' | 'waiting';
  /** Whether the vendor accepted it before it failed. */
  wasTaken: boolean;
}

/** Locks a text until the caller's transaction ends; null when there is none with this id. */
export const lockText = async (em: EntityManager, id: string): Promise<TextOutcomeRow | null> => {
  const row = await tables(em)
    .selectFrom('texts')
    .select(['template', 'recipient', 'subjectId', 'uniqueKey', 'createdAt', 'sentAt', 'failedAt', 'skippedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { template, recipient, sentAt, failedAt, skippedAt } = row;
  const unsent = skippedAt === null ? 'waiting' : 'skipped';
  return {
    template: template as TextTemplate,
    recipient,
    subjectId: row.subjectId,
    uniqueKey: row.uniqueKey,
    createdAt: row.createdAt,
    state: failedAt !== null ? 'failed' : sentAt !== null ? 'sent' : unsent,
    wasTaken: sentAt !== null,
  };
};
