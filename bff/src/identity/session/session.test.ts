import { newSecretToken } from '@ve/app/kernel/secret-token';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let token: string;
let revoked: string;
let expired: string;
beforeAll(async () => {
  app = await startTestApp();
  token = await createTestSession(app, { email: 'driver@example.com', roles: ['moderator'] });
  revoked = await createTestSession(app, { state: 'revoked' });
  expired = await createTestSession(app, { state: 'expired' });
});
afterAll(() => app.close());

const read = async (cookie?: string): Promise<unknown> => {
  const answer = await fetch(`${app.url}/api/session`, { headers: cookie === undefined ? {} : { cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('set-cookie')).toBeNull();
  return answer.json();
};

it('returns the signed-in user', async () => {
  expect(await read(`session=${token}`)).toEqual({
    user: { id: expect.any(String), email: 'driver@example.com', roles: ['moderator'] },
  });
});

it.each<[string, () => string | undefined]>([
  ['no cookie', () => undefined],
  ['an unknown token', () => `session=${newSecretToken().token}`],
  ['a revoked session', () => `session=${revoked}`],
  ['an expired session', () => `session=${expired}`],
  ['nonsense', () => "session=' or 1=1 --"],
  ['an oversized token', () => `session=${'a'.repeat(5_000)}`],
  ['the cookie name used on https only', () => `__Host-session=${token}`],
])('returns no user with %s', async (_, cookie) => {
  expect(await read(cookie())).toEqual({ user: null });
});
