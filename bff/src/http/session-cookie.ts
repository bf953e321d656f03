import type { Context } from '@ve/data/context';
import { findSession, type SessionRow } from '@ve/data/session/session.repository';
import { secretTokenHash } from '@ve/server-kit/auth/secret-token';
import { sessionCookieName } from '@ve/server-kit/auth/session-cookie';

/**
 * Reads the session from a request's cookies; null for a missing, unknown, expired or revoked one. The database is
 * queried only for well-formed tokens.
 */
export function sessionReader(publicOrigin: string) {
  const name = sessionCookieName(publicOrigin);
  return async (
    { em, now }: Context,
    cookies: Readonly<Record<string, string | undefined>>,
  ): Promise<SessionRow | null> => {
    const hash = secretTokenHash(cookies[name]);
    return hash === null ? null : findSession(em, hash, now());
  };
}
