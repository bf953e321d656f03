import type { MikroORM } from '@mikro-orm/postgresql';
import { connectDatabase } from '../kernel/database.ts';
import { createTestDatabase } from './test-database.ts';
import { type TestRows, testRows } from './test-rows.ts';

/** A private migrated database with a connection pool, by default on the server shared by all tests. */
export const openTestDatabase = async (
  poolSize = 8,
  serverUrl?: string,
): Promise<{ url: string; orm: MikroORM; data: TestRows; close(): Promise<void> }> => {
  const database = await createTestDatabase(serverUrl);
  const orm = await connectDatabase({ url: database.url, poolSize });
  return {
    url: database.url,
    orm,
    data: testRows(() => orm.em.fork()),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
};
