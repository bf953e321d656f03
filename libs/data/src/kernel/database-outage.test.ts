import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closeDatabase, connectDatabase } from './database.ts';
import { isDatabaseOutage, createDatabaseOutageDetector } from './database-outage.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';

const thrownBy = (act: () => Promise<unknown>): Promise<unknown> =>
  act().then(
    () => null,
    (error: unknown) => error,
  );

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase(4);
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();

describe('a lost connection', () => {
  it.each([
    ['in a query', () => em().execute('select pg_terminate_backend(pg_backend_pid())')],
    [
      'in a transaction',
      () => em().transactional((own) => own.execute('select pg_terminate_backend(pg_backend_pid())')),
    ],
  ])('is reported when the server ends the connection %s', async (_where, act) => {
    expect(isDatabaseOutage(await thrownBy(act))).toBe(true);
  });

  it.each([
    ['in a query', (own: typeof db.orm.em) => own.execute('select 1')],
    [
      'in a transaction',
      (own: typeof db.orm.em) => own.transactional((transaction) => transaction.execute('select 1')),
    ],
  ])('is reported when the server cannot be reached %s', async (_where, act) => {
    const orm = await connectDatabase({ url: 'postgresql://postgres:x@127.0.0.1:9/postgres', poolSize: 1 });
    expect(isDatabaseOutage(await thrownBy(() => act(orm.em.fork())))).toBe(true);
    await closeDatabase(orm);
  });

  it('is not reported for a failed statement or an unreachable vendor', async () => {
    expect(isDatabaseOutage(await thrownBy(() => em().execute('select 1 / 0')))).toBe(false);
    expect(isDatabaseOutage(await thrownBy(() => em().execute('select * from nothing')))).toBe(false);
    const refused = await thrownBy(() => fetch('http://127.0.0.1:9/'));
    expect(refused).toBeInstanceOf(Error);
    expect(isDatabaseOutage(refused)).toBe(false);
    expect(isDatabaseOutage(new Error('failed', { cause: refused }))).toBe(false);
    expect(isDatabaseOutage('connection terminated')).toBe(false);
  });
});

describe('an outage', () => {
  it('is not reported when only one connection was ended and the database responds on another', async () => {
    const ended = await thrownBy(() => em().execute('select pg_terminate_backend(pg_backend_pid())'));
    const { isOutage } = createDatabaseOutageDetector(db.orm);
    expect(await isOutage(ended, new AbortController().signal)).toBe(false);
    expect(await isOutage(new Error('refused'), AbortSignal.abort())).toBe(false);
  });

  it('is over once the database responds or the wait is aborted', async () => {
    const orm = await connectDatabase({ url: db.url, poolSize: 1 });
    await createDatabaseOutageDetector(orm).over(new AbortController().signal);
    await closeDatabase(orm);

    // Accepts connections and ends each.
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `postgresql://postgres:x@127.0.0.1:${String((server.address() as AddressInfo).port)}/postgres`;
    const down = await connectDatabase({ url, poolSize: 1 });
    const closing = new AbortController();
    const outages = createDatabaseOutageDetector(down);
    const lost = await thrownBy(() => down.em.fork().execute('select 1'));
    expect(await outages.isOutage(lost, closing.signal)).toBe(true);
    const over = outages.over(closing.signal);
    closing.abort();
    await over;
    server.close();
    await closeDatabase(down);
  });
});
