import type { SessionList } from '@ve/contracts/http/auth';
import type { Role, Session } from '@ve/contracts/http/session';
import type { ListedSession } from '@ve/data/session/session.repository';
import { deviceName } from '@ve/domain/session/device-name';

/** The signed-in user for the browser, limited to the contract's fields. */
export const toSession = (user: { id: string; email: string; roles: Role[] } | null): Session => ({
  user: user === null ? null : { id: user.id, email: user.email, roles: user.roles },
});

/** The sessions for the browser, its own first. */
export const toSessionList = (sessions: readonly ListedSession[], currentId: string): SessionList => ({
  sessions: sessions
    .map(({ id, openedBy, userAgent, createdAt, lastSeenAt }) => ({
      id,
      current: id === currentId,
      device: deviceName(userAgent ?? ''),
      openedBy,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current)),
});
