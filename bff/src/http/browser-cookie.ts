import { newSecretToken, secretTokenHash } from '@ve/app/kernel/secret-token';
import type { FastifyReply } from 'fastify';

const lifetimeSeconds = 86_400;

/** The browser that a checkout or a sign-in link belongs to: not a user. */
export interface AnonymousBrowserCookie {
  /** The stored hash of the browser's token; null without one. */
  read(cookies: Readonly<Record<string, string | undefined>>): string | null;
  /**
   * Returns the hash of the browser's token and extends its life to a day from now; sets a new token if there is none.
   */
  ensure(cookies: Readonly<Record<string, string | undefined>>, reply: FastifyReply): string;
  /** Deletes the token, so that the next user of this browser cannot continue what was started here. */
  clear(reply: FastifyReply): void;
}

/** The cookie with 256 random bits that recognises the browser that started a checkout or requested a sign-in link. */
export function anonymousBrowserCookie(publicOrigin: string): AnonymousBrowserCookie {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-ve-browser' : 've-browser';
  const read: AnonymousBrowserCookie['read'] = (cookies) => secretTokenHash(cookies[name]);
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
    clear: (reply) => void reply.clearCookie(name, attributes),
  };
}
