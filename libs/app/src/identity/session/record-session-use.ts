import type { Context } from '@ve/data/kernel/context';
import { markSessionSeen, type SessionRow } from '@ve/data/identity/session/session.repository';
import { isSessionUseUnrecorded } from '@ve/domain/identity/lifetimes';

/** Records that a session is in use, at most every ten minutes. */
export const recordSessionUse = async (
  { em, now }: Context,
  { id, lastSeenAt }: Pick<SessionRow, 'id' | 'lastSeenAt'>,
): Promise<void> => {
  const at = now();
  if (isSessionUseUnrecorded(lastSeenAt, at)) await markSessionSeen(em, id, at);
};
