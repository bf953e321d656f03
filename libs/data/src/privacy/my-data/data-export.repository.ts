import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { tables } from '../../entities.ts';
import { dataExportMaxDurationMs, dataExportRetentionMs } from '@ve/domain/privacy/lifetimes';
import { personCteSql } from '../../kernel/rows-of-person.ts';
import { tablePrivacyEntries } from '../../table-privacy.ts';

export interface DataExportRow {
  id: string;
  status: 'making' | 'ready' | 'failed';
  createdAt: Date;
  finishedAt: Date | null;
}

type Stored = { id: string; status: DataExportRow['status']; createdAt: Date; finishedAt: Date | null };

const toRow = (row: Stored): DataExportRow => ({
  id: row.id,
  status: row.status,
  createdAt: row.createdAt,
  finishedAt: row.finishedAt,
});

const oldest = (now: Date): Date => new Date(now.getTime() - dataExportRetentionMs);

/**
 * Starts an export of the data held about a user, in the caller's transaction, which locks the user. While one is in
 * progress, returns that one with `isNew` false.
 */
export const beginDataExport = async (
  em: EntityManager,
  userId: string,
  now: Date,
): Promise<DataExportRow & { isNew: boolean }> => {
  await sql`select from users where id = ${userId} for no key update`.execute(tables(em));
  await tables(em)
    .updateTable('data_exports')
    .set({ status: 'failed', finishedAt: now })
    .where('userId', '=', userId)
    .where('status', '=', 'making')
    .where('createdAt', '<', new Date(now.getTime() - dataExportMaxDurationMs))
    .execute();
  const columns = ['id', 'status', 'createdAt', 'finishedAt'] as const;
  const present = await tables(em)
    .selectFrom('data_exports')
    .select(columns)
    .where('userId', '=', userId)
    .where('status', '=', 'making')
    .executeTakeFirst();
  if (present) return { ...toRow(present), isNew: false };
  const added = await tables(em)
    .insertInto('data_exports')
    .values({ userId, status: 'making', createdAt: now })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...toRow(added), isNew: true };
};

/** The stored exports of a user, the latest first, at most ten. */
export const listDataExports = async (em: EntityManager, userId: string, now: Date): Promise<DataExportRow[]> => {
  const rows = await tables(em)
    .selectFrom('data_exports')
    .select(['id', 'status', 'createdAt', 'finishedAt'])
    .where('userId', '=', userId)
    .where((each) => each.or([each('finishedAt', 'is', null), each('finishedAt', '>', oldest(now))]))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(10)
    .execute();
  return rows.map(toRow);
};

/**
 * Returns a finished export of a user as stored JSON text, unparsed because the largest are several megabytes. Null for
 * one that is unknown, another user's, not finished, or older than seven days.
 */
export const readDataExportText = async (
  em: EntityManager,
  { userId, id }: { userId: string; id: string },
  now: Date,
): Promise<{ content: string; finishedAt: Date } | null> => {
  const found = await sql<{ content: string; finishedAt: Date }>`
    select content::text as content, finished_at from data_exports
    where id = ${id} and user_id = ${userId} and status = 'ready' and finished_at > ${oldest(now).toISOString()}
  `.execute(tables(em));
  const [row] = found.rows;
  return row ?? null;
};

/** Returns the user of a pending export and locks them; null when it is finished, failed or deleted. */
export const lockPendingExport = async (
  em: EntityManager,
  id: string,
): Promise<{ userId: string; email: string } | null> => {
  const found = await sql<{ id: string; email: string }>`
    select users.id, users.email from users
    where users.id = (select user_id from data_exports where id = ${id} and status = 'making')
    for no key update
  `.execute(tables(em));
  const [row] = found.rows;
  return row ? { userId: row.id, email: row.email } : null;
};

/**
 * Writes everything held about the user into their export with one statement, so that it is a consistent snapshot and
 * its data does not pass through this process. False when it is finished, failed or deleted by now.
 */
export const completeDataExport = async (
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
  now: Date,
): Promise<boolean> => {
  const made = await sql`
    update data_exports set status = 'ready', finished_at = ${now.toISOString()}, content = ${personalDataSql(userId, now)}
    where id = ${id} and user_id = ${userId} and status = 'making'
  `.execute(tables(em));
  return made.numAffectedRows === 1n;
};

/** Marks an export as failed, unless it is finished by now. */
export const failDataExport = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('data_exports')
    .set({ status: 'failed', finishedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .execute();
};

/**
 * Reopens a failed export, in the caller's transaction, which locks its user; no effect while another one of theirs is
 * in progress, which serves as well.
 */
export const reopenDataExport = async (em: EntityManager, id: string): Promise<void> => {
  await sql`
    select from users where id = (select user_id from data_exports where id = ${id}) for no key update
  `.execute(tables(em));
  await sql`
    update data_exports set status = 'making', finished_at = null
    where id = ${id} and status = 'failed'
      and not exists (
        select from data_exports other where other.user_id = data_exports.user_id and other.status = 'making'
      )
  `.execute(tables(em));
};

/** Whether an export can be downloaded after `now`, which its mail waits for. */
export const isDataExportReady = async (em: EntityManager, id: string, now: Date): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('data_exports')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .where('finishedAt', '>', oldest(now))
    .executeTakeFirst();
  return row !== undefined;
};

/** The columns that an export leaves out of its rows. */
const withheld =
  'Left out are only the fingerprints (hashes) of passwords, links, cookies, cards and network addresses, and what an ' +
  'authenticator app is sealed with: no one can ' +
  'read anything from them. Card numbers are with Stripe alone; we never hold one.';

const unverified =
  'This account’s e-mail address has not been confirmed by a link yet. What belongs to the address alone, such as ' +
  'enquiries and mails, is therefore not included. Confirm it under Your data, and ask for another copy.';

/** The content of an export as a SQL expression: title, time, notes and, by table, the data held about the person. */
const personalDataSql = (userId: string, now: Date): RawBuilder<unknown> => {
  const sections = tablePrivacyEntries.flatMap(([table, privacy]) => {
    if ('notExported' in privacy) return [];
    const { title, columns, rows, exportedWhere = rows, matchesAddress = false } = privacy;
    return sql`jsonb_build_object(
      'table', ${table}::text, 'title', ${title}::text,
      'rows', (select coalesce(jsonb_agg(to_jsonb(part)), '[]'::jsonb) from (
        select ${columns} from ${sql.table(table)} where ${exportedWhere}
      ) part),
      'withheld', ${matchesAddress}::boolean and (select email_verified_at from person) is null
    )`;
  });
  return sql`(
    with ${personCteSql(userId, { proven: false })}
    select jsonb_build_object(
      'title', 'Everything Vehicle Enquiry holds about you',
      'madeAt', ${now.toISOString()}::text,
      'notes', to_jsonb(array_remove(array[
        ${withheld}::text,
        case when (select email_verified_at from person) is null then ${unverified}::text end
      ], null)),
      'sections', jsonb_build_array(${sql.join(sections)})
    )
  )`;
};
