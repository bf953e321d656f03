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
    .values({ user_id: userId, registration_number: registration, month, pence, read_at: readAt })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'registration_number', 'month']).doUpdateSet({ pence, read_at: readAt }),
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
    .select(['month', 'pence', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .where('registration_number', '=', registration)
    .orderBy('month', 'desc')
    .limit(60)
    .execute();
  return rows.toReversed();
};
