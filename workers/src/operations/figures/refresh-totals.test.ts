import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listTotalNames } from '@ve/data/operations/lists/list-totals.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { refreshListTotals } from '@ve/app/operations/list-totals';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2026-03-01T10:00:00.000Z');
const refresh = () =>
  refreshListTotals(
    () => db.orm.em.fork(),
    () => now,
  );

it('totals are counted once for each list by concurrent processes', async () => {
  const counted = await Promise.all([refresh(), refresh(), refresh()]);
  expect(counted.reduce((sum, each) => sum + each, 0)).toBe(listTotalNames.length);
  expect(await db.data.count('totals')).toBe(listTotalNames.length);
});

it('totals of the other lists are counted when one fails', async () => {
  await clearTables(db.orm.em.fork(), 'totals');
  await db.orm.em.fork().execute('alter table stripe_events rename to unreadable');
  await expect(refresh()).rejects.toThrow('totals not counted');
  const names = await db.data.all('totals');
  expect(names.map(({ name }) => name).toSorted()).toEqual(
    listTotalNames.filter((name) => name !== 'stripe-events').toSorted(),
  );
});
