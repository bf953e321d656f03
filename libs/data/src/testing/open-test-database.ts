import type { MikroORM } from '@mikro-orm/postgresql';
import { connectDatabase } from '../kernel/database.ts';
import { createTestDatabase } from './test-database.ts';

/** A private migrated database with a connection pool, by default on the server of all tests. */
export const openTestDatabase = async (
  poolSize = 8,
  serverUrl?: string,
): Promise<{ url: string; orm: MikroORM; close(): Promise<void> }> => {
  const database = await createTestDatabase(serverUrl);
  const orm = await connectDatabase({ url: database.url, poolSize });
  return {
    url: database.url,
    orm,
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
};
