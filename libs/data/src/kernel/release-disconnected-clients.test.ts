import pg from 'pg';
import { closeDatabase, connectDatabase } from './database.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';

const poolSize = 2;
let db: Awaited<ReturnType<typeof openTestDatabase>>;
let other: pg.Client;
beforeAll(async () => {
  db = await openTestDatabase(poolSize);
  other = new pg.Client({ connectionString: db.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await db.close();
});

const endItself = 'select pg_terminate_backend(pg_backend_pid())';
const em = () => db.orm.em.fork();

it.each([
  ['in a transaction', () => em().transactional((own) => own.execute(endItself))],
  [
    'at the end of one',
    () =>
      em().transactional(async (own) => {
        const [row] = await own.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
        await other.query('select pg_terminate_backend($1, 5000)', [row?.pid]);
      }),
  ],
  ['in a query', () => em().execute(endItself)],
])('a connection that is lost %s returns to the pool', async (_where, lose) => {
  for (let times = 0; times < 2 * poolSize; times += 1) await expect(lose()).rejects.toThrow(/terminat|not queryable/i);
  const all = Array.from({ length: 2 * poolSize }, () =>
    em().transactional((own) => own.execute<{ one: number }[]>('select 1 as one')),
  );
  expect(await Promise.all(all)).toEqual(Array.from({ length: 2 * poolSize }, () => [{ one: 1 }]));
});

it('a connection that is lost before a transaction starts returns to the pool', async () => {
  const orm = await connectDatabase({ url: db.url, poolSize });
  await Promise.all(Array.from({ length: poolSize }, () => orm.em.fork().execute('select pg_sleep(0.1)')));
  // Immediately, before the pool has noticed.
  const ended = other.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const begun = Array.from({ length: 2 * poolSize }, () =>
    orm.em.fork().transactional((own) => own.execute('select 1')),
  );
  await Promise.allSettled([ended, ...begun]);
  // The number of connections whose end the pool has not noticed yet is at most its size.
  const once = () => orm.em.fork().transactional((own) => own.execute('select 1'));
  for (let times = 0; times < poolSize; times += 1) await once().catch(() => undefined);
  await Promise.all(Array.from({ length: 2 * poolSize }, once));
  await closeDatabase(orm);
});
