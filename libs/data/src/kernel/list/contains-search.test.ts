import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { countRowsContainingTerm, findPageContainingTerm, type SearchedList } from './contains-search.ts';
import { type PagePosition, staffListPageSize } from './keyset-page.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
/** More rows than are scanned; `seldom` is in every 999th, `oldest` in the first 2,000 only, `once` in one. */
const count = 12_500;
beforeAll(async () => {
  db = await openTestDatabase();
  await em().execute(
    `insert into users (email, created_at)
     select 'user' || n || case when n % 999 = 0 then '.seldom' else '' end || case when n <= 2000 then '.oldest' else '' end
       || case n when 4321 then '.once' when 5 then '_a' when 6 then '.ba' else '' end || '@example.com',
       timestamptz '2026-01-01' + n / 2 * interval '1 second' from generate_series(1, ?) as n`,
    [count],
  );
  await em().execute('analyze users');
  const hanna = { email: 'hanna@example.com' };
  const { id } = await db.data.add('users', hanna, new Date('2027-01-01'));
  await db.data.add('customers', { userId: id, name: "Hanna_100% \\O'Brien", ...hanna }, new Date('2027-01-01'));
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const users: SearchedList = { table: 'users', at: 'created_at', columns: [{ name: 'email', stored: 'lower' }] };
const customers: SearchedList = {
  table: 'customers',
  at: 'created_at',
  columns: [
    { name: 'name', stored: 'as-typed' },
    { name: 'email', stored: 'lower' },
  ],
};

/** All matches, newest first, as the simplest query finds them. */
const everyMatch = (term: string) =>
  em().execute<{ id: string; created_at: string }[]>(
    'select id, created_at from users where position(? in email) > 0 order by created_at desc, id desc',
    [term],
  );
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('a search', () => {
  it.each(['example', 'user1', 'seldom', 'oldest', 'once', 'nowhere'])(
    'for %s finds the same pages as a plain query, from either end and from between',
    async (term) => {
      const all = await everyMatch(term);
      const find = async (place: PagePosition) =>
        ids((await findPageContainingTerm(em(), { list: users, term, place })).rows);
      expect(await find({ from: 'first' })).toEqual(ids(all.slice(0, staffListPageSize)));
      expect(await find({ from: 'last' })).toEqual(ids(all.slice(-staffListPageSize)));
      const index = Math.floor(all.length / 2);
      const middle = all[index];
      if (!middle) return;
      const cursor = { at: new Date(middle.created_at), id: middle.id };
      for (const skip of [0, 4]) {
        const [after, before] = [index + 1 + skip * staffListPageSize, Math.max(index - skip * staffListPageSize, 0)];
        expect(await find({ from: 'after', cursor, skip })).toEqual(ids(all.slice(after, after + staffListPageSize)));
        expect(await find({ from: 'before', cursor, skip })).toEqual(
          ids(all.slice(Math.max(before - staffListPageSize, 0), before)),
        );
      }
      expect(await find({ from: 'day', before: cursor.at })).toEqual(
        ids(all.filter((row) => new Date(row.created_at) < cursor.at).slice(0, staffListPageSize)),
      );
    },
  );

  it('reports whether there are rows on either side of a page', async () => {
    const [first, last] = await Promise.all([
      findPageContainingTerm(em(), { list: users, term: 'seldom', place: { from: 'first' } }),
      findPageContainingTerm(em(), { list: users, term: 'seldom', place: { from: 'last' } }),
    ]);
    expect([first.hasNewer, first.hasOlder, last.hasNewer, last.hasOlder]).toEqual([false, true, true, false]);
    expect(first.rows[0]?.at).toBeInstanceOf(Date);
  });

  it('is restricted to the rows of the list', async () => {
    const only = sql<boolean>`users.created_at < '2026-01-01 01:00'`;
    const all = (await everyMatch('seldom')).filter(
      ({ created_at: at }) => new Date(at) < new Date('2026-01-01T01:00Z'),
    );
    expect(all.length).toBeGreaterThan(3);
    const { rows } = await findPageContainingTerm(em(), {
      list: { ...users, only },
      term: 'seldom',
      place: { from: 'first' },
    });
    expect(ids(rows)).toEqual(ids(all));
    expect(await countRowsContainingTerm(em(), { ...users, only }, 'seldom')).toEqual({
      total: all.length,
      isMore: false,
    });
  });

  it.each([
    ['seldom', 12, false],
    ['oldest', 1_000, true],
    ['example', 1_000, true],
    ['once', 1, false],
    ['nowhere', 0, false],
  ])('counts %s up to a thousand', async (term, total, isMore) => {
    expect(await countRowsContainingTerm(em(), users, term)).toEqual({ total, isMore });
  });

  it.each([
    ['HANNA_', 1],
    ['00% ', 1],
    ["\\o'b", 1],
    ['hanna@', 1],
    ['H_nna', 0],
    ['a%b', 0],
    ['\\\\', 0],
  ])('searches all columns, in any case, for the literal %j', async (term, total) => {
    expect(await countRowsContainingTerm(em(), customers, term)).toEqual({ total, isMore: false });
    expect((await findPageContainingTerm(em(), { list: customers, term, place: { from: 'first' } })).rows).toHaveLength(
      total,
    );
  });

  it('treats the longest allowed term, and hostile ones, as text', async () => {
    for (const term of ['x'.repeat(200), '%'.repeat(200), "'; drop table users; --", '@@@']) {
      expect(await countRowsContainingTerm(em(), users, term)).toEqual({ total: 0, isMore: false });
    }
  });
});
