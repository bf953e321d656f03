import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { connectDatabase } from './database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase(1);
});
afterAll(() => db.close());

/** What a query returns on a connection whose URL has these parameters. */
const connectWith = async (name: string, value: string): Promise<unknown> => {
  const url = new URL(db.url);
  url.searchParams.set(name, value);
  const orm = await connectDatabase({ url: url.href, poolSize: 1 });
  try {
    return (await sql`select current_setting('search_path') as path`.execute(tables(orm.em.fork()))).rows;
  } finally {
    await orm.close(true);
  }
};

it('never falls back to an unencrypted connection where its URL demands TLS', async () => {
  await expect(connectWith('sslmode', 'verify-full')).rejects.toThrow(/does not support SSL/);
});

it('passes on the other parameters of its URL', async () => {
  expect(await connectWith('options', '-c search_path=elsewhere')).toEqual([{ path: 'elsewhere' }]);
});
