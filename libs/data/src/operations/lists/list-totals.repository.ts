import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { tables } from '../../entities.ts';
import { membershipInStateSql } from '../../membership/subscription/membership-sql.ts';

interface Counted {
  count: number;
}

/** Counts the rows of a list as they are at `now`. */
type Count = (now: Date) => RawBuilder<Counted>;

/** The queries that are counted, by the name of their total: staff lists without a search, and paid memberships. */
const counts = {
  users: () => sql`select count(*)::integer as count from users`,
  customers: () => sql`select count(*)::integer as count from customers`,
  reports: () => sql`select count(*)::integer as count from reports`,
  'active-subscriptions': (now) =>
    sql`select count(*)::integer as count from subscriptions where ${membershipInStateSql('subscriptions', ['active'], now)}`,
  'error-groups': () => sql`select count(*)::integer as count from error_groups`,
  'failed-mails': () => sql`select count(*)::integer as count from mails where failed_at is not null`,
  'stripe-events': () => sql`select count(*)::integer as count from stripe_events`,
  'audit-log': () => sql`select count(*)::integer as count from audit_log`,
} satisfies Record<string, Count>;

export type ListTotalName = keyof typeof counts;

export const listTotalNames = Object.keys(counts) as ListTotalName[];

export interface ListTotal {
  total: number;
  /** False: it is the number of all rows. */
  isMore: false;
  /** When it was counted; null: now. */
  countedAt: Date | null;
}

/** Up to this number counting takes a few milliseconds, so that staff see recent changes immediately. */
const countedAtOnce = 10_000;

/** Totals younger than this are not refreshed: another process has just counted. */
const youngMs = 50_000;

/** The id of the advisory lock. */
const totalsLock = 7_150_223;

/** Returns the number of rows of a list; for a long list as last counted, usually within the last minute. */
export const readListTotal = async (em: EntityManager, name: ListTotalName, now: Date): Promise<ListTotal> => {
  const row = await tables(em)
    .selectFrom('totals')
    .select(['rowCount as value', 'countedAt'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (row && row.value > countedAtOnce) return { total: row.value, isMore: false, countedAt: row.countedAt };
  return { total: await countNow(em, name, now), isMore: false, countedAt: null };
};

/**
 * Counts a list again, in the caller's transaction; false when another process does, or just did. A count that takes
 * longer than eight seconds fails, and the total becomes older.
 */
export const refreshListTotal = async (em: EntityManager, name: ListTotalName, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${totalsLock}, hashtext(${name})) as mine, set_config('statement_timeout', '8s', true)
  `.execute(tables(em));
  if (rows[0]?.mine !== true || (await isYoung(em, name, now))) return false;
  const row = { rowCount: await countNow(em, name, now), countedAt: now };
  await tables(em)
    .insertInto('totals')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  return true;
};

const isYoung = async (em: EntityManager, name: ListTotalName, now: Date): Promise<boolean> => {
  const young = await tables(em)
    .selectFrom('totals')
    .select('name')
    .where('name', '=', name)
    .where('countedAt', '>', new Date(now.getTime() - youngMs))
    .executeTakeFirst();
  return young !== undefined;
};

const countNow = async (em: EntityManager, name: ListTotalName, now: Date): Promise<number> => {
  const count: Count = counts[name];
  const { rows } = await count(now).execute(tables(em));
  return rows[0]?.count ?? 0;
};
