import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listen } from './notifications.ts';
import { openTestDatabase } from './testing/open-test-database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const mailbox = () => {
  const all: (string | null)[] = [];
  const waiting = new Set<() => void>();
  return {
    all,
    put: (payload: string | null) => {
      all.push(payload);
      waiting.forEach((check) => check());
    },
    holds: (count: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (all.length >= count) resolve();
        };
        waiting.add(check);
        check();
      }),
  };
};

describe('listen', () => {
  it('asks for a re-read after each connect and passes payloads on, also after its connection was cut', async () => {
    const box = mailbox();
    const em = db.orm.em.fork();
    const listener = await listen(db.url, 'test_channel', box.put);
    expect(box.all).toEqual([null]);
    await em.execute(`select pg_notify('test_channel', 'one')`);
    await box.holds(2);
    await em.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen test_channel' and pid <> pg_backend_pid()`,
    );
    await box.holds(3);
    await em.execute(`select pg_notify('test_channel', 'two')`);
    await box.holds(4);
    expect(box.all).toEqual([null, 'one', null, 'two']);
    await listener.close();
  });

  it('answers though the database is down, and gives up when closed', async () => {
    const box = mailbox();
    const listener = await listen('postgres://postgres@127.0.0.1:1/none', 'test_channel', box.put);
    await listener.close();
    expect(box.all).toEqual([]);
  });

  it('takes no channel name that would need quoting', async () => {
    await expect(listen(db.url, 'a; drop table users', () => undefined)).rejects.toThrow('Not a channel name');
  });
});
