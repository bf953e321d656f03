import cookie from '@fastify/cookie';
import { fastify } from 'fastify';
import { releaseChannelCookie, newVisitorChannelId } from './visitor-channels.ts';

const key = 'a'.repeat(64);
const id = 'AAAAAAAAAAAAAAAAAAAAAA';

/** The `Set-Cookie` headers that `act` causes. */
const setBy = async (publicOrigin: string, act: (channel: ReturnType<typeof releaseChannelCookie>) => unknown[]) => {
  const server = fastify();
  await server.register(cookie);
  server.get('/', (_request, reply) => {
    const channel = releaseChannelCookie(publicOrigin);
    const [verb, ...more] = act(channel) as ['give' | 'optOut' | 'clear', ...never[]];
    (channel[verb] as (...given: unknown[]) => void)(reply, ...more);
    return reply.send();
  });
  return (await server.inject('/')).headers['set-cookie'];
};

const plain = releaseChannelCookie('http://localhost:3000');
const value = async (of = id, by = key): Promise<string> => {
  const [, found] =
    /^ve-channel=([^;]+)/.exec(String(await setBy('http://localhost:3000', () => ['give', of, by]))) ?? [];
  return found ?? '';
};
const none = { id: null, choice: 'any' };

it('stores an id for 30 days, out of reach of scripts and other sites, and reads it again', async () => {
  expect(await setBy('http://localhost:3000', () => ['give', id, key])).toMatch(
    /^ve-channel=A{22}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(plain.read(`other=1; ve-channel=${await value()}; more=2`, key)).toEqual({ id, choice: 'any' });
});

it('is bound to the host and to https where the site is', async () => {
  expect(await setBy('https://site.test', () => ['give', id, key])).toMatch(
    /^__Host-ve-channel=A{22}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(releaseChannelCookie('https://site.test').read(`ve-channel=${await value()}`, key)).toEqual(none);
});

it('stores an opt-out for a year, and clears it', async () => {
  expect(await setBy('http://localhost:3000', () => ['optOut'])).toMatch(
    /^ve-channel=stable; Max-Age=31536000; Path=\//,
  );
  expect(plain.read('ve-channel=stable', key)).toEqual({ id: null, choice: 'stable' });
  expect(await setBy('http://localhost:3000', () => ['clear'])).toMatch(/^ve-channel=; Max-Age=0; Path=\//);
});

it('ignores values that are forged, altered, truncated, too long or sent twice', async () => {
  const good = await value();
  const forged = [
    await value(id, 'b'.repeat(64)),
    `B${good.slice(1)}`,
    `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
    good.slice(0, -1),
    `${good}A`,
    good.slice(0, 22),
    `${id}.`,
    `.${good.slice(23)}`,
    id.repeat(400),
    `${good}; ve-channel=${good}`,
    `stable; ve-channel=${good}`,
    `${good}; ve-channel=stable`,
    'Stable',
    '"stable"',
    '',
    '%00',
  ];
  for (const each of forged) expect([each, plain.read(`ve-channel=${each}`, key)]).toEqual([each, none]);
  for (const header of [undefined, '', ';;;', 've-channel', `xve-channel=${good}`, `ve-channel2=${good}`]) {
    expect([header, plain.read(header, key)]).toEqual([header, none]);
  }
});

it('makes a new id each time', () => {
  const made = Array.from({ length: 100 }, newVisitorChannelId);
  expect(new Set(made).size).toBe(100);
  for (const each of made) expect(each).toMatch(/^[\w-]{22}$/);
});
