import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

export interface SecondFactorRow {
  sealedSecret: string;
  nextSealedSecret: string | null;
  createdAt: Date;
}

/** The second factor of a user; null when none was enrolled. */
export const findSecondFactor = async (em: EntityManager, userId: string): Promise<SecondFactorRow | null> => {
  const row = await tables(em)
    .selectFrom('second_factors')
    .select(['sealed_secret', 'next_sealed_secret', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row
    ? { sealedSecret: row.sealed_secret, nextSealedSecret: row.next_sealed_secret, createdAt: row.created_at }
    : null;
};

/** Accepts the code of a step, once: false when it or a later one was accepted before. */
export const acceptStep = async (em: EntityManager, userId: string, step: number): Promise<boolean> => {
  const accepted = await tables(em)
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
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
    .values({ user_id: userId, sealed_secret: sealedSecret, last_step: step, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Keeps the secret that is to take the place of the present one. */
export const proposeSecondFactor = async (em: EntityManager, userId: string, sealedSecret: string): Promise<void> => {
  await tables(em)
    .updateTable('second_factors')
    .set({ next_sealed_secret: sealedSecret })
    .where('user_id', '=', userId)
    .execute();
};

/** Puts the proposed secret in the place of the present one; false when another was proposed meanwhile. */
export const renewSecondFactor = async (
  em: EntityManager,
  { userId, sealedSecret, step }: { userId: string; sealedSecret: string; step: number },
  now: Date,
): Promise<boolean> => {
  const renewed = await tables(em)
    .updateTable('second_factors')
    .set({ sealed_secret: sealedSecret, next_sealed_secret: null, last_step: step, created_at: now })
    .where('user_id', '=', userId)
    .where('next_sealed_secret', '=', sealedSecret)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
};

/** Forgets second factor and recovery codes of a user: their next sign-in enrols. False when there was none. */
export const forgetSecondFactor = async (em: EntityManager, userId: string): Promise<boolean> => {
  await tables(em).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const gone = await tables(em).deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirst();
  return gone.numDeletedRows > 0n;
};

/** Replaces all recovery codes of a user, by their hashes. */
export const replaceRecoveryCodes = async (
  em: EntityManager,
  userId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> => {
  await tables(em).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tables(em)
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now })))
    .execute();
};

/** Uses a recovery code, once: false when it is unknown or was used. */
export const redeemRecoveryCode = async (
  em: EntityManager,
  userId: string,
  hash: string,
  now: Date,
): Promise<boolean> => {
  const used = await tables(em)
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
};

/** How many recovery codes a user has left. */
export const countRecoveryCodes = async (em: EntityManager, userId: string): Promise<number> => {
  const { left } = await tables(em)
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
};
