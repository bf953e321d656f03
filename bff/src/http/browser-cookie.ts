import { newSecretToken, secretTokenHash } from '@ve/server-kit/auth/secret-token';
import type { FastifyReply } from 'fastify';

const lifetimeSeconds = 86_400;

/** Whom a checkout or a sign-in link was made for: not a user, only the browser that asked. */
export interface BrowserCookie {
  /** The stored hash of the browser's token; null without one. */
  read(cookies: Readonly<Record<string, string | undefined>>): string | null;
  /** The hash of the browser's token, which lives a day from now; a browser without one is given one. */
  ensure(cookies: Readonly<Record<string, string | undefined>>, reply: FastifyReply): string;
  /** Makes it another browser: whoever uses it next has no part in what was begun here. */
  forget(reply: FastifyReply): void;
}

/** The cookie of 256 random bits by which we recognise the browser that began a checkout or asked for a sign-in link. */
export function browserCookie(publicOrigin: string): BrowserCookie {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-ve-browser' : 've-browser';
  const read: BrowserCookie['read'] = (cookies) => secretTokenHash(cookies[name]);
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;
  const keep = (reply: FastifyReply, token: string): void => {
    void reply.setCookie(name, token, { ...attributes, maxAge: lifetimeSeconds });
  };
  return {
    read,
    ensure(cookies, reply) {
      const known = read(cookies);
      const held = cookies[name];
      if (known !== null && held !== undefined) {
        keep(reply, held);
        return known;
      }
      const { token, hash } = newSecretToken();
      keep(reply, token);
      return hash;
    },
    forget: (reply) => void reply.clearCookie(name, attributes),
  };
}
