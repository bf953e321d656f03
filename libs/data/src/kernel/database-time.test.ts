import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readDatabaseTime } from './database-time.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('reads the database’s clock, which also advances within a transaction', async () => {
  await db.orm.em.fork().transactional(async (em) => {
    const first = await readDatabaseTime(em);
    // The test server runs on this machine.
    expect(Math.abs(first.getTime() - Date.now())).toBeLessThan(5_000);
    while ((await readDatabaseTime(em)).getTime() === first.getTime());
  });
});
