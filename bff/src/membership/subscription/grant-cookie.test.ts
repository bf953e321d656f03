import cookie from '@fastify/cookie';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { fastify } from 'fastify';
import { cancellationGrantCookie } from './cancellation-page.controller.ts';

const token = 'a'.repeat(43);

const serverAt = async (publicOrigin: string) => {
  const server = fastify();
  await server.register(cookie);
  const grant = cancellationGrantCookie(publicOrigin);
  server.get('/set', (_request, reply) => {
    grant.set(reply, token);
    return {};
  });
  server.get('/read', ({ cookies }) => ({ hash: grant.read(cookies) }));
  return server;
};

it.each([
  ['http://localhost:3000', 've-cancellation', ''],
  ['https://site.test', '__Host-ve-cancellation', ' Secure;'],
])('at %s lasts half an hour, out of reach of scripts and other sites', async (origin, name, secure) => {
  const server = await serverAt(origin);
  const { headers } = await server.inject('/set');
  expect(headers['set-cookie']).toBe(`${name}=${token}; Max-Age=1800; Path=/; HttpOnly;${secure} SameSite=Lax`);
  const read = async (cookies: Record<string, string>) => (await server.inject({ url: '/read', cookies })).json();
  expect(await read({ [name]: token })).toEqual({ hash: secretTokenHash(token) });
  for (const cookies of [{}, { [name]: 'short' }, { session: token }])
    expect(await read(cookies)).toEqual({ hash: null });
});
