import type { Actor } from '@ve/data/kernel/context';
import type { SessionRow } from '@ve/data/identity/session/session.repository';

/** Only a session opened with password and second factor has the actor kind `staff`, limited by the user's roles. */
export function actorOf({ id: sessionId, openedBy, user }: SessionRow): Actor {
  const { id: userId, email, roles } = user;
  if (openedBy === 'password-totp') return { kind: 'staff', userId, email, sessionId, roles };
  return { kind: 'customer', userId, sessionId, roles };
}
