import { secretTokenHash } from '@ve/app/kernel/secret-token';
import type { FastifyReply } from 'fastify';

/** A cookie that holds a token of 256 random bits. Scripts and other sites cannot read it. */
export interface SecretTokenCookie {
  /** The stored hash of the token; null without one. */
  read(cookies: Readonly<Record<string, string | undefined>>): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

interface TokenCookieOptions {
  /** Has the prefix that requires Secure, which is omitted where the site itself is on plain HTTP. */
  name: `__Host-${string}`;
  seconds: number;
  /** `strict`: not sent even when the user follows a link from another site. */
  sameSite: 'lax' | 'strict';
}

export function secretTokenCookie(
  publicOrigin: string,
  { name, seconds, sameSite }: TokenCookieOptions,
): SecretTokenCookie {
  const secure = publicOrigin.startsWith('https:');
  const full = secure ? name : name.slice('__Host-'.length);
  const attributes = { path: '/', httpOnly: true, secure, sameSite } as const;
  return {
    read: (cookies) => secretTokenHash(cookies[full]),
    set: (reply, token) => void reply.setCookie(full, token, { ...attributes, maxAge: seconds }),
    clear: (reply) => void reply.clearCookie(full, attributes),
  };
}
