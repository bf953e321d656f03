import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { secretsRevokedByRestore, secretsUnchangedByRestore } from './revoke-access.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** Encrypted secrets of members of staff, whose rights are suspended separately. */
const ofSuspendedStaff = ['second_factors'];
/** The links of its rows end with them. */
const withoutSecret = ['sign_in_requests'];

it('every table with a secret is revoked by a restore, or unchanged with a reason', async () => {
  const found = await db.orm.em.fork().execute<{ name: string }[]>(`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(_hash|_secret)$'
  `);
  const listed = [
    ...Object.keys(secretsRevokedByRestore),
    ...Object.keys(secretsUnchangedByRestore),
    ...ofSuspendedStaff,
  ];
  expect([...new Set([...found.map(({ name }) => name), ...withoutSecret])].toSorted()).toEqual(listed.toSorted());
});

it('every statement runs', async () => {
  const at = '2027-03-01T10:00:00.000Z';
  for (const [table, statement] of Object.entries(secretsRevokedByRestore)) {
    const { sql, parameters } = statement({ until: at, now: at }).compile(db.orm.em.fork().getKysely());
    expect([table, sql.includes(table), parameters.length > 0]).toEqual([table, true, true]);
  }
});
