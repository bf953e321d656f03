import { openBrowserSession } from '@ve/app/identity/session/open-browser-session';
import cookie from '@fastify/cookie';
import type { Context } from '@ve/data/kernel/context';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { fastify } from 'fastify';
import { sessionCookie } from './session-cookie.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
let db: Awaited<ReturnType<typeof openTestDatabase>>;
let userId: string;
beforeAll(async () => {
  db = await openTestDatabase();
  const user = await db.data.add('users', { email: 'a@example.com' }, now);
  userId = user.id;
});
afterAll(() => db.close());

const serverAt = async (publicOrigin: string) => {
  const server = fastify();
  await server.register(cookie);
  const session = sessionCookie(publicOrigin);
  const context = () => ({ em: db.orm.em.fork(), now: () => now }) as unknown as Context;
  server.get('/open', async (request, reply) => {
    const token = await openBrowserSession(context().em, session.browserOf(request), {
      userId,
      openedBy: 'payment',
      now,
    });
    session.set(reply, token);
    return { token };
  });
  server.get('/find', async ({ cookies }) => ({ user: (await session.find(context(), cookies))?.user.email ?? null }));
  server.get('/clear', (_request, reply) => {
    session.clear(reply);
    return {};
  });
  return async (url: string, cookies: Record<string, string> = {}) => {
    const { headers, cookies: set, body } = await server.inject({ url, cookies });
    return {
      header: headers['set-cookie'],
      set: set[0]?.value ?? '',
      body: JSON.parse(body) as Record<string, unknown>,
    };
  };
};

it('holds a session for thirty days, out of reach of scripts and other sites', async () => {
  const ask = await serverAt('http://localhost:3000');
  const opened = await ask('/open');
  expect(opened.header).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await ask('/find', { session: opened.set })).body).toEqual({ user: 'a@example.com' });
});

it('is bound to the host and to https where the site is', async () => {
  const ask = await serverAt('https://site.test');
  const attributes = 'Path=\\/; (Expires=[^;]+; )?HttpOnly; Secure; SameSite=Lax$';
  expect((await ask('/open')).header).toMatch(new RegExp(`^__Host-session=[\\w-]{43}; Max-Age=2592000; ${attributes}`));
  expect((await ask('/clear')).header).toMatch(new RegExp(`^__Host-session=; Max-Age=0; ${attributes}`));
});

it('gets a new token with each session, and the browser’s earlier session ends', async () => {
  const ask = await serverAt('http://localhost:3000');
  const first = await ask('/open');
  const other = await ask('/open');
  const second = await ask('/open', { session: first.set });
  expect(new Set([first.set, other.set, second.set]).size).toBe(3);
  expect((await ask('/find', { session: first.set })).body).toEqual({ user: null });
  expect((await ask('/find', { session: other.set })).body).toEqual({ user: 'a@example.com' });
  expect((await ask('/find', { session: second.set })).body).toEqual({ user: 'a@example.com' });
});
