import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { tables } from './entities.ts';
import { openTestDatabase } from './testing/open-test-database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const at = new Date('2026-03-01T10:00:00.123Z');
const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('columns in camel case', () => {
  it('are each the column of the database that they are named after', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct column_name as name from information_schema.columns
      where table_schema = 'public' and table_name <> 'migrations'
    `.execute(tables(em()));
    expect(rows.length).toBeGreaterThan(200);
    for (const { name } of rows) {
      expect(sql`select ${sql.ref(camelCase(name))}`.compile(tables(em())).sql).toBe(`select "${name}"`);
    }
  });

  it('are usable in joins, conflicts, subqueries, common table expressions, aliases and returned rows', async () => {
    const user = await db.data.add('users', { email: 'dana@example.com' }, at);
    const row = { userId: user.id, name: 'Dana', email: 'dana@example.com', createdAt: at };
    const store = () =>
      tables(em())
        .insertInto('customers')
        .values(row)
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })))
        .returning(['userId', 'createdAt as addedAt'])
        .execute();
    await store();
    expect(await store()).toEqual([{ userId: user.id, addedAt: at }]);
    const found = await tables(em())
      .with('recent', (query) => query.selectFrom('customers').select(['userId', 'createdAt']))
      .selectFrom('users as person')
      .innerJoin('recent', 'recent.userId', 'person.id')
      .select(['recent.userId', 'recent.createdAt as firstSeen'])
      .select((query) =>
        query.selectFrom('customers').whereRef('customers.userId', '=', 'person.id').select('createdAt').as('storedAt'),
      )
      .execute();
    expect(found).toEqual([{ userId: user.id, firstSeen: at, storedAt: at }]);
  });

  it('are returned by raw SQL, with instants as dates', async () => {
    const { rows } = await sql`select created_at, created_at as "isAlias", email_verified_at from users`.execute(
      tables(em()),
    );
    expect(rows).toEqual([{ createdAt: at, isAlias: at, emailVerifiedAt: null }]);
    expect(await em().execute('select created_at from users')).toEqual([{ created_at: at }]);
  });

  it('do not apply to the keys inside JSON', async () => {
    await db.data.add('audit_log', {
      actor: 'test',
      action: 'test.run',
      details: { some_key: { other_key: 1 } },
      createdAt: at,
    });
    expect(await db.data.values('audit_log', 'details')).toEqual([{ some_key: { other_key: 1 } }]);
  });
});
