import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { storeOutstandingDayFigures } from '@ve/app/operations/day-figures';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2026-03-01T10:00:00.000Z');
const store = (isClosed = () => false) => storeOutstandingDayFigures(() => db.orm.em.fork(), { now, isClosed });
const stored = () => db.data.count('day_figures');

it('every past day of a year is stored once by concurrent processes, then nothing is left to do', async () => {
  await Promise.all([store(), store(), store()]);
  expect(await stored()).toBe(362);
  expect(await store()).toBe(0);
});

it('storing stops between two batches when its process ends', async () => {
  await clearTables(db.orm.em.fork(), 'day_figures');
  let asked = 0;
  expect(await store(() => (asked += 1) > 2)).toBe(56);
  expect(await stored()).toBe(56);
});
