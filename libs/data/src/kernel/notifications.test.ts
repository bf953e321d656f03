import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listenToNotifyChannels } from './notifications.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';

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
  it('requests a re-read after each connect and passes payloads on, also after its connection was cut', async () => {
    const box = mailbox();
    const em = db.orm.em.fork();
    const listener = await listenToNotifyChannels(db.url, { test_channel: box.put });
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

  it('serves many channels over one connection, each with its own payloads', async () => {
    const [one, other] = [mailbox(), mailbox()];
    const em = db.orm.em.fork();
    const connections = async () => {
      const rows = await em.execute<{ n: number }[]>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and query like 'listen %'`,
      );
      return rows[0]?.n;
    };
    const listener = await listenToNotifyChannels(db.url, { test_one: one.put, test_other: other.put });
    expect(await connections()).toBe(1);
    await em.execute(`select pg_notify('test_one', '1'), pg_notify('test_other', '2'), pg_notify('test_nobody', '3')`);
    await Promise.all([one.holds(2), other.holds(2)]);
    expect([one.all, other.all]).toEqual([
      [null, '1'],
      [null, '2'],
    ]);
    await em.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    );
    await Promise.all([one.holds(3), other.holds(3)]);
    expect([one.all[2], other.all[2]]).toEqual([null, null]);
    await listener.close();
  });

  it('opens no connection without channels', async () => {
    await (await listenToNotifyChannels('postgres://postgres@127.0.0.1:1/none', {})).close();
  });

  it('resolves while the database is down, and stops reconnecting when closed', async () => {
    const box = mailbox();
    const listener = await listenToNotifyChannels('postgres://postgres@127.0.0.1:1/none', { test_channel: box.put });
    await listener.close();
    expect(box.all).toEqual([]);
  });

  it('rejects channel names that would need quoting', async () => {
    await expect(listenToNotifyChannels(db.url, { 'a; drop table users': () => undefined })).rejects.toThrow(
      'Not a channel name',
    );
  });
});
