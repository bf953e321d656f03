import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { connectDatabase, migrate } from './kernel/database.ts';
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

  it('can be rolled back and migrated again', async () => {
    await orm.migrator.down({ to: 0 });
    const left = await orm.em
      .fork()
      .execute(
        `select table_name from information_schema.tables where table_schema = 'public' and table_name <> 'migrations'`,
      );
    expect(left).toEqual([]);
    await migrate(orm);
    expect((await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim()).toBe('');
  });
});

it('a release that was live before there were channels is stable', async () => {
  await orm.migrator.down({ to: '0040-picture-purchases' });
  const em = orm.em.fork();
  await em.execute(`
    insert into remote_releases (name, version, release, live, published_at, published_by)
    select 'mfe-report', version, jsonb_build_object('name', 'mfe-report', 'version', version), version = 'r1', at, 'dana@example.com'
    from (values ('r1', '2026-01-01T00:00Z'::timestamptz), ('r2', '2026-01-02T00:00Z')) made (version, at)
  `);
  await migrate(orm);
  expect(await em.execute('select name, channel, version, share, "by" from release_channels')).toEqual([
    { name: 'mfe-report', channel: 'stable', version: 'r1', share: 100, by: 'staff' },
  ]);
  expect(await em.execute('select action, from_version, to_version from release_moves')).toEqual([
    { action: 'stable', from_version: null, to_version: 'r1' },
  ]);
  expect(await em.execute('select version, files from remote_releases order by version')).toEqual([
    { version: 'r1', files: [] },
    { version: 'r2', files: [] },
  ]);
  await orm.migrator.down({ to: '0040-picture-purchases' });
  expect(await em.execute('select version, live from remote_releases order by version')).toEqual([
    { version: 'r1', live: true },
    { version: 'r2', live: false },
  ]);
  await migrate(orm);
});
