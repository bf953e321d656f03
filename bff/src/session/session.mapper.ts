import type { SessionList } from '@ve/contracts/http/auth';
import type { Session } from '@ve/contracts/http/session';
import type { ListedSession, SessionRow } from '@ve/data/session/session.repository';
import { toSessionEntry } from '../platform/session-entry.ts';

/** The signed-in user for the browser, limited to the contract's fields. */
export const toSession = (session: Pick<SessionRow, 'openedBy' | 'user'> | null): Session => {
  if (session === null) return { user: null };
  const { id, email, roles } = session.user;
  const user = { id, email, roles };
  return session.openedBy === 'password-totp' ? { user, staff: 'role' } : { user };
};

/** The sessions for the browser, its own first. */
export const toSessionList = (sessions: readonly ListedSession[], currentId: string): SessionList => ({
  sessions: sessions
    .map((session) => ({ ...toSessionEntry(session), current: session.id === currentId }))
    .toSorted((a, b) => Number(b.current) - Number(a.current)),
});
