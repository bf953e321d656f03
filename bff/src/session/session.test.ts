import { secretTokenHash } from '@ve/server-kit/auth/secret-token';
import { randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const token = randomBytes(32).toString('base64url');
const revoked = randomBytes(32).toString('base64url');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const [user] = await app.rows<{ id: string }>(
    `insert into users (email, created_at) values ('driver@example.com', now()) returning id`,
  );
  await app.rows(`insert into user_roles (user_id, role, created_at) values (?, 'moderator', now())`, [user?.id]);
  for (const [each, revokedAt] of [
    [token, null],
    [revoked, new Date()],
  ] as const) {
    await app.rows(
      `insert into sessions (user_id, token_hash, created_at, expires_at, revoked_at)
        values (?, ?, now(), now() + interval '1 hour', ?)`,
      [user?.id, secretTokenHash(each), revokedAt],
    );
  }
});
afterAll(() => app.close());

const read = async (cookie?: string): Promise<unknown> => {
  const answer = await fetch(`${app.url}/api/session`, { headers: cookie === undefined ? {} : { cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('set-cookie')).toBeNull();
  return answer.json();
};

it('tells who is signed in', async () => {
  expect(await read(`session=${token}`)).toEqual({
    user: { id: expect.any(String), email: 'driver@example.com', roles: ['moderator'] },
  });
});

it.each([
  ['no cookie', undefined],
  ['an unknown token', `session=${randomBytes(32).toString('base64url')}`],
  ['a revoked session', `session=${revoked}`],
  ['nonsense', "session=' or 1=1 --"],
  ['an endless token', `session=${'a'.repeat(5_000)}`],
  ['the name that only https uses', `__Host-session=${token}`],
])('is nobody with %s', async (_, cookie) => {
  expect(await read(cookie)).toEqual({ user: null });
});
