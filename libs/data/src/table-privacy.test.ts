import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { personalDataKinds } from '@ve/domain/privacy/personal-data-kinds';
import { purgedRetentionNames, type RetentionEntry, retentionSchedule } from '@ve/domain/privacy/retention';
import { tables } from './entities.ts';
import type { TableName, TablePrivacy } from './kernel/table-privacy.ts';
import { eraseAccount, accountIdentifiersOf } from './privacy/my-data/erase-account.ts';
import { purgeTable } from './privacy/retention/purge-batch.ts';
import { tablePrivacyEntries } from './table-privacy.ts';
import { openTestDatabase } from './testing/open-test-database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const unknownUser = '00000000-0000-4000-8000-00000000dead';
const names = tablePrivacyEntries.map(([name]) => name);
const entries: readonly RetentionEntry[] = Object.values(retentionSchedule);

const catalogue = async (): Promise<string[]> => {
  const rows = await em().execute<{ name: string }[]>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'
  `);
  return rows.map(({ name }) => name).toSorted();
};

const columnsOf = async (table: string): Promise<string[]> => {
  const rows = await em().execute<{ name: string }[]>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ?`,
    [table],
  );
  return rows.map(({ name }) => name);
};

it('every table of the database states its export, its erasure and its purges, or is about no person', async () => {
  expect([...names, ...retentionSchedule.machines.tables].toSorted()).toEqual(await catalogue());
});

it('the retention table lists every table of the database, and no other', async () => {
  const listed = new Set(entries.flatMap(({ tables: listedTables }) => listedTables));
  expect([...listed].toSorted()).toEqual(await catalogue());
});

/** Keys, links between rows, fingerprints, and internal columns. */
const internalColumns = [
  /^(id|user_id|customer_id|subscription_id|sign_up_id|report_id|request_id|payment_id|subject_id|actor_user_id|assigned_to|correlation_id)$/,
  /^(unique_key|idempotency_key|fingerprint|stream|claimed_until|revision|steps|vdi_lookups|retry_at|retry_count)$/,
  /^(confirmation_token|confirmation_count|confirmation_lease_until)$/,
  /^(enqueue_count|queued_at|status_requested_at|last_attempt_at|in_reminder_scan)$/,
  /_hash$/,
  // Encrypted secrets, and the counter of an authenticator app.
  /^(sealed_secret|next_sealed_secret|last_totp_step)$/,
];
const personalColumns = /^(user_id|customer_id|email|recipient|customer_email|phone|phone_number|full_name)$/;

const columnsOfPersons = (columns: string[]) => columns.filter((name) => personalColumns.test(name));

/** Looks personal by its name. */
const looksPersonal =
  /email|recipient|full_name|phone(?!_codes)|^address$|postcode|latitude|longitude|card(?!inal)|^stripe_(?!event)|receipt|user_agent|(?:browser|grant|visitor|client|network|requester|email)_hash|^registration|vin_last|engine_number|^(message|answer|report_data|vdi|valuation|cancellation_reason)$/;
/** States and times of what such a column holds. */
const aboutPersonalData = /_(at|on|open|until|count|token_hash|confirmed|verified)$|^(is|has)_/;

it('the privacy page names the kind of every column that looks personal', async () => {
  const named = new Set(personalDataKinds.flatMap(({ columns }) => columns));
  const machines = new Set<string>(retentionSchedule.machines.tables);
  const unnamed: string[] = [];
  for (const table of names.filter((name) => !machines.has(name))) {
    for (const column of await columnsOf(table)) {
      if (looksPersonal.test(column) && !aboutPersonalData.test(column) && !named.has(column)) {
        unnamed.push(`${table}.${column}`);
      }
    }
  }
  expect(unnamed).toEqual([]);
});

it('the privacy page names no column that does not exist', async () => {
  const columns = new Set((await Promise.all(names.map(columnsOf))).flat());
  expect(personalDataKinds.flatMap((kind) => kind.columns).filter((column) => !columns.has(column))).toEqual([]);
});

it.each(retentionSchedule.machines.tables)('%s has no column about a person', async (table) => {
  expect(columnsOfPersons(await columnsOf(table))).toEqual([]);
});

it.each(tablePrivacyEntries)(
  '%s is exported with every column that holds personal data, or has none',
  async (table, privacy: TablePrivacy) => {
    const columns = await columnsOf(table);
    if ('notExported' in privacy) {
      expect(columnsOfPersons(columns)).toEqual([]);
      return;
    }
    const query = privacy.columns.compile(tables(em())).sql;
    const missing = columns
      .filter((name) => !internalColumns.some((pattern) => pattern.test(name)))
      .filter((name) => !new RegExp(String.raw`\b${name}\b`).test(query));
    expect(missing.toSorted()).toEqual((privacy.omits ?? []).toSorted());
  },
);

it.each(tablePrivacyEntries)('%s has the columns that its privacy names', async (table, privacy: TablePrivacy) => {
  const { erase, key = 'id', namedBy = [], purge = {} } = privacy;
  const named = [...namedBy, ...('notExported' in privacy ? [] : (privacy.omits ?? []))];
  if (typeof erase === 'object' && 'ofVehicle' in erase) named.push(erase.ofVehicle);
  expect(await columnsOf(table)).toEqual(expect.arrayContaining(named));
  if (!Object.values(purge).some((ends) => typeof ends === 'function')) return;
  const unique = await em().execute<{ columns: string }[]>(
    `select string_agg(attname, ', ' order by array_position(indkey::int[], attnum::int)) as columns
     from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = ?::regclass and indisprimary group by indexrelid`,
    [table],
  );
  expect(unique.map(({ columns }) => columns.split(', ').toSorted())).toEqual([key.split(', ').toSorted()]);
});

it('the person’s rows are defined for each table whose rows are exported, erased or name a person', () => {
  const needed = tablePrivacyEntries.filter(
    ([, { erase, namedBy, ...rest }]) =>
      'title' in rest || erase === 'rows' || (typeof erase === 'object' && 'only' in erase) || namedBy !== undefined,
  );
  expect(needed.filter(([, { rows }]) => rows === undefined)).toEqual([]);
});

it('rows that are deleted with another row have a foreign key to it, and that row is deleted', async () => {
  const keys = await em().execute<{ name: string; of: string }[]>(`
    select conrelid::regclass::text as name, confrelid::regclass::text as of from pg_constraint
    where contype = 'f' and confdeltype = 'c'
  `);
  const byName = new Map<TableName, TablePrivacy>(tablePrivacyEntries);
  for (const [name, { erase }] of tablePrivacyEntries) {
    if (typeof erase !== 'object' || !('with' in erase)) continue;
    expect(keys).toContainEqual({ name, of: erase.with });
    const of = byName.get(erase.with)?.erase;
    expect(of === 'rows' || (typeof of === 'object' && 'with' in of)).toBe(true);
  }
});

it('the statements of every table run, and end nothing where there is nothing', async () => {
  const long = new Date('1990-01-01T00:00:00.000Z');
  for (const name of purgedRetentionNames) {
    for (const table of retentionSchedule[name].tables) {
      expect(await purgeTable(em(), { name, table }, { before: long, now: long })).toBe(0);
    }
  }
  expect(await accountIdentifiersOf(em(), unknownUser)).toEqual({ rows: [], all: [] });
  await em().transactional((transaction) => eraseAccount(transaction, { userId: unknownUser, limitKeys: [] }));
});

it('the database refuses a report, subscription or payment without an owner', async () => {
  const orphans = await em().execute<{ name: string }[]>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and is_nullable = 'YES'
      and (table_name, column_name) in
        (('reports', 'customer_id'), ('customers', 'user_id'), ('subscriptions', 'user_id'), ('payments', 'user_id'),
          ('full_checks', 'user_id'), ('sessions', 'user_id'))
  `);
  expect(orphans).toEqual([]);
});
