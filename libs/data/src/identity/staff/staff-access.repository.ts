import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';
import { endStaffSessions } from '../session/session.repository.ts';
import { endStaffSignIns } from './staff-sign-in.repository.ts';

/**
 * Whether a user is an admin; the role cannot be removed until the caller's transaction ends. Acquired before any other
 * lock: it serialises the sign-ins of one admin and the changes of their credentials.
 */
export const lockIfAdmin = async (em: EntityManager, userId: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('user_roles')
    .select('id')
    .where('userId', '=', userId)
    .where('role', '=', 'admin')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Ends everything of a user that leads to staff rights: sign-ins that wait for a code, a proposed authenticator app,
 * sessions (or every one but `except`) and mailed links.
 */
export const endStaffAccess = async (
  em: EntityManager,
  { userId, except = null }: { userId: string; except?: string | null | undefined },
  now: Date,
): Promise<void> => {
  await endStaffSignIns(em, userId);
  await tables(em)
    .updateTable('second_factors')
    .set({ nextSealedSecret: null })
    .where('userId', '=', userId)
    .where('nextSealedSecret', 'is not', null)
    .execute();
  await endStaffSessions(em, { userId, except }, now);
  await tables(em).deleteFrom('password_resets').where('userId', '=', userId).where('usedAt', 'is', null).execute();
};
