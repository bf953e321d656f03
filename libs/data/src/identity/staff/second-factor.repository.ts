import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

export interface SecondFactorRow {
  sealedSecret: string;
  nextSealedSecret: string | null;
  createdAt: Date;
}

/** Returns the second factor of a user, or null when none is enrolled. */
export const findSecondFactor = async (em: EntityManager, userId: string): Promise<SecondFactorRow | null> => {
  const row = await tables(em)
    .selectFrom('second_factors')
    .select(['sealedSecret', 'nextSealedSecret', 'createdAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row
    ? { sealedSecret: row.sealedSecret, nextSealedSecret: row.nextSealedSecret, createdAt: row.createdAt }
    : null;
};

/** Counts the admins, and those of them who have a second factor. */
export const countAdminsWithSecondFactor = async (
  em: EntityManager,
): Promise<{ admins: number; withSecondFactor: number }> => {
  const { admins, withSecondFactor } = await tables(em)
    .selectFrom('user_roles')
    .leftJoin('second_factors', 'second_factors.userId', 'user_roles.userId')
    .where('role', '=', 'admin')
    .select(({ fn }) => [
      fn.count<string>('user_roles.userId').as('admins'),
      fn.count<string>('second_factors.userId').as('withSecondFactor'),
    ])
    .executeTakeFirstOrThrow();
  return { admins: Number(admins), withSecondFactor: Number(withSecondFactor) };
};

/** Accepts the code of a step once; false when it or a later one was accepted before. */
export const acceptTotpStep = async (em: EntityManager, userId: string, step: number): Promise<boolean> => {
  const accepted = await tables(em)
    .updateTable('second_factors')
    .set({ lastTotpStep: step })
    .where('userId', '=', userId)
    .where('lastTotpStep', '<', step)
    .executeTakeFirst();
  return accepted.numUpdatedRows > 0n;
};

/** Enrols a user's first second factor; false when they have one already. */
export const addSecondFactor = async (
  em: EntityManager,
  { userId, sealedSecret, step }: { userId: string; sealedSecret: string; step: number },
  now: Date,
): Promise<boolean> => {
  const added = await tables(em)
    .insertInto('second_factors')
    .values({ userId, sealedSecret, lastTotpStep: step, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Stores the secret that is to replace the current one. */
export const storeProposedSecondFactor = async (
  em: EntityManager,
  userId: string,
  sealedSecret: string,
): Promise<void> => {
  await tables(em)
    .updateTable('second_factors')
    .set({ nextSealedSecret: sealedSecret })
    .where('userId', '=', userId)
    .execute();
};

/** Replaces the current secret by the proposed one; false when another was proposed meanwhile. */
export const replaceSecondFactorByProposed = async (
  em: EntityManager,
  { userId, sealedSecret, step }: { userId: string; sealedSecret: string; step: number },
  now: Date,
): Promise<boolean> => {
  const renewed = await tables(em)
    .updateTable('second_factors')
    .set({ sealedSecret, nextSealedSecret: null, lastTotpStep: step, createdAt: now })
    .where('userId', '=', userId)
    .where('nextSealedSecret', '=', sealedSecret)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
};

/**
 * Deletes the second factor and recovery codes of a user, so that their next sign-in enrols. False when there was none.
 */
export const deleteSecondFactor = async (em: EntityManager, userId: string): Promise<boolean> => {
  await tables(em).deleteFrom('recovery_codes').where('userId', '=', userId).execute();
  const deleted = await tables(em).deleteFrom('second_factors').where('userId', '=', userId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
};

/** Replaces all recovery codes of a user, by their hashes. */
export const replaceRecoveryCodes = async (
  em: EntityManager,
  { userId, hashes }: { userId: string; hashes: readonly string[] },
  now: Date,
): Promise<void> => {
  await tables(em).deleteFrom('recovery_codes').where('userId', '=', userId).execute();
  await tables(em)
    .insertInto('recovery_codes')
    .values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: now })))
    .execute();
};

/** Redeems a recovery code once; false when it is unknown or was used. */
export const redeemRecoveryCode = async (
  em: EntityManager,
  { userId, hash }: { userId: string; hash: string },
  now: Date,
): Promise<boolean> => {
  const used = await tables(em)
    .updateTable('recovery_codes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('codeHash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
};

/** Counts the unused recovery codes of a user. */
export const countUnusedRecoveryCodes = async (em: EntityManager, userId: string): Promise<number> => {
  const { left } = await tables(em)
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
};
