import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';
import { breakGlassSessionLifetimeSeconds } from '@ve/domain/identity/lifetimes';

/** Opens a break-glass session; returns its id. */
export const createBreakGlassSession = async (em: EntityManager, tokenHash: string, now: Date): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('local_admin_sessions')
    .values({
      tokenHash,
      createdAt: now,
      expiresAt: new Date(now.getTime() + breakGlassSessionLifetimeSeconds * 1_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Returns the id of a live break-glass session by the hash of its token, or null when there is none. */
export const findBreakGlassSession = async (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<string | null> => {
  const row = await tables(em)
    .selectFrom('local_admin_sessions')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.id ?? null;
};

export const endBreakGlassSession = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('local_admin_sessions')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute();
};
