import type { EntityManager } from '@mikro-orm/postgresql';
import type { FullCheck } from '@ve/contracts/full-check';
import { tables } from '../../entities.ts';

/**
 * Returns the results of a member's latest full check of a car; null when there is none. Each part has the time when it
 * was read.
 */
export const findLatestFullCheckResults = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<{ vdi: FullCheck['vdi'] | null; valuation: FullCheck['valuation'] | null } | null> => {
  const row = await tables(em)
    .selectFrom('full_checks')
    .select(['vdi', 'valuation'])
    .where('userId', '=', userId)
    .where('registrationNumber', '=', registration)
    .where('status', '=', 'done')
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
};
