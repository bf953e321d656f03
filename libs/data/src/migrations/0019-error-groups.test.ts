import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('groups the errors that were reported before', async () => {
  const sql = <T>(text: string) => db.orm.em.fork().execute<T[]>(text);
  await db.orm.migrator.down({ to: 0 });
  await db.orm.migrator.up({ to: '0017-leaving' });
  const columns =
    'timestamp, last_seen, error_message, user_agent, url, error_type, additional_data, fingerprint, occurrences';
  await sql(`
    insert into error_logs (${columns}) values
      ('2026-03-01T10:00Z', '2026-03-01T12:00Z', 'x 1', 'Mozilla', '/', 'React Error', '{"remote": "mfe-report@a1"}', 'x', 4),
      ('2026-03-03T10:00Z', '2026-03-03T11:00Z', 'x 2', 'Mozilla', '/', 'React Error', '{"remote": "mfe-report@b2"}', 'x', 2),
      ('2026-03-02T10:00Z', '2026-03-02T10:00Z', 'x 3', 'Mozilla', '/', 'React Error', '{"remote": "<b>"}', 'x', 1),
      ('2026-03-02T10:00Z', '2026-03-02T10:00Z', 'y', 'Mozilla', '/', 'JavaScript Error', '{}', 'y', 1)
  `);
  await db.orm.migrator.up();
  expect(
    await sql(`
      select fingerprint, error_type, error_message, occurrences, releases, solved_at,
        to_char(first_seen at time zone 'UTC', 'DD HH24') as first, to_char(last_seen at time zone 'UTC', 'DD HH24') as last
      from error_groups order by fingerprint
    `),
  ).toEqual([
    {
      fingerprint: 'x',
      error_type: 'React Error',
      error_message: 'x 2',
      occurrences: 7,
      releases: ['mfe-report@b2', 'mfe-report@a1'],
      solved_at: null,
      first: '01 10',
      last: '03 11',
    },
    {
      fingerprint: 'y',
      error_type: 'JavaScript Error',
      error_message: 'y',
      occurrences: 1,
      releases: [],
      solved_at: null,
      first: '02 10',
      last: '02 10',
    },
  ]);
});
