import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

export interface StoredWatchValue {
  /** `2026-11` */
  month: string;
  pence: number;
  readAt: Date;
}

/** Stores a month's value of a car; a later reading of the same month replaces it. */
export const storeWatchValue = async (
  em: EntityManager,
  { userId, registration }: { userId: string; registration: string },
  { month, pence, readAt }: StoredWatchValue,
): Promise<void> => {
  await tables(em)
    .insertInto('watch_values')
    .values({ userId, registrationNumber: registration, month, pence, readAt })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'registrationNumber', 'month']).doUpdateSet({ pence, readAt }),
    )
    .execute();
};

/** The last sixty months' values of a car, oldest first. */
export const listWatchValues = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<StoredWatchValue[]> => {
  const rows = await tables(em)
    .selectFrom('watch_values')
    .select(['month', 'pence', 'readAt'])
    .where('userId', '=', userId)
    .where('registrationNumber', '=', registration)
    .orderBy('month', 'desc')
    .limit(60)
    .execute();
  return rows.toReversed();
};
