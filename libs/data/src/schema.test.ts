import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { connectDatabase, migrate, OlderSchemaError } from './kernel/database.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let orm: MikroORM;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await connectDatabase({ url: database.url, poolSize: 4 });
});

afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

describe('the migrated schema', () => {
  it('matches the entities', async () => {
    expect((await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim()).toBe('');
  });

  it('has no time defaults: every write passes the time', async () => {
    const rows = await orm.em.fork().execute<{ column: string }[]>(`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and table_name <> 'migrations' and data_type ~ '^(timestamp|date|time)'
        and column_default is not null
    `);
    expect(rows).toEqual([]);
  });

  it('is migrated once when several processes start at once', async () => {
    await Promise.all([migrate(orm), migrate(orm)]);
    expect(await orm.migrator.getPending()).toEqual([]);
  });
});

it.each(['0001-accounts', '0001-baseline-00000000'])(
  'refuses a database that was made by %s, and changes nothing in it',
  async (name) => {
    const em = orm.em.fork();
    await em.execute('update migrations set name = ?', [name]);
    await expect(migrate(orm)).rejects.toThrow(OlderSchemaError);
    expect(await em.execute('select name from migrations')).toEqual([{ name }]);
  },
);
