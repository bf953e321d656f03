import type { SessionList } from '@ve/contracts/http/identity/auth';
import type { Session } from '@ve/contracts/http/identity/session';
import type { Actor } from '@ve/data/kernel/context';
import type { ListedSession, SessionRow } from '@ve/data/identity/session/session.repository';
import { deviceNameOfUserAgent } from '@ve/domain/identity/session/device-name-of-user-agent';

/** The signed-in user for the browser, limited to the contract's fields, with the staff rights of this session. */
export const toBrowserSession = (session: Pick<SessionRow, 'user'> | null, actor: Pick<Actor, 'kind'>): Session => {
  const { id, email, roles } = session?.user ?? {};
  const user = id === undefined || email === undefined || roles === undefined ? null : { id, email, roles };
  if (actor.kind === 'local-admin') return { user, staff: 'local' };
  return actor.kind === 'staff' ? { user, staff: 'role' } : { user };
};

/** The sessions for the browser, its own first. */
export const toSessionList = (sessions: readonly ListedSession[], currentId: string): SessionList => ({
  sessions: sessions
    .map((session) => ({ ...toSessionEntry(session), current: session.id === currentId }))
    .toSorted((a, b) => Number(b.current) - Number(a.current)),
});

type SessionEntry = Omit<SessionList['sessions'][number], 'current'>;

/** A session as its user, or support, sees it. */
export const toSessionEntry = ({ id, openedBy, userAgent, createdAt, lastSeenAt }: ListedSession): SessionEntry => ({
  id,
  device: deviceNameOfUserAgent(userAgent ?? ''),
  openedBy,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});
