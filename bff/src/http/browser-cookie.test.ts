import cookie from '@fastify/cookie';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { fastify } from 'fastify';
import { anonymousBrowserCookie } from './browser-cookie.ts';

const serverAt = async (publicOrigin: string) => {
  const server = fastify();
  await server.register(cookie);
  const browser = anonymousBrowserCookie(publicOrigin);
  server.get('/ensure', (request, reply) => reply.send({ hash: browser.ensure(request.cookies, reply) }));
  server.get('/read', (request, reply) => reply.send({ hash: browser.read(request.cookies) }));
  return async (url: string, cookies: Record<string, string> = {}) => {
    const answer = await server.inject({ url, cookies });
    return {
      hash: answer.json<{ hash: string | null }>().hash,
      header: answer.headers['set-cookie'],
      set: answer.cookies[0],
    };
  };
};

it('gives a browser one token, out of reach of scripts and other sites, and recognises it', async () => {
  const ask = await serverAt('http://localhost:3000');
  const first = await ask('/ensure');
  expect(first.header).toMatch(/^ve-browser=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  const token = first.set?.value ?? '';
  expect(first.hash).toBe(secretTokenHash(token));
  const again = await ask('/ensure', { 've-browser': token });
  expect(again).toMatchObject({ hash: first.hash, set: { value: token, maxAge: 86_400 } });
  expect(await ask('/read', { 've-browser': token })).toEqual({ hash: first.hash, header: undefined, set: undefined });
});

it('is bound to the host, and to https on an https site', async () => {
  const ask = await serverAt('https://site.test');
  expect((await ask('/ensure')).header).toMatch(
    /^__Host-ve-browser=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

it.each([{}, { 've-browser': '' }, { 've-browser': 'short' }, { '__Host-ve-browser': 'a'.repeat(43) }])(
  'does not accept %j as a token, and replaces it',
  async (cookies) => {
    const ask = await serverAt('http://localhost:3000');
    expect((await ask('/read', cookies)).hash).toBeNull();
    expect((await ask('/ensure', cookies)).set?.value).toMatch(/^[\w-]{43}$/);
  },
);
