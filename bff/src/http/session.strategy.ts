import { PassportStrategy } from '@nestjs/passport';
import type { Actor } from '@ve/data/context';
import type { SessionRow } from '@ve/data/session/session.repository';
import { Strategy } from 'passport';

export const sessionStrategy = 'session-cookie';

export interface SessionStrategyOptions {
  /** The session of the request's cookie; null where there is none. */
  findSession: () => Promise<SessionRow | null>;
}

/**
 * Signs a request in by its session cookie. Passport keeps its strategies for the whole process, so this one holds
 * nothing of an application: the guard hands over what it reads the session with.
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

/** Whoever opened the session with password and second factor is staff, as far as their roles go; others never are. */
export function actorOf({ id: sessionId, openedBy, user }: SessionRow): Actor {
  const kind = openedBy === 'password-totp' ? 'staff' : 'customer';
  return { kind, userId: user.id, sessionId, roles: user.roles };
}
