import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { findReleaseToken } from '@ve/data/releases/registry/release-token.repository';
import type { BffConfig } from './config.ts';
import type { CallerResolver } from './http/audience.guard.ts';
import { actorOfSession, sessionCookie } from './identity/session/session-cookie.ts';
import { createBreakGlassSessionCookie } from './identity/staff/local-admin.ts';

/** Identifies users, the local admin and teams for the guard of all routes. */
export function createCallerResolver(config: BffConfig): CallerResolver {
  const cookie = sessionCookie(config.PUBLIC_ORIGIN);
  const local = createBreakGlassSessionCookie(config);
  return {
    findSession: async (context, { cookies }) => {
      const session = await cookie.find(context, cookies);
      return session && { session, actor: actorOfSession(session) };
    },
    findLocalAdmin: (context, request) => local.find(context, request),
    findTeam: async ({ em, now }, token) => {
      // The look-up is by hash, so that its timing reveals nothing about valid tokens.
      const hash = secretTokenHash(token);
      const found = hash === null ? null : await findReleaseToken(em, hash, now());
      if (found === null) return null;
      const { id, names, actions, label, expiresAt } = found;
      return { kind: 'team', id, names, actions, label, expiresAt };
    },
  };
}
