import type { SessionList } from '@ve/contracts/http/identity/auth';
import type { ListedSession } from '@ve/data/identity/session/session.repository';
import { deviceName } from '@ve/domain/identity/session/device-name';

type SessionEntry = Omit<SessionList['sessions'][number], 'current'>;

/** A session as its user, or support, sees it. */
export const toSessionEntry = ({ id, openedBy, userAgent, createdAt, lastSeenAt }: ListedSession): SessionEntry => ({
  id,
  device: deviceName(userAgent ?? ''),
  openedBy,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});
