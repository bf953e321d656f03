import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countRowsUpToMax, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { type KeysetPage, keysetPageClauses, type PagePosition, toKeysetPage } from '../../kernel/list/keyset-page.ts';

/** `waiting`: neither sent nor ended, and older than `before`. */
export type UnsentMailSelection = ({ state: 'failed' | 'skipped' } | { state: 'waiting'; before: Date }) & {
  /** Only those of this newsletter to its subscribers. */
  newsletter?: string | undefined;
};

export interface UnsentMailRow {
  id: string;
  template: string;
  recipient: string | null;
  /** The account of the recipient's address, if there is one. */
  userId: string | null;
  createdAt: Date;
  /** When it failed or was skipped. */
  endedAt: Date | null;
  why: string | null;
}

/** A page of the mails that were not sent: the last failed, skipped or written ones first. */
export const findUnsentMailPage = async (
  em: EntityManager,
  selection: UnsentMailSelection,
  place: PagePosition,
): Promise<KeysetPage<UnsentMailRow>> => {
  const { where, tail } = keysetPageClauses(place, { at: `mails.${orderedBy[selection.state]}`, id: 'mails.id' });
  const rows = await tables(em)
    .selectFrom('mails')
    .leftJoin('users', 'users.email', 'mails.recipient')
    .select(['mails.id', 'template', 'recipient', 'users.id as userId', 'mails.createdAt'])
    .select(['failedAt', 'failure', 'skippedAt', 'skipReason'])
    .where(conditionOf(selection))
    .where(where)
    .modifyEnd(tail)
    .execute();
  return toKeysetPage(
    place,
    rows.map(({ failedAt, failure, skippedAt, skipReason, ...mail }) => ({
      ...mail,
      endedAt: failedAt ?? skippedAt,
      why: failure ?? skipReason,
    })),
  );
};

/** The time that orders a mail in its list. */
export const unsentMailListTime = ({ createdAt, endedAt }: UnsentMailRow): Date => endedAt ?? createdAt;

/** Counts the selected mails, up to a thousand. */
export const countUnsentMails = (em: EntityManager, selection: UnsentMailSelection): Promise<CappedTotal> =>
  countRowsUpToMax(em, 'mails', conditionOf(selection));

/** Locks a mail until the caller's transaction ends; null when there is none with this id. */
export const lockMail = async (
  em: EntityManager,
  id: string,
): Promise<{ template: string; state: 'sent' | 'failed' | 'skipped' | 'waiting' } | null> => {
  const row = await tables(em)
    .selectFrom('mails')
    .select(['template', 'sentAt', 'failedAt', 'skippedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { template, sentAt, failedAt, skippedAt } = row;
  if (sentAt !== null) return { template, state: 'sent' };
  if (failedAt !== null) return { template, state: 'failed' };
  return { template, state: skippedAt === null ? 'waiting' : 'skipped' };
};

const orderedBy = { failed: 'failed_at', skipped: 'skipped_at', waiting: 'created_at' } as const;

const conditionOf = (selection: UnsentMailSelection): RawBuilder<boolean> =>
  selection.newsletter === undefined
    ? stateConditionOf(selection)
    : sql`(mails.subject_id = ${selection.newsletter} and template = 'newsletter' and ${stateConditionOf(selection)})`;

const stateConditionOf = (selection: UnsentMailSelection): RawBuilder<boolean> => {
  switch (selection.state) {
    case 'failed':
      return sql`failed_at is not null`;
    case 'skipped':
      return sql`skipped_at is not null`;
    case 'waiting':
      return sql`(sent_at is null and failed_at is null and skipped_at is null
        and mails.created_at < ${selection.before.toISOString()})`;
  }
};
