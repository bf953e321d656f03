import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { copyRowsIntoTable } from './copy-rows-into-table.ts';
import { seededErrorRows } from './seeded-error-rows.ts';
import type { SeedParameters } from './customer.ts';
import { seededCustomerRows, seededCustomerTables } from './seeded-customer-rows.ts';

/** Why nothing was seeded. */
export type SeedRefusal = 'real-customers' | 'seeded-before';

export interface SeededTable {
  table: string;
  rows: number;
  seconds: number;
}

interface Index {
  name: string;
  definition: string;
}

/**
 * Seeds customers with their rows, as many error logs, and mails, events and audit rows in proportion: in one
 * transaction, all or nothing, which locks the tables. Refused when any user has an address outside `example.com`, and
 * when customers were seeded before. `onTable` is called for each filled table.
 */
export const seedManyCustomers = async (
  client: pg.Client,
  scale: SeedParameters,
  onTable: (seeded: SeededTable) => void,
): Promise<SeedRefusal | null> => {
  await client.query('begin');
  try {
    const refusal = await refusalOf(client);
    if (refusal === null) await fill(client, scale, onTable);
    await client.query(refusal === null ? 'commit' : 'rollback');
    if (refusal !== null) return refusal;
  } catch (error) {
    // A lost connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  // Not possible in a transaction: gathers the planner's statistics, and lets counts use the indexes only.
  await client.query(`vacuum (analyze) ${filled.join(', ')}`);
  return null;
};

const filled = [...Object.keys(seededCustomerTables), 'error_logs', 'error_groups'];

/** Groups of the error logs; every sixth is solved. */
const groups = `
  insert into error_groups (id, fingerprint, error_type, error_message, occurrences, first_seen, last_seen, releases, solved_at)
  select overlay(overlay(md5(fingerprint) placing '4' from 13) placing '8' from 17)::uuid, fingerprint, min(error_type), min(error_message), sum(occurrences), min(timestamp),
    max(last_seen), array[min(additional_data ->> 'remote')],
    case when hashtext(fingerprint) % 6 = 0 then max(last_seen) end
  from error_logs group by fingerprint
`;

const refusalOf = async (client: pg.Client): Promise<SeedRefusal | null> => {
  const { rows } = await client.query<{ real: boolean; seeded: boolean }>(`
    select
      exists (select from users where email not like '%@example.com')
        or exists (select from customers where email not like '%@example.com') as real,
      exists (select from customers where stripe_customer_id ~ '^cus_[0-9a-z]+x0$') as seeded
  `);
  if (rows[0]?.real !== false) return 'real-customers';
  return rows[0].seeded ? 'seeded-before' : null;
};

const fill = async (
  client: pg.Client,
  scale: SeedParameters,
  onTable: (seeded: SeededTable) => void,
): Promise<void> => {
  // Built after each table is filled, in a fraction of the time of continuous updates.
  const later = await client.query<Index & { table: string }>(
    `select indexname as name, indexdef as definition, tablename as table from pg_indexes
     where schemaname = 'public' and tablename = any ($1) and indexdef like '%USING gin%'`,
    [filled],
  );
  for (const { name } of later.rows) await client.query(`drop index ${name}`);
  // Builds the indexes with an in-memory sort.
  await client.query(`set local maintenance_work_mem = '256MB'`);
  const fillTable = async (table: string, act: () => Promise<number>): Promise<void> => {
    const began = performance.now();
    const rows = await act();
    for (const index of later.rows) if (index.table === table) await client.query(index.definition);
    onTable({ table, rows, seconds: (performance.now() - began) / 1_000 });
  };
  for (const [table, rowsOf] of Object.entries(seededCustomerTables)) {
    await fillTable(table, () => copyRowsIntoTable(client, table, seededCustomerRows(rowsOf, scale)));
  }
  await fillTable('error_logs', () => copyRowsIntoTable(client, 'error_logs', seededErrorRows(scale)));
  await fillTable('error_groups', async () => (await client.query(groups)).rowCount ?? 0);
};
