import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Retention, retention } from '@ve/domain/privacy/retention';
import { openTestDatabase } from '../../testing/open-test-database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const entries: readonly Retention[] = Object.values(retention);

it('the retention table lists every table of the database, and no other', async () => {
  const rows = await db.orm.em.fork().execute<{ name: string }[]>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'
  `);
  const listed = new Set(entries.flatMap(({ tables }) => tables));
  expect([...listed].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

it('the database refuses a report, subscription or payment without an owner', async () => {
  const orphans = await db.orm.em.fork().execute<{ name: string }[]>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and is_nullable = 'YES'
      and (table_name, column_name) in
        (('reports', 'customer_id'), ('customers', 'user_id'), ('subscriptions', 'user_id'), ('payments', 'user_id'),
          ('full_checks', 'user_id'), ('sessions', 'user_id'))
  `);
  expect(orphans).toEqual([]);
});
