import { PassportStrategy } from '@nestjs/passport';
import type { Actor } from '@ve/data/kernel/context';
import type { SessionRow } from '@ve/data/identity/session/session.repository';
import { Strategy } from 'passport';

export const sessionStrategy = 'session-cookie';

export interface SessionStrategyOptions {
  /** The session of the request's cookie; null without one. */
  findSession: () => Promise<SessionRow | null>;
}

/**
 * Authenticates a request by its session cookie. Passport's strategies are global to the process, so this one has no
 * application state: the guard passes the function that reads the session.
 */
export class SessionStrategy extends PassportStrategy(Strategy, sessionStrategy) {
  async authenticate(_request: unknown, { findSession }: SessionStrategyOptions): Promise<void> {
    try {
      const session = await findSession();
      if (session) this.success(this.validate(session));
      else this.fail();
    } catch (error) {
      this.error(error);
    }
  }

  validate(session: SessionRow): Actor {
    return actorOf(session);
  }
}

/** Only a session opened with password and second factor has the actor kind `staff`, limited by the user's roles. */
export function actorOf({ id: sessionId, openedBy, user }: SessionRow): Actor {
  const { id: userId, email, roles } = user;
  if (openedBy === 'password-totp') return { kind: 'staff', userId, email, sessionId, roles };
  return { kind: 'customer', userId, sessionId, roles };
}
