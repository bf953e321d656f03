import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectDatabase } from '@ve/data/kernel/database';
import { readDatabaseServerFacts } from '@ve/data/kernel/database-server.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { DoctorResult } from './doctor-check.ts';
import { postgresChecks, type ExaminedDatabase } from './postgres.checks.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
/** The same database, in whose session PostgreSQL's own functions are replaced by ours. */
let strange: Awaited<ReturnType<typeof connectDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase(2);
  for (const statement of [
    'create schema strange',
    `create function strange.current_setting(name text) returns text language sql as $$
      select case name when 'server_version' then '14.9' when 'max_connections' then '40' else '3' end $$`,
    `create function strange.clock_timestamp() returns timestamptz language sql as $$
      select pg_catalog.clock_timestamp() - interval '90 seconds' $$`,
  ]) {
    await db.orm.em.fork().execute(statement);
  }
  const url = new URL(db.url);
  url.searchParams.set('options', '-c search_path=strange,pg_catalog,public');
  strange = await connectDatabase({ url: url.href, poolSize: 2 });
});
afterAll(async () => {
  await strange.close(true);
  await db.close();
});

const check = async (
  name: string,
  { orm = db.orm, env = {} }: { orm?: typeof strange; env?: Record<string, string> } = {},
): Promise<DoctorResult> => {
  const database: ExaminedDatabase = { em: () => orm.em.fork(), facts: readDatabaseServerFacts(orm.em.fork()) };
  const found = postgresChecks({ DATABASE_URL: db.url, ...env }, database).find((each) => each.name === name);
  if (!found) throw new Error(`There is no check ${name}`);
  return found.run(AbortSignal.timeout(10_000));
};

it.each(['answers', 'version', 'connections', 'migrations', 'clock'])(
  'finds nothing wrong with its %s',
  async (name) => {
    expect(await check(name)).toMatchObject({ state: 'passed' });
  },
);

it.each([
  ['version', 'version 14.9'],
  ['connections', '37 for processes; a BFF takes up to 15, workers up to 77'],
  ['clock', 'it differs by 90 s from this machine’s'],
])('reports a wrong %s', async (name, problem) => {
  expect(await check(name, { orm: strange })).toMatchObject({ state: 'failed', problem });
});

it.each([
  [
    'another machine',
    'postgres://us@db.example.com/site',
    { state: 'failed', problem: 'the connection is not encrypted' },
  ],
  ['this machine', 'postgres://us@127.0.0.1/site', { state: 'not-checked' }],
  ['a private network', 'postgres://us@postgres/site', { state: 'not-checked' }],
])('asks for TLS to %s', async (_, DATABASE_URL, result) => {
  expect(await check('TLS', { env: { DATABASE_URL } })).toMatchObject(result);
});

it('counts pools by what is configured, and without queues in Redis', async () => {
  const env = { QUEUE_URL: 'redis://127.0.0.1', BFF_DATABASE_POOL: '4', QUEUE_CONCURRENCY: 'mails=1' };
  expect(await check('connections', { env })).toMatchObject({
    state: 'passed',
    detail: expect.stringMatching(/a BFF takes up to 6, workers up to \d\d$/),
  });
});

describe('migrations', () => {
  const change = async (statement: string, undo: string, act: () => Promise<void>): Promise<void> => {
    await db.orm.em.fork().execute(statement);
    try {
      await act();
    } finally {
      await db.orm.em.fork().execute(undo);
    }
  };

  it('of another version are reported', () =>
    change(
      `insert into migrations (name) values ('9999-later')`,
      `delete from migrations where name = '9999-later'`,
      async () => {
        expect(await check('migrations')).toMatchObject({ problem: 'the schema is of another version: 9999-later' });
      },
    ));

  it('that were never run are reported, and the table is not made for it', () =>
    change('alter table migrations rename to elsewhere', 'alter table elsewhere rename to migrations', async () => {
      expect(await check('migrations')).toMatchObject({
        problem: expect.stringMatching(/^not yet run: 0001-baseline/),
      });
      const { rows } = {
        rows: await db.orm.em
          .fork()
          .execute<{ made: boolean }[]>(`select to_regclass('migrations') is not null as made`),
      };
      expect(rows).toEqual([{ made: false }]);
    }));
});
