import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openTestDatabase } from '../testing/open-test-database.ts';

const script = fileURLToPath(new URL('./make-admin.ts', import.meta.url));
let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const run = async (given: string[], env: Record<string, string> = { DATABASE_URL: db.url, NODE_ENV: 'production' }) => {
  const child = spawn(process.execPath, ['--conditions=source', script, ...given], {
    env: { PATH: process.env.PATH, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
};
const state = () =>
  em().execute(`
    select users.email, array_agg(role order by role) as roles, password_hash is null as without_password,
      (select count(*)::int from password_resets where user_id = users.id) as links,
      (select count(*)::int from second_factors where user_id = users.id) as factors
    from users join user_roles on user_roles.user_id = users.id group by users.id order by users.email
  `);

it('makes the first admin, mails a link and says nothing that is secret', async () => {
  const made = await run([' Ada@Example.com ']);
  expect(made).toEqual({
    code: 0,
    text: [
      'ada@example.com has an account.',
      'ada@example.com is an admin.',
      'ada@example.com is mailed a link to set a password, which works for 24 hours.\n',
    ].join('\n'),
  });
  expect(await state()).toEqual([
    { email: 'ada@example.com', roles: ['admin', 'user'], without_password: true, links: 1, factors: 0 },
  ]);
  expect(await em().execute('select template, recipient from mails')).toEqual([
    { template: 'staff-password', recipient: 'ada@example.com' },
  ]);
  expect(await em().execute('select actor, action from audit_log')).toEqual([
    { actor: 'make-admin', action: 'role.added' },
  ]);
});

it('promotes a customer, and forgets a lost second factor', async () => {
  await em().execute(`
    with account as (insert into users (email, created_at) values ('dana@example.com', '2026-03-01') returning id),
      role as (insert into user_roles (user_id, role, created_at) select id, 'user', '2026-03-01' from account),
      session as (
        insert into sessions (user_id, token_hash, opened_by, created_at, last_seen_at, expires_at)
        select id, repeat('a', 64), 'password-totp', '2126-03-01T10:00Z', '2126-03-01T10:00Z', '2126-03-01T11:00Z' from account)
    insert into second_factors (user_id, sealed_secret, last_step, created_at)
    select id, 'v1.sealed', 1, '2026-03-01' from account
  `);
  expect(await run(['dana@example.com'])).toMatchObject({ code: 0, text: expect.stringContaining('is an admin.') });
  const again = await run(['dana@example.com', '--forget-second-factor']);
  expect(again.text).toContain('was an admin before.');
  expect(again.text).toContain('sets up another second factor');
  expect((await state())[1]).toMatchObject({ roles: ['admin', 'user'], links: 1, factors: 0 });
  expect(await em().execute('select id from sessions where revoked_at is null')).toEqual([]);
});

it('makes no admin of an account that is being deleted', async () => {
  await em().execute(`
    with account as (insert into users (email, created_at) values ('erik@example.com', '2026-03-01') returning id)
    insert into account_deletions (user_id, requested_at, confirmed_at)
    select id, '2026-03-01', '2026-03-01' from account
  `);
  const refused = await run(['erik@example.com']);
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('is being deleted') });
  expect(
    await em().execute(`select role from user_roles join users on users.id = user_id where email like 'erik%'`),
  ).toEqual([]);
});

it.each([
  [['nobody'], 'Usage'],
  [[], 'Usage'],
  [['ada@example.com', '--password=x'], 'Usage'],
])('refuses %j', async (given, words) => {
  expect(await run(given)).toMatchObject({ code: 1, text: expect.stringContaining(words) });
});
