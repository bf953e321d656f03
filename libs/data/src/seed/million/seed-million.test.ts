import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { copyRowsIntoTable } from './copy-rows-into-table.ts';
import { seedManyCustomers } from './seed-million.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const count = 1_000;
const opened: { database: TestDatabase; client: pg.Client }[] = [];
const open = async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  opened.push({ database, client });
  return client;
};
const seed = (client: pg.Client, number = 7) =>
  seedManyCustomers(client, { count, seed: number, now }, () => undefined);
const rowsOf = async (client: pg.Client, query: string) => (await client.query<Record<string, unknown>>(query)).rows;
const checksum = async (client: pg.Client, table: string) => {
  const [row] = await rowsOf(
    client,
    `select count(*)::integer, sum(hashtextextended(t::text, 0)) as sum from ${table} t`,
  );
  return row;
};

let client: pg.Client;
beforeAll(async () => {
  client = await open();
  expect(await seed(client)).toBeNull();
});
afterAll(async () => {
  for (const each of opened) {
    await each.client.end();
    await each.database.drop();
  }
});

describe('seeding a million', () => {
  it('fills every table in proportion, within every constraint of the database', async () => {
    const one = async (query: string) => Object.values((await rowsOf(client, query))[0] ?? {})[0];
    for (const table of ['users', 'customers', 'subscriptions', 'reports', 'error_logs']) {
      expect(await one(`select count(*)::integer from ${table}`)).toBe(count);
    }
    expect(await one('select count(*)::integer from payments')).toBeGreaterThan(count);
    for (const table of ['mails', 'stripe_events', 'contact_messages', 'audit_log', 'error_groups']) {
      expect(await one(`select count(*)::integer from ${table}`)).toBeGreaterThan(0);
    }
    const statuses = await rowsOf(client, 'select distinct status from subscriptions');
    expect(statuses).toEqual(expect.arrayContaining(['active', 'canceled', 'trialing'].map((status) => ({ status }))));
  });

  it('has valid registrations, undeliverable addresses, and no future times', async () => {
    const rows = await rowsOf(client, 'select registration_number as plate, vehicle_year as year from reports');
    for (const { plate } of rows) expect(parseRegistration(String(plate))).toMatchObject({ ok: true, era: 'current' });
    expect(await rowsOf(client, `select 1 from users where email !~ '@example[.]com$'`)).toEqual([]);
    for (const [table, at] of [
      ['users', 'created_at'],
      ['payments', 'paid_at'],
      ['mails', 'created_at'],
      ['audit_log', 'created_at'],
      ['contact_messages', 'answered_at'],
      ['error_logs', 'last_seen'],
    ] as const) {
      expect(await client.query(`select 1 from ${table} where ${at} > $1`, [now])).toMatchObject({ rowCount: 0 });
    }
  });

  it('leaves the workers no immediate work: no charge is overdue, and no complaint open', async () => {
    expect(
      await rowsOf(
        client,
        `select status from subscriptions where (status in ('active', 'trialing') and current_period_end <= '${now.toISOString()}')
         or (status = 'active' and credited_period_end is distinct from current_period_end)`,
      ),
    ).toEqual([]);
    expect(
      await rowsOf(client, `select 1 from contact_messages where kind = 'complaint' and state <> 'answered'`),
    ).toEqual([]);
  });

  it('gives the same rows for the same seed, and others for another', async () => {
    const [same, other] = [await open(), await open()];
    await seed(same);
    await seed(other, 8);
    for (const table of ['users', 'payments', 'reports', 'mails', 'error_logs', 'error_groups']) {
      expect(await checksum(same, table)).toEqual(await checksum(client, table));
      expect(await checksum(other, table)).not.toEqual(await checksum(client, table));
    }
  });

  it('keeps every index of the database', async () => {
    const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by indexdef`;
    expect(await rowsOf(client, indexes)).toEqual(await rowsOf(await open(), indexes));
  });
});

describe('nothing is seeded', () => {
  it('where a user has a real address', async () => {
    const real = await open();
    await real.query(`insert into users (email, created_at) values ('driver@vehicle-enquiry.uk', $1)`, [now]);
    expect(await seed(real)).toBe('real-customers');
    expect(await rowsOf(real, 'select 1 from users')).toHaveLength(1);
  });

  it('twice', async () => {
    expect(await seed(client)).toBe('seeded-before');
  });

  it('in part', async () => {
    const broken = await open();
    await broken.query(`alter table error_logs add constraint never check (occurrences < 0)`);
    await expect(seed(broken)).rejects.toThrow('never');
    expect(await rowsOf(broken, 'select 1 from users')).toEqual([]);
    expect(await rowsOf(broken, `select 1 from pg_indexes where indexname = 'users_email_trigram_index'`)).toHaveLength(
      1,
    );
  });
});

describe('copying rows', () => {
  afterEach(() => client.query('drop table copied'));

  it('keeps every character and every null', async () => {
    await client.query('create table copied (text text, number integer, at timestamptz, flag boolean, value jsonb)');
    const rows = [
      { text: 'tab\there\nline\r\\N back\\slash', number: 1, at: now, flag: true, value: { a: 'b\n"\\' } },
      { text: null, number: null, at: null, flag: null, value: null },
      { text: '', number: -1, at: now, flag: false, value: [] },
    ];
    expect(await copyRowsIntoTable(client, 'copied', rows.values())).toBe(3);
    expect(await rowsOf(client, 'select * from copied')).toEqual(rows);
  });

  it('copies none when there are none', async () => {
    await client.query('create table copied (text text)');
    expect(await copyRowsIntoTable(client, 'copied', [].values())).toBe(0);
  });
});
