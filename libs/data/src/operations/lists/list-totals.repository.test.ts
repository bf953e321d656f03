import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { refreshListTotal, listTotalNames, readListTotal } from './list-totals.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'totals', 'audit_log'));

const em = () => db.orm.em.fork();
const now = new Date('2026-03-01T10:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const refresh = (at = now) => em().transactional((transaction) => refreshListTotal(transaction, 'audit-log', at));
const write = (rows: number) =>
  db.data.addAll('audit_log', Array(rows).fill({ createdAt: now, actor: 'test', action: 'row.added' }));

describe('the total of a list', () => {
  it('is counted while there is no row', async () => {
    await write(3);
    expect(await readListTotal(em(), 'audit-log', now)).toEqual({ total: 3, isMore: false, countedAt: null });
  });

  it('of a long list is the last stored count, with its time', async () => {
    await write(10_001);
    expect(await refresh()).toBe(true);
    await write(5);
    const counted = { total: 10_001, isMore: false, countedAt: now };
    expect(await readListTotal(em(), 'audit-log', now)).toEqual(counted);
    expect(await refresh(later(49_000))).toBe(false);
    expect(await readListTotal(em(), 'audit-log', now)).toEqual(counted);
    expect(await refresh(later(60_000))).toBe(true);
    expect(await readListTotal(em(), 'audit-log', now)).toEqual({
      ...counted,
      total: 10_006,
      countedAt: later(60_000),
    });
  });

  it('of a short list is counted on each read', async () => {
    await write(2);
    await refresh();
    await write(1);
    expect(await readListTotal(em(), 'audit-log', now)).toEqual({ total: 3, isMore: false, countedAt: null });
  });

  it('is counted by one process at a time, and no other waits for it', async () => {
    await write(1);
    await em().transactional(async (first) => {
      expect(await refreshListTotal(first, 'audit-log', now)).toBe(true);
      expect(await refresh()).toBe(false);
    });
    expect(await db.data.all('totals')).toMatchObject([{ name: 'audit-log', rowCount: 1 }]);
  });

  it.each(listTotalNames)('can be counted: %s', async (name) => {
    expect(await readListTotal(em(), name, now)).toMatchObject({ total: 0 });
    expect(await em().transactional((transaction) => refreshListTotal(transaction, name, now))).toBe(true);
  });
});
