import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../../entities.ts';
import { staffSecondFactorTimeoutSeconds } from '@ve/domain/identity/lifetimes';

export interface StaffSignInRow {
  id: string;
  userId: string;
  /** The secret to enrol; null for a user with a second factor. */
  sealedSecret: string | null;
}

/** Records a sign-in for which the right password was entered. */
export const beginStaffSignIn = async (
  em: EntityManager,
  { userId, tokenHash, sealedSecret }: { userId: string; tokenHash: string; sealedSecret: string | null },
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('staff_sign_ins')
    .values({
      userId,
      tokenHash,
      sealedSecret,
      createdAt: now,
      expiresAt: new Date(now.getTime() + staffSecondFactorTimeoutSeconds * 1_000),
    })
    .execute();
};

/** Returns a sign-in that waits for its code; null when there is none, or it has ended. */
export const findStaffSignIn = async (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<StaffSignInRow | null> => {
  const row = await tables(em)
    .selectFrom('staff_sign_ins')
    .select(['id', 'userId', 'sealedSecret'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .where('createdAt', '<=', latestPlausibleInstant(now))
    .executeTakeFirst();
  return row ? { id: row.id, userId: row.userId, sealedSecret: row.sealedSecret } : null;
};

/** Like `findStaffSignIn`, locked until the caller's transaction ends: one code is checked at a time. */
export const lockStaffSignIn = async (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<StaffSignInRow | null> => {
  await sql`select from staff_sign_ins where token_hash = ${tokenHash} for update`.execute(tables(em));
  return findStaffSignIn(em, tokenHash, now);
};

/** Counts a wrong code of a sign-in; returns how many it has had. */
export const countWrongStaffSignInCode = async (em: EntityManager, id: string): Promise<number> => {
  const { wrongCodes } = await tables(em)
    .updateTable('staff_sign_ins')
    .set({ wrongCodes: sql`wrong_codes + 1` })
    .where('id', '=', id)
    .returning('wrongCodes')
    .executeTakeFirstOrThrow();
  return wrongCodes;
};

/** Ends a sign-in that waits for its code. */
export const endStaffSignIn = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em).deleteFrom('staff_sign_ins').where('id', '=', id).execute();
};

/** Ends every sign-in of a user that waits for its code. */
export const endStaffSignIns = async (em: EntityManager, userId: string): Promise<void> => {
  await tables(em).deleteFrom('staff_sign_ins').where('userId', '=', userId).execute();
};
