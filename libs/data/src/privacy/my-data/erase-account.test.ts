import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { deleteStatementsOf, cascadesWith, vehicleDataTables, retainedTables } from './erase-account.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const deleted = Object.keys(deleteStatementsOf({ userId: '', limitKeys: [] }, { rows: [], all: [] }));

it('every table of the database is in the deletion of an account, or is retained with a reason', async () => {
  const rows = await db.orm.em
    .fork()
    .execute<{ name: string }[]>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'migrations'`,
    );
  const listed = [...deleted, ...Object.keys(cascadesWith), ...vehicleDataTables, ...Object.keys(retainedTables)];
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

it('rows that are deleted with another row have a foreign key to it, and that row is deleted', async () => {
  const keys = await db.orm.em.fork().execute<{ name: string; of: string }[]>(`
    select conrelid::regclass::text as name, confrelid::regclass::text as of from pg_constraint
    where contype = 'f' and confdeltype = 'c'
  `);
  for (const [name, of] of Object.entries(cascadesWith)) {
    expect(keys).toContainEqual({ name, of });
    expect([...deleted, ...Object.keys(cascadesWith)]).toContain(of);
  }
});
