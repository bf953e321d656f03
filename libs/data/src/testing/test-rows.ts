import type { EntityManager } from '@mikro-orm/postgresql';
import { defaultReminderLeadSettings } from '@ve/domain/monitoring/reminders/reminder';
import { fullCheckSteps } from '@ve/domain/vehicle/record/full-check';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { randomBytes, randomUUID } from 'node:crypto';
import { type Tables, tables } from '../entities.ts';
import type { FullCheckSteps } from '../full-check/full-check.entity.ts';
import { newCaseReference } from '../messaging/contact/case-reference.ts';
import type { SavedReportData } from '../report/report.entity.ts';

type TableName = keyof Tables;
export type TestRow<T extends TableName> = Selectable<Tables[T]>;
export type NewTestRow<T extends TableName> = Insertable<Tables[T]>;
export type TestRowChange<T extends TableName> = Updateable<Tables[T]>;
type Column<T extends TableName> = keyof TestRow<T> & string;

/** A condition on a column other than equality. */
class Condition<V> {
  constructor(
    readonly operator: string,
    readonly value: V,
  ) {}
}
/** Matches any value but this one. */
export const notEqualCondition = <const V>(value: V) => new Condition(value === null ? 'is not' : '<>', value);
export const likeCondition = (pattern: string) => new Condition('like', pattern);
export const belowCondition = <const V>(value: V) => new Condition('<', value);
export const aboveCondition = <const V>(value: V) => new Condition('>', value);

/** Rows whose columns have these values or meet these conditions; an array matches any of its values. */
type Where<T extends TableName> = {
  [C in keyof TestRow<T>]?: TestRow<T>[C] | readonly TestRow<T>[C][] | Condition<TestRow<T>[C]>;
};
/** Rejects other columns also for objects that are not literals, which the compiler checks less strictly. */
type Only<Given, Shape> = Given & Record<Exclude<keyof Given, keyof Shape>, never>;
type Order<T extends TableName> = Column<T> | readonly Column<T>[];

/** The defaults of a row: the columns that the database requires, and no more. */
type Defaults = { [T in TableName]?: (at: Date) => Partial<NewTestRow<T>> };

const hash = (): string => randomBytes(32).toString('hex');
const day = 86_400_000;
const email = (): string => `${randomUUID()}@example.com`;

/** The data of a report before any source was read. */
export const emptyReportData: SavedReportData = {
  tax_status: null,
  mot_status: null,
  insurance_status: null,
  vdi_data: null,
  full_vdi_data: null,
  raw_api_data: null,
};
const waitingSteps = Object.fromEntries(fullCheckSteps.map((step) => [step, 'waiting'])) as FullCheckSteps;

const defaults: Defaults = {
  users: (at) => ({ email: email(), createdAt: at }),
  contact_messages: (at) => ({ reference: newCaseReference(), dueAt: at }),
  disputes: (at) => ({ reference: newCaseReference(), dueAt: at }),
  user_roles: (at) => ({ role: 'user', createdAt: at }),
  customers: (at) => ({ name: 'Dana Driver', email: email(), createdAt: at }),
  sessions: (at) => ({
    tokenHash: hash(),
    openedBy: 'link',
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + day),
  }),
  // A member whose current period is paid.
  subscriptions: (at) => ({
    status: 'active',
    creditsUsed: 0,
    registrationNumber: 'AB12CDE',
    currentPeriodEnd: new Date(at.getTime() + 30 * day),
    creditedPeriodEnd: new Date(at.getTime() + 30 * day),
    createdAt: at,
    updatedAt: at,
  }),
  reports: (at) => ({ registrationNumber: 'AB12CDE', reportData: emptyReportData, createdAt: at, updatedAt: at }),
  sign_ups: (at) => ({
    idempotencyKey: randomUUID(),
    email: email(),
    fullName: 'Dana Driver',
    address: '1 High Street, Leeds, LS1 1AA',
    postcode: 'LS1 1AA',
    registrationNumber: 'AB12CDE',
    browserHash: hash(),
    createdAt: at,
  }),
  // A charge for a month of a membership.
  payments: (at) => ({
    kind: 'membership',
    stripeInvoiceId: `in_${randomUUID()}`,
    amountPence: 890,
    currency: 'gbp',
    paidAt: at,
    periodStart: at,
    periodEnd: new Date(at.getTime() + 30 * day),
    createdAt: at,
  }),
  full_checks: (at) => ({
    periodEnd: new Date(at.getTime() + 30 * day),
    registrationNumber: 'AB12CDE',
    steps: waitingSteps,
    requestedAt: at,
    correlationId: 'request-1',
  }),
  cancellation_requests: (at) => ({ customerEmail: email(), createdAt: at }),
  cancellation_codes: (at) => ({ email: email(), createdAt: at }),
  email_changes: (at) => ({ oldEmail: email(), newEmail: email(), createdAt: at }),
  outbox: (at) => ({ payload: {}, createdAt: at }),
  mails: (at) => ({ template: 'receipt', stream: 'service', uniqueKey: randomUUID(), createdAt: at }),
  vehicle_fetches: (at) => ({
    registration: 'AB12CDE',
    steps: { DVLA: 'asking', DVSA: 'asking', UKVD: 'asking' },
    requestedAt: at,
    correlationId: 'request-1',
  }),
  mail_opt_outs: (at) => ({ optedOutAt: at }),
  watches: (at) => ({ leads: defaultReminderLeadSettings, preferencesChangedAt: at, createdAt: at, updatedAt: at }),
  reminders: (at) => ({ registrationNumber: 'AB12CDE', kind: 'tax', leadDays: 14, channel: 'email', plannedAt: at }),
};

/**
 * The rows of a test database, typed by the entities: a test names its relevant columns, and a renamed or removed
 * column is a compiler error. Each call uses a connection of its own and commits.
 */
export interface TestRows {
  /** Inserts a row, with defaults for the other columns; returns the whole row. */
  add<T extends TableName, R extends Partial<NewTestRow<T>>>(
    table: T,
    row?: Only<R, NewTestRow<T>>,
    at?: Date,
  ): Promise<TestRow<T>>;
  /** Inserts rows in one statement. */
  addAll<T extends TableName, R extends Partial<NewTestRow<T>>>(
    table: T,
    rows: readonly Only<R, NewTestRow<T>>[],
    at?: Date,
  ): Promise<TestRow<T>[]>;
  /** Changes the columns of the matching rows, or of all; returns the changed rows. */
  set<T extends TableName, C extends TestRowChange<T>, W extends Where<T>>(
    table: T,
    change: Only<C, TestRowChange<T>>,
    where?: Only<W, TestRow<T>>,
  ): Promise<TestRow<T>[]>;
  /** Deletes the matching rows, or all. */
  remove<T extends TableName, W extends Where<T>>(table: T, where?: Only<W, TestRow<T>>): Promise<void>;
  /** The matching rows, or all, ordered by the given columns. */
  all<T extends TableName, W extends Where<T>>(
    table: T,
    where?: Only<W, TestRow<T>>,
    orderBy?: Order<T>,
  ): Promise<TestRow<T>[]>;
  /** Only the given columns of the matching rows, to assert that they hold nothing else. */
  select<T extends TableName, C extends Column<T>, W extends Where<T>>(
    table: T,
    columns: readonly C[],
    where?: Only<W, TestRow<T>>,
    orderBy?: Order<T>,
  ): Promise<Pick<TestRow<T>, C>[]>;
  /** The values of one column in the matching rows. */
  values<T extends TableName, C extends Column<T>, W extends Where<T>>(
    table: T,
    column: C,
    where?: Only<W, TestRow<T>>,
    orderBy?: Order<T>,
  ): Promise<TestRow<T>[C][]>;
  /**
   * Returns the only matching row.
   * @throws Error when there are none or several
   */
  one<T extends TableName, W extends Where<T>>(table: T, where?: Only<W, TestRow<T>>): Promise<TestRow<T>>;
  /** Counts the matching rows. */
  count<T extends TableName, W extends Where<T>>(table: T, where?: Only<W, TestRow<T>>): Promise<number>;
}

/** Kysely cannot infer a row whose table is a type parameter: statements are built untyped, behind typed functions. */
interface Statement {
  where(column: string, operator: string, value: unknown): Statement;
  returningAll(): Statement;
  selectAll(): Statement;
  orderBy(column: string): Statement;
  values(rows: readonly object[]): Statement;
  set(change: object): Statement;
  execute(): Promise<object[]>;
}
type Statements = Record<'insertInto' | 'updateTable' | 'deleteFrom' | 'selectFrom', (table: string) => Statement>;

function matching(statement: Statement, where: object = {}): Statement {
  return Object.entries(where).reduce((narrowed, [column, value]) => {
    if (value instanceof Condition) return narrowed.where(column, value.operator, value.value);
    if (value === null) return narrowed.where(column, 'is', null);
    if (!Array.isArray(value)) return narrowed.where(column, '=', value);
    // SQL has no empty list; a list with null matches nothing.
    return narrowed.where(column, 'in', value.length === 0 ? [null] : value);
  }, statement);
}

export function testRows(em: () => EntityManager): TestRows {
  const statements = (): Statements => tables(em()) as unknown as Statements;
  const all = (table: TableName, where?: object, orderBy: string | readonly string[] = []): Promise<object[]> => {
    const found = matching(statements().selectFrom(table).selectAll(), where);
    return [orderBy]
      .flat()
      .reduce((ordered, column) => ordered.orderBy(column), found)
      .execute();
  };
  const only = (rows: unknown[], table: string): unknown => {
    if (rows.length !== 1) throw new Error(`${table}: ${rows.length} rows where one was expected`);
    return rows[0];
  };
  const addAll = (table: TableName, rows: readonly object[], at = new Date()): Promise<object[]> => {
    const whole = rows.map((row) => ({ ...defaults[table]?.(at), ...row }));
    return statements().insertInto(table).values(whole).returningAll().execute();
  };
  return {
    add: async (table, row, at) => only(await addAll(table, [row ?? {}], at), table) as never,
    addAll: async (table, rows, at) => (await addAll(table, rows, at)) as never,
    set: async (table, change, where) =>
      (await matching(statements().updateTable(table).set(change), where).returningAll().execute()) as never,
    remove: async (table, where) => void (await matching(statements().deleteFrom(table), where).execute()),
    all: async (table, where, orderBy) => (await all(table, where, orderBy)) as never,
    select: async (table, columns, where, orderBy) =>
      (await all(table, where, orderBy)).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => (columns as readonly string[]).includes(column))),
      ) as never,
    values: async (table, column, where, orderBy) =>
      (await all(table, where, orderBy)).map((row) => (row as Record<string, unknown>)[column]) as never,
    one: async (table, where) => only(await all(table, where), table) as never,
    count: async (table, where) => (await all(table, where)).length,
  };
}
