import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Migration } from '@mikro-orm/migrations';
import { connectDatabase, findPendingMigrations, migrate, OlderSchemaError } from './kernel/database.ts';
import { baselineMigrationName, migrations } from './migrations/migrations.ts';
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

describe('a migration that fails half-way', () => {
  class Complete extends Migration {
    override up(): void {
      this.addSql('create table complete (id int)');
    }
  }
  class Failing extends Migration {
    override up(): void {
      this.addSql('create table half_done (id int)');
      this.addSql('alter table users add column email text');
    }
  }

  it('is rolled back with the others of its run, and named with the reason', async () => {
    const migrationsList = [
      ...migrations,
      { name: '0002-complete', class: Complete },
      { name: '0003-failing', class: Failing },
    ];
    const newer = await connectDatabase({ url: database.url, poolSize: 4, migrationsList });
    try {
      await expect(migrate(newer)).rejects.toThrow(
        /^Migration 0003-failing failed: .*column "email" of relation "users" already exists\nAll migrations of this run were rolled back: the schema is as it was\.$/s,
      );
      const em = newer.em.fork();
      expect(await em.execute('select name from migrations')).toEqual([{ name: baselineMigrationName }]);
      expect(await em.execute(`select to_regclass('complete') as a, to_regclass('half_done') as b`)).toEqual([
        { a: null, b: null },
      ]);
      expect(await findPendingMigrations(orm)).toEqual([]);
      expect(await migrate(orm)).toEqual([]);
    } finally {
      await newer.close(true);
    }
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
