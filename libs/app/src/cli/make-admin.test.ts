import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openTestDatabase } from '@ve/data/testing/open-test-database';

const script = fileURLToPath(new URL('./make-admin.ts', import.meta.url));
let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const run = async (args: string[], env: Record<string, string> = { DATABASE_URL: db.url, NODE_ENV: 'production' }) => {
  const child = spawn(process.execPath, ['--conditions=source', script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
};
const state = async () =>
  Promise.all(
    (await db.data.all('users', { id: await db.data.values('user_roles', 'userId') }, 'email')).map(
      async ({ id, email, passwordHash: password }) => ({
        email,
        roles: await db.data.values('user_roles', 'role', { userId: id }, 'role'),
        without_password: password === null,
        links: await db.data.count('password_resets', { userId: id }),
        factors: await db.data.count('second_factors', { userId: id }),
      }),
    ),
  );

it('makes the first admin, mails a link and prints nothing secret', async () => {
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
  expect(await db.data.all('mails')).toMatchObject([{ template: 'staff-password', recipient: 'ada@example.com' }]);
  expect(await db.data.all('audit_log')).toMatchObject([{ actor: 'make-admin', action: 'role.added' }]);
});

it('promotes a customer, and deletes a lost second factor', async () => {
  const { id: userId } = await db.data.add('users', { email: 'dana@example.com' });
  await db.data.add('user_roles', { userId });
  const staff = { openedBy: 'password-totp', expiresAt: new Date('2126-03-01T11:00Z') } as const;
  await db.data.add('sessions', { userId, ...staff }, new Date('2126-03-01T10:00Z'));
  const factor = { sealedSecret: 'v1.sealed', lastTotpStep: 1, createdAt: new Date('2026-03-01') };
  await db.data.add('second_factors', { userId, ...factor });
  expect(await run(['dana@example.com'])).toMatchObject({ code: 0, text: expect.stringContaining('is an admin.') });
  const again = await run(['dana@example.com', '--forget-second-factor']);
  expect(again.text).toContain('was an admin before.');
  expect(again.text).toContain('sets up another second factor');
  expect((await state())[1]).toMatchObject({ roles: ['admin', 'user'], links: 1, factors: 0 });
  expect(await db.data.all('sessions', { revokedAt: null })).toEqual([]);
});

it('does not promote an account that is being deleted', async () => {
  const { id: userId } = await db.data.add('users', { email: 'erik@example.com' });
  const requestedAt = new Date('2026-03-01');
  await db.data.add('account_deletions', { userId, requestedAt, confirmedAt: requestedAt });
  const refused = await run(['erik@example.com']);
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('is being deleted') });
  expect(await db.data.all('user_roles', { userId })).toEqual([]);
});

it.each([
  [['nobody'], 'Usage'],
  [[], 'Usage'],
  [['ada@example.com', '--password=x'], 'Usage'],
])('refuses %j', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 2, text: expect.stringContaining(message) });
});
