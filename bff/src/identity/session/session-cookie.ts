import type { Context, Actor } from '@ve/data/kernel/context';
import { findSession, type SessionRow } from '@ve/data/identity/session/session.repository';
import { sessionSeconds, type SessionSignInMethod } from '@ve/domain/identity/lifetimes';
import type { SessionBrowserInfo } from '@ve/app/identity/session/open-browser-session';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { sessionCookieName } from '@ve/server-kit/auth/session-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Cookies = Readonly<Record<string, string | undefined>>;

export interface SessionCookie {
  /**
   * The session of a request's cookies; null for a missing, unknown, expired or revoked one. The database is queried
   * only for well-formed tokens.
   */
  find(context: Context, cookies: Cookies): Promise<SessionRow | null>;
  /** The browser of a request, for `openBrowserSession`. */
  browserOf(request: FastifyRequest): SessionBrowserInfo;
  /** `openedBy`, by default `customer`, decides how long the cookie is valid. */
  set(reply: FastifyReply, token: string, openedBy?: SessionSignInMethod): void;
  clear(reply: FastifyReply): void;
}

/** The cookie with the browser's session token. Scripts and other sites cannot read it. */
export function sessionCookie(publicOrigin: string): SessionCookie {
  const name = sessionCookieName(publicOrigin);
  const attributes = {
    path: '/',
    httpOnly: true,
    secure: publicOrigin.startsWith('https:'),
    sameSite: 'lax',
  } as const;
  const hashIn = (cookies: Cookies): string | null => secretTokenHash(cookies[name]);
  return {
    async find(context, cookies) {
      const hash = hashIn(cookies);
      // Reading `em` creates one.
      return hash === null ? null : findSession(context.em, hash, context.now());
    },
    browserOf: ({ cookies, headers }) => ({ userAgent: headers['user-agent'] ?? null, sessionHash: hashIn(cookies) }),
    set: (reply, token, openedBy = 'link') =>
      void reply.setCookie(name, token, { ...attributes, maxAge: sessionSeconds(openedBy) }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  };
}

/** Only a session opened with password and second factor has the actor kind `staff`, limited by the user's roles. */
export function actorOfSession({ id: sessionId, openedBy, user }: SessionRow): Actor {
  const { id: userId, email, roles } = user;
  if (openedBy === 'password-totp') return { kind: 'staff', userId, email, sessionId, roles };
  return { kind: 'customer', userId, sessionId, roles };
}
