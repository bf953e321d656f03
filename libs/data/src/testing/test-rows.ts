import type { EntityManager } from '@mikro-orm/postgresql';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { randomBytes, randomUUID } from 'node:crypto';
import { type Tables, tables } from '../entities.ts';

type TableName = keyof Tables;
type Row<T extends TableName> = Selectable<Tables[T]>;
type NewRow<T extends TableName> = Insertable<Tables[T]>;
/** Rows whose columns have these values; an array stands for any of its values. */
type Where<T extends TableName> = { [C in keyof Row<T>]?: Row<T>[C] | readonly Row<T>[C][] };

/** What a row has when its test says nothing else: the columns that the database requires, and no more. */
type Defaults = { [T in TableName]?: (at: Date) => Partial<NewRow<T>> };

const hash = (): string => randomBytes(32).toString('hex');
const day = 86_400_000;
const email = (): string => `${randomUUID()}@example.com`;

const defaults: Defaults = {
  users: (at) => ({ email: email(), created_at: at }),
  user_roles: (at) => ({ role: 'user', created_at: at }),
  customers: (at) => ({ name: 'Dana Driver', email: email(), created_at: at }),
  sessions: (at) => ({
    token_hash: hash(),
    opened_by: 'link',
    created_at: at,
    last_seen_at: at,
    expires_at: new Date(at.getTime() + day),
  }),
  // A member whose present period is paid.
  subscriptions: (at) => ({
    status: 'active',
    credits_used: 0,
    registration_number: 'AB12CDE',
    current_period_end: new Date(at.getTime() + 30 * day),
    credited_period_end: new Date(at.getTime() + 30 * day),
    created_at: at,
    updated_at: at,
  }),
  reports: (at) => ({ registration_number: 'AB12CDE', created_at: at, updated_at: at }),
};

/**
 * The rows of a test database, typed by the entities: a test names the columns that it is about, and a column that is
 * renamed or removed is an error of the compiler. Each call has a connection of its own and commits.
 */
export interface TestRows {
  /** Inserts a row; columns that are not given have their default. Returns the whole row. */
  add<T extends TableName>(table: T, row?: Partial<NewRow<T>>, at?: Date): Promise<Row<T>>;
  /** Changes the columns of the rows that match, or of all; returns the changed rows. */
  set<T extends TableName>(table: T, change: Updateable<Tables[T]>, where?: Where<T>): Promise<Row<T>[]>;
  /** Deletes the rows that match, or all. */
  remove(table: TableName, where?: Where<TableName>): Promise<void>;
  /** The rows that match, or all, in the order of the column, if one is given. */
  all<T extends TableName>(table: T, where?: Where<T>, orderBy?: keyof Row<T> & string): Promise<Row<T>[]>;
  /** The only row that matches. @throws when there are none or several */
  one<T extends TableName>(table: T, where?: Where<T>): Promise<Row<T>>;
  /** How many rows match. */
  count<T extends TableName>(table: T, where?: Where<T>): Promise<number>;
}

/** Kysely cannot infer a row whose table is a type parameter: statements are made untyped, behind typed functions. */
interface Statement {
  where(column: string, operator: string, value: unknown): Statement;
  returningAll(): Statement;
  selectAll(): Statement;
  orderBy(column: string): Statement;
  values(row: object): Statement;
  set(change: object): Statement;
  execute(): Promise<unknown[]>;
}
type Statements = Record<'insertInto' | 'updateTable' | 'deleteFrom' | 'selectFrom', (table: string) => Statement>;

function matching(statement: Statement, where: object): Statement {
  return Object.entries(where).reduce((narrowed, [column, value]) => {
    if (value === null) return narrowed.where(column, 'is', null);
    return Array.isArray(value) ? narrowed.where(column, 'in', value) : narrowed.where(column, '=', value);
  }, statement);
}

export function testRows(em: () => EntityManager): TestRows {
  const statements = (): Statements => tables(em()) as unknown as Statements;
  const all = (table: TableName, where: object = {}, orderBy?: string): Promise<unknown[]> => {
    const found = matching(statements().selectFrom(table).selectAll(), where);
    return (orderBy === undefined ? found : found.orderBy(orderBy)).execute();
  };
  const only = (rows: unknown[], table: string): unknown => {
    if (rows.length !== 1) throw new Error(`${table}: ${rows.length} rows where one was expected`);
    return rows[0];
  };
  return {
    add: async (table, row = {}, at = new Date()) => {
      const values = { ...defaults[table]?.(at), ...row };
      return only(await statements().insertInto(table).values(values).returningAll().execute(), table) as never;
    },
    set: async (table, change, where = {}) =>
      (await matching(statements().updateTable(table).set(change), where).returningAll().execute()) as never,
    remove: async (table, where = {}) => void (await matching(statements().deleteFrom(table), where).execute()),
    all: async (table, where, orderBy) => (await all(table, where, orderBy)) as never,
    one: async (table, where) => only(await all(table, where), table) as never,
    count: async (table, where) => (await all(table, where)).length,
  };
}
