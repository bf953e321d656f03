import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Tables, tables } from '../../entities.ts';

/** What one table holds, independent of the order of its rows. */
export interface TableDigest {
  /** With its schema, quoted where SQL needs it. */
  table: string;
  rows: number;
  /** A checksum of all values of a table that decides about money; null for other tables. */
  checksum: string | null;
}

/** Tables of payments, debts and agreements: their contents are compared, not just the number of rows. */
const moneyTableNames = [
  'announced_changes',
  'cancellation_requests',
  'change_notices',
  'consents',
  'customers',
  'former_members',
  'full_checks',
  'membership_prices',
  'payments',
  'retained_records',
  'sign_ups',
  'stripe_events',
  'subscriptions',
] as const satisfies readonly (keyof Tables)[];
const moneyTables: ReadonlySet<string> = new Set(moneyTableNames.map((name) => `public.${name}`));

/** Every table of this database, of all schemas, except PostgreSQL's own and those of extensions. */
export const listDatabaseTables = async (em: EntityManager): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', namespace.nspname, class.relname) as name
    from pg_class class
    join pg_namespace namespace on namespace.oid = class.relnamespace
    where class.relkind in ('r', 'p') and not class.relispartition
      and namespace.nspname !~ '^pg_' and namespace.nspname <> 'information_schema'
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e'
      )
    order by name
  `.execute(tables(em));
  return rows.map(({ name }) => name);
};

const digestTable = async (em: EntityManager, table: string): Promise<TableDigest> => {
  const isMoney = moneyTables.has(table);
  const checksum = isMoney ? sql`coalesce(sum(hashtextextended(each_row::text, 0)), 0)::text` : sql`null::text`;
  const { rows } = await sql<{ rows: string; checksum: string | null }>`
    select count(*)::text as rows, ${checksum} as checksum from ${sql.raw(table)} each_row
  `.execute(tables(em));
  const [found] = rows;
  if (found === undefined) throw new Error('PostgreSQL returned no row');
  return { table, rows: Number(found.rows), checksum: found.checksum };
};

/** Counts the rows of every table. Run inside a transaction, so that all are of one moment. */
export const digestTables = async (em: EntityManager): Promise<TableDigest[]> => {
  // Rows as text depend on the session's time zone.
  await sql`set local timezone = 'UTC'`.execute(tables(em));
  const digests: TableDigest[] = [];
  for (const table of await listDatabaseTables(em)) digests.push(await digestTable(em, table));
  return digests;
};

/** Collects the planner's statistics, which a dump does not contain. */
export const analyzeTables = async (em: EntityManager): Promise<void> => {
  await sql`analyze`.execute(tables(em));
};

/** The tables whose contents differ, one message each; none where both are the same. */
export const compareTableDigests = (expected: readonly TableDigest[], found: readonly TableDigest[]): string[] => {
  const foundByTable = new Map(found.map((digest) => [digest.table, digest]));
  const expectedTables = new Set(expected.map(({ table }) => table));
  return [
    ...expected.flatMap(({ table, rows, checksum }) => {
      const other = foundByTable.get(table);
      if (other === undefined) return [`${table} is missing`];
      if (other.rows !== rows) return [`${table} has ${other.rows} rows instead of ${rows}`];
      return other.checksum === checksum ? [] : [`${table} has other contents`];
    }),
    ...found.filter(({ table }) => !expectedTables.has(table)).map(({ table }) => `${table} was not backed up`),
  ];
};
