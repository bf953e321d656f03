import type { Context } from '@ve/data/kernel/context';
import { endUserSession, endUserSessions } from '@ve/data/identity/session/session.repository';
import { endBreakGlassSession } from '@ve/data/identity/staff/local-admin.repository';
import { ProblemError } from '../../kernel/problem-error.ts';
import { auditStaffAction } from '../staff/staff-audit.ts';

/** Ends the session of a browser, and its break-glass session, by their ids; null for none. */
export const signOut = (
  context: Context,
  { session, localAdmin }: { session: { id: string; userId: string } | null; localAdmin: string | null },
): Promise<void> =>
  context.em.transactional(async (em) => {
    const { now } = context;
    if (session !== null) await endUserSession(em, { userId: session.userId, id: session.id }, now());
    if (localAdmin !== null) {
      await endBreakGlassSession(em, localAdmin, now());
      const actor = { kind: 'local-admin', sessionId: localAdmin } as const;
      await auditStaffAction(em, { actor, now }, { action: 'break-glass.closed', subject: localAdmin });
    }
    await auditOwn(em, { action: 'staff.signed-out', subject: session?.id }, context);
  });

/** Ends every session of a user. */
export const signOutEverywhere = (context: Context, userId: string): Promise<void> =>
  context.em.transactional(async (em) => {
    await endUserSessions(em, { userId }, context.now());
    await auditOwn(em, { action: 'staff.signed-out-everywhere', subject: userId }, context);
  });

/**
 * Ends one session of a user.
 * @throws ProblemError `not-found` for a session that is unknown, has ended or is another user's
 */
export const endSession = (context: Context, { userId, id }: { userId: string; id: string }): Promise<void> =>
  context.em.transactional(async (em) => {
    if (!(await endUserSession(em, { userId, id }, context.now()))) throw new ProblemError('not-found');
    await auditOwn(em, { action: 'staff.session-ended', subject: id }, context);
  });

/** Sessions of staff are audited from start to end. */
const auditOwn = async (
  em: Context['em'],
  { action, subject }: { action: string; subject: string | undefined },
  context: Context,
): Promise<void> => {
  if (context.actor.kind !== 'staff') return;
  await auditStaffAction(em, context, { action, ...(subject === undefined ? {} : { subject }) });
};
