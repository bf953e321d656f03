import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';
import { endStaffSessionsOf } from '../session/session.repository.ts';
import { endStaffSignIns } from './staff-sign-in.repository.ts';

/**
 * Whether a user is an admin, who stays one until the caller's transaction ends. Taken before any other lock: of several
 * sign-ins of one admin, or changes of what they sign in with, one at a time gets past this.
 */
export const lockAdminRole = async (em: EntityManager, userId: string): Promise<boolean> => {
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
 * Ends whatever a user has opened or begun that leads to staff rights: sign-ins that wait for their code, an app that was
 * proposed, sessions (or every one but `except`) and mailed links.
 */
export const endStaffAccess = async (
  em: EntityManager,
  userId: string,
  now: Date,
  except: string | null = null,
): Promise<void> => {
  await endStaffSignIns(em, userId);
  await tables(em)
    .updateTable('second_factors')
    .set({ nextSealedSecret: null })
    .where('userId', '=', userId)
    .where('nextSealedSecret', 'is not', null)
    .execute();
  await endStaffSessionsOf(em, userId, now, except);
  await tables(em).deleteFrom('password_resets').where('userId', '=', userId).where('usedAt', 'is', null).execute();
};
