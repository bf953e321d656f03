import { cancellationGrantMs } from '@ve/data/cancellation-request/cancellation-code.repository';
import { secretTokenHash } from '@ve/server-kit/auth/secret-token';
import type { FastifyReply } from 'fastify';

/** The cookie of the browser that has given the code of a mail: it may see and cancel what belongs to that address. */
export interface GrantCookie {
  /** The stored hash of the grant; null without one. */
  read(cookies: Readonly<Record<string, string | undefined>>): string | null;
  set(reply: FastifyReply, token: string): void;
}

/** Scripts and other sites cannot read it. */
export function grantCookie(publicOrigin: string): GrantCookie {
  const secure = publicOrigin.startsWith('https:');
  const name = secure ? '__Host-ve-cancellation' : 've-cancellation';
  const attributes = {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'lax',
    maxAge: cancellationGrantMs / 1_000,
  } as const;
  return {
    read: (cookies) => secretTokenHash(cookies[name]),
    set: (reply, token) => void reply.setCookie(name, token, attributes),
  };
}
