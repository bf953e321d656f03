import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { keysetPageClauses, type PagePosition, toKeysetPage } from './keyset-page.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Row {
  id: string;
  at: string;
  action: string;
}

const em = () => database.orm.em.fork();
const read = async (place: PagePosition, size = 3) => {
  const { where, tail } = keysetPageClauses(place, { at: 'audit_log.created_at', id: 'audit_log.id' }, size);
  const { rows } = await sql<Row>`select id, created_at as at, action from audit_log where ${where} ${tail}`.execute(
    tables(em()),
  );
  const page = toKeysetPage(place, rows, size);
  return { ...page, names: page.rows.map(({ action }) => action.slice('row.'.length)).join('') };
};
const cursorOf = (row: Row | undefined) => ({ at: new Date(row!.at), id: row!.id });

/** a is the newest; d to g have the same instant and are ordered by their ids. */
const names = 'abcdefghij';
beforeEach(async () => {
  await clearTables(em(), 'audit_log');
  for (const [index, name] of [...names].entries()) {
    const instant = 'defg'.includes(name) ? 3 : index;
    await database.data.add('audit_log', {
      id: `00000000-0000-4000-8000-0000000000${99 - index}`,
      createdAt: new Date(Date.UTC(2026, 0, 20 - instant)),
      actor: 'test',
      action: `row.${name}`,
    });
  }
});

describe('a page of a list', () => {
  it('is reached from the first to the last and back, with each row once', async () => {
    const [forth, back]: [string[], string[]] = [[], []];
    let page = await read({ from: 'first' });
    expect([page.hasNewer, page.hasOlder]).toEqual([false, true]);
    for (;;) {
      forth.push(page.names);
      if (!page.hasOlder) break;
      page = await read({ from: 'after', cursor: cursorOf(page.rows.at(-1)), skip: 0 });
    }
    expect(forth).toEqual(['abc', 'def', 'ghi', 'j']);
    for (;;) {
      back.push(page.names);
      if (!page.hasNewer) break;
      page = await read({ from: 'before', cursor: cursorOf(page.rows[0]), skip: 0 });
    }
    expect(back).toEqual(['j', 'ghi', 'def', 'abc']);
  });

  it('is the oldest rows when it is the last', async () => {
    expect(await read({ from: 'last' })).toMatchObject({ names: 'hij', hasNewer: true, hasOlder: false });
  });

  it('is as many pages from the cursor as are skipped, in either direction, and four at most', async () => {
    const { rows } = await read({ from: 'first' });
    expect((await read({ from: 'after', cursor: cursorOf(rows[2]), skip: 1 })).names).toBe('ghi');
    const last = await read({ from: 'last' }, 1);
    expect((await read({ from: 'before', cursor: cursorOf(last.rows[0]), skip: 2 })).names).toBe('abc');
    expect((await read({ from: 'after', cursor: cursorOf(rows[0]), skip: 1_000_000 }, 2)).names).toBe('j');
  });

  it('starts at a day', async () => {
    const page = await read({ from: 'day', before: new Date(Date.UTC(2026, 0, 19)) });
    expect(page).toMatchObject({ names: 'cde', hasNewer: true, hasOlder: true });
  });

  it('is empty, with nothing on either side, when the list is empty', async () => {
    await clearTables(em(), 'audit_log');
    expect(await read({ from: 'first' })).toEqual({ rows: [], names: '', hasNewer: false, hasOlder: false });
    expect(await read({ from: 'last' })).toEqual({ rows: [], names: '', hasNewer: false, hasOlder: false });
  });
});
