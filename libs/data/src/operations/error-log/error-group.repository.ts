import type { EntityManager } from '@mikro-orm/postgresql';
import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import {
  countRowsContainingTerm,
  findPageContainingTerm,
  type SearchedList,
} from '../../kernel/list/contains-search.ts';
import { countRowsUpToMax, type CappedTotal } from '../../kernel/list/capped-total.ts';
import { type KeysetPage, keysetPageClauses, type PagePosition, toKeysetPage } from '../../kernel/list/keyset-page.ts';
import { createHash } from 'node:crypto';

/** The dedupe id by which the outbox holds one report of an error at a time. */
export const errorLogDedupeId = (fingerprint: string): string =>
  `error-log-${createHash('sha256').update(fingerprint).digest('hex')}`;

type ErrorType = ErrorLogEntry['error_type'];

/** One report of an error, as counted in its group. */
export interface GroupedErrorReport {
  fingerprint: string;
  type: ErrorType;
  message: string;
  /** `mfe-report@3f2a` */
  release: string | null;
  firstSeen: Date;
  /**
   * When the service received it. This clock, not the browser's, decides whether it was seen before or after the error
   * was solved.
   */
  receivedAt: Date;
}

/**
 * Counts a report in its group, in the caller's transaction, which holds the lock of the fingerprint. Reopens a group
 * that was solved before the report was received; one that was solved while the report waited stays solved.
 */
export const countInErrorGroup = async (em: EntityManager, report: GroupedErrorReport): Promise<void> => {
  const { fingerprint, type, message, release } = report;
  const [at, firstSeen] = [report.receivedAt.toISOString(), report.firstSeen.toISOString()];
  const counted = await sql`
    update error_groups
    set occurrences = occurrences + 1,
      first_seen = least(first_seen, ${firstSeen}),
      last_seen = greatest(last_seen, ${at}),
      error_message = case when last_seen > ${at} then error_message else ${message} end,
      releases = case
        when ${release}::text is null then releases
        when last_seen <= ${at} then (${release}::text || array_remove(releases, ${release}))[1:10]
        when ${release} = any (releases) then releases
        else (releases || ${release}::text)[1:10]
      end,
      reopened_at = case when solved_at < ${at} then ${at} else reopened_at end,
      solved_by_id = case when solved_at < ${at} then null else solved_by_id end,
      solved_at = case when solved_at < ${at} then null else solved_at end
    where fingerprint = ${fingerprint}
  `.execute(tables(em));
  if ((counted.numAffectedRows ?? 0n) > 0n) return;
  // Counted by the rows, because a release without groups may have written others.
  await sql`
    insert into error_groups (fingerprint, error_type, error_message, occurrences, first_seen, last_seen, releases)
    select ${fingerprint}, ${type}, ${message}, sum(occurrences)::integer,
      least(min(timestamp), ${firstSeen}::timestamptz), greatest(max(last_seen), ${at}::timestamptz),
      array_remove(array[${release}::text], null)
    from error_logs where fingerprint = ${fingerprint}
  `.execute(tables(em));
};

export interface ErrorGroupFilter {
  /** Part of the message of the latest report, in any case. */
  search?: string | undefined;
  state: 'open' | 'solved' | 'all';
  type?: ErrorType | undefined;
}

export interface ErrorGroupRow {
  id: string;
  type: string;
  message: string;
  occurrences: number;
  firstSeen: Date;
  lastSeen: Date;
  releases: string[];
  solvedAt: Date | null;
  /** The address of the member of staff; null when unknown, or for the break-glass session. */
  solvedBy: string | null;
  reopenedAt: Date | null;
}

const states = {
  open: sql<boolean>`error_groups.solved_at is null`,
  solved: sql<boolean>`error_groups.solved_at is not null`,
  all: sql<boolean>`true`,
};

const isListed = ({ state, type }: Omit<ErrorGroupFilter, 'search'>): RawBuilder<boolean> => {
  const typed = type === undefined ? sql`true` : sql`error_groups.error_type = ${type}`;
  return sql`(${states[state]} and ${typed})`;
};

const searched = (filter: ErrorGroupFilter): SearchedList => ({
  table: 'error_groups',
  at: 'last_seen',
  columns: [{ name: 'error_message', stored: 'as-typed' }],
  only: isListed(filter),
});

const groups = (em: EntityManager) =>
  tables(em)
    .selectFrom('error_groups')
    .leftJoin('users', 'users.id', 'error_groups.solvedById')
    .select([
      'error_groups.id',
      'errorType as type',
      'errorMessage as message',
      'occurrences',
      'firstSeen',
      'lastSeen',
      'releases',
      'solvedAt',
      'users.email as solvedBy',
      'reopenedAt',
    ]);

/** A page of the groups, the latest seen first. */
export const listErrorGroups = async (
  em: EntityManager,
  place: PagePosition,
  filter: ErrorGroupFilter,
): Promise<KeysetPage<ErrorGroupRow>> => {
  if (filter.search !== undefined) {
    const page = await findPageContainingTerm(em, { list: searched(filter), term: filter.search, place });
    const ids = page.rows.map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await groups(em).where('error_groups.id', 'in', ids).execute();
    return { ...page, rows: rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) };
  }
  const { where, tail } = keysetPageClauses(place, { at: 'error_groups.last_seen', id: 'error_groups.id' });
  return toKeysetPage(place, await groups(em).where(where).where(isListed(filter)).modifyEnd(tail).execute());
};

/** Counts the groups that match a filter, up to a thousand. */
export const countErrorGroups = (em: EntityManager, filter: ErrorGroupFilter): Promise<CappedTotal> =>
  filter.search === undefined
    ? countRowsUpToMax(em, 'error_groups', isListed(filter))
    : countRowsContainingTerm(em, searched(filter), filter.search);

/** Returns the fingerprint of a group; null for an unknown id. */
export const fingerprintOfErrorGroup = async (em: EntityManager, id: string): Promise<string | null> => {
  const row = await tables(em).selectFrom('error_groups').select('fingerprint').where('id', '=', id).executeTakeFirst();
  return row?.fingerprint ?? null;
};

export interface ErrorOccurrenceRow {
  id: string;
  /** The time of its first report, as with all following fields. */
  timestamp: Date;
  lastSeen: Date;
  occurrences: number;
  message: string;
  stack: string | null;
  url: string;
  userAgent: string;
  component: string | null;
  sessionId: string | null;
  userId: string | null;
  additionalData: Record<string, unknown>;
}

/** A page of the rows of one error, the latest seen first; each row covers the reports of 24 hours. */
export const listErrorOccurrences = async (
  em: EntityManager,
  place: PagePosition,
  fingerprint: string,
): Promise<KeysetPage<ErrorOccurrenceRow>> => {
  const { where, tail } = keysetPageClauses(place, { at: 'error_logs.last_seen', id: 'error_logs.id' });
  const rows = await tables(em)
    .selectFrom('error_logs')
    .select([
      'id',
      'timestamp',
      'lastSeen',
      'occurrences',
      'errorMessage as message',
      'errorStack as stack',
      'url',
      'userAgent',
      'componentName as component',
      'sessionId',
      'userId',
      sql<Record<string, unknown>>`additional_data`.as('additionalData'),
    ])
    .where('fingerprint', '=', fingerprint)
    .where(where)
    .modifyEnd(tail)
    .execute();
  return toKeysetPage(place, rows);
};

/** Counts the rows of one error, up to a thousand. */
export const countErrorOccurrences = (em: EntityManager, fingerprint: string): Promise<CappedTotal> =>
  countRowsUpToMax(em, 'error_logs', sql`fingerprint = ${fingerprint}`);

/**
 * Lets an error be queued again although a report of it waits in the outbox: reports received from now on get a row of
 * their own, and are not lost in one received before the error was solved. Called before the group is locked, because
 * the worker that ends the waiting job takes the locks in the same order.
 */
export const separateWaitingErrorReport = async (em: EntityManager, fingerprint: string): Promise<void> => {
  await tables(em)
    .updateTable('outbox')
    .set({ dedupeId: null })
    .where('dedupeId', '=', errorLogDedupeId(fingerprint))
    .execute();
};

/** Marks a group as solved; false when it is already. `userId` null: the break-glass session. */
export const markErrorGroupSolved = async (
  em: EntityManager,
  id: string,
  { userId, now }: { userId: string | null; now: Date },
): Promise<boolean> => {
  const solved = await tables(em)
    .updateTable('error_groups')
    .set({ solvedAt: now, solvedById: userId, reopenedAt: null })
    .where('id', '=', id)
    .where('solvedAt', 'is', null)
    .executeTakeFirst();
  return solved.numUpdatedRows > 0n;
};

/** Reopens a solved group; false when it is open. */
export const markErrorGroupOpen = async (em: EntityManager, id: string): Promise<boolean> => {
  const opened = await tables(em)
    .updateTable('error_groups')
    .set({ solvedAt: null, solvedById: null })
    .where('id', '=', id)
    .where('solvedAt', 'is not', null)
    .executeTakeFirst();
  return opened.numUpdatedRows > 0n;
};
